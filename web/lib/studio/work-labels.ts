import type { OpenModel } from "#contract/studio/generations.ts"
import type { Run } from "#contract/studio/runs.ts"

/** Names of work, and where it is ordered and looked at, by the kind of its run. */
const works: Readonly<Record<string, { name: string; screen: string }>> = {
  upscale: { name: "Enlarging", screen: "/generations/photo-upscaling" },
  "cut-out": { name: "Background removal", screen: "/generations/bg-remover" },
  scene: { name: "Scene", screen: "/generations/scene" },
  description: { name: "Words for a picture", screen: "/generations/image-to-prompt" },
  "product-cut-out": { name: "Product from a photo", screen: "/shelf" },
  batch: { name: "Batch", screen: "/generations/batch" },
}

/** Whether a run is shown as work of its own: pictures are shown by their orders, trainings and shoots by their models. */
export function isWork({ kind, parentRunId }: Pick<Run, "kind" | "parentRunId">): boolean {
  return parentRunId === null && kind in works
}

/** What a run is, in a seller's words. */
export function runName({ kind, title, count }: Pick<Run, "kind" | "title" | "count">): string {
  if (kind === "batch") return `Batch of ${count} ${count === 1 ? "photo" : "photos"}`
  return kind === "scene" ? title : (works[kind]?.name ?? title)
}

/** Where a run is looked at while it is on its way. */
export function runAddress({ kind, id }: Pick<Run, "kind" | "id">): string {
  const { screen } = works[kind] ?? { screen: "/app" }
  return kind === "batch" ? `${screen}?${new URLSearchParams({ batch: id })}` : screen
}

/** Where models are looked at while something is made of them. */
export const modelsAddress = "/training-dataset"

/** A model by the name that its owner gave it, else by its style: nobody knows it by its trigger word. */
export function modelName({ title, triggerWord, PrimaryStyle }: OpenModel): string {
  return title === triggerWord ? PrimaryStyle : title
}

/** What is made of a model just now. */
export function modelWork(model: OpenModel): string {
  const isShoot = model.trainingStatus === "preparing_photoshoot"
  return `${isShoot ? "Photoshoot" : "Training"} of ${modelName(model)}`
}
