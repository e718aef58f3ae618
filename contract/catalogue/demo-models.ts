/** A finished model that shows how training goes. Its pictures lie in web/assets/demo. */
export interface DemoModel {
  name: string
  triggerWord: string
  /** Slug of the style it was shot in. */
  style: string
  prompt: string
  /** Names of the photos it was trained with, and of pictures it drew. */
  photos: readonly string[]
  made: readonly string[]
}

const pictures = { photos: ["photo-1", "photo-2", "photo-3"], made: ["made-1", "made-2"] } as const

/** Made by ourselves, with our own engine. */
export const demoModels: readonly DemoModel[] = [
  {
    name: "Market bag",
    triggerWord: "Bags-demo",
    style: "bags",
    prompt: "a photo of Bags-demo on a beach at golden hour",
    ...pictures,
  },
  {
    name: "Runner",
    triggerWord: "Footwear-demo",
    style: "footwear",
    prompt: "a photo of Footwear-demo on a podium",
    ...pictures,
  },
  {
    name: "Clay vase",
    triggerWord: "Decor-demo",
    style: "decor",
    prompt: "a photo of Decor-demo by candlelight",
    ...pictures,
  },
  {
    name: "Gold watch",
    triggerWord: "Watches-demo",
    style: "watches",
    prompt: "a photo of Watches-demo on velvet",
    ...pictures,
  },
]

/** @returns the demo of a trigger word or of a style, undefined when there is none */
export function findDemo(triggerWord: string): DemoModel | undefined {
  return demoModels.find((demo) => demo.triggerWord === triggerWord || demo.style === triggerWord)
}
