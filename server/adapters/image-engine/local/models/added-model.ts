import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import type { CutoutModel } from "./cutout-model.ts"

const Triple = z.tuple([z.number(), z.number(), z.number()])

/** What is written beside an added model, once it has worked. */
export const AddedFacts = z.object({
  title: z.string(),
  version: z.string(),
  normalisation: z.object({ mean: Triple, spread: Triple }),
  output: z.string(),
  /** What its process took at the most when it was tried, in MB. */
  memoryMb: z.number(),
})
export type AddedFacts = z.infer<typeof AddedFacts>

/** Folder of the added model for cut-outs: `model.onnx`, `about.json` and the runtime in `node_modules`. */
export function addedCutoutFolder(modelsDir: string): string {
  return join(modelsDir, "cut-out")
}

/** The model that an operator added; null where there is none, or a folder that was not finished. */
export async function readAdded(modelsDir: string): Promise<{ model: CutoutModel; facts: AddedFacts } | null> {
  const folder = addedCutoutFolder(modelsDir)
  const text = await readFile(join(folder, "about.json"), "utf8").catch(() => null)
  const file = join(folder, "model.onnx")
  if (text === null || !existsSync(file)) return null
  const facts = AddedFacts.parse(JSON.parse(text))
  const { normalisation, output } = facts
  return { model: { file, normalisation, output, size: { shortest_edge: 512 } }, facts }
}
