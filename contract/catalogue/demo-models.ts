/** A finished model that shows how training goes. Its pictures lie in web/assets/demo. */
export interface DemoModel {
  name: string
  triggerWord: string
  /** Slug of the style it was shot in. */
  style: string
  prompt: string
}

/** Made by ourselves, with our own engine. */
export const demoModels: readonly DemoModel[] = [
  {
    name: "Market bag",
    triggerWord: "Bags-demo",
    style: "bags",
    prompt: "a photo of Bags-demo on a beach at golden hour",
  },
  { name: "Runner", triggerWord: "Footwear-demo", style: "footwear", prompt: "a photo of Footwear-demo on a podium" },
  { name: "Clay vase", triggerWord: "Decor-demo", style: "decor", prompt: "a photo of Decor-demo by candlelight" },
  { name: "Gold watch", triggerWord: "Watches-demo", style: "watches", prompt: "a photo of Watches-demo on velvet" },
]

export function findDemo(triggerWord: string): DemoModel | undefined {
  return demoModels.find((demo) => demo.triggerWord === triggerWord || demo.style === triggerWord)
}
