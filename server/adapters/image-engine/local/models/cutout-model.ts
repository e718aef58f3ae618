import { readFile } from "node:fs/promises"
import { join } from "node:path"
import sharp from "sharp"
import { z } from "zod"
import type { Cover } from "#imaging/cutout/matting/cut-along.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { knownModels, sha256Of } from "./known-models.ts"
import type { Normalisation } from "./messages.ts"
import type { ModelProcess } from "./model-process.ts"
import { ModelProblem } from "./problem.ts"

const Triple = z.tuple([z.number(), z.number(), z.number()])

/** What of a Hugging Face `preprocessor_config.json` matters here; its names are theirs. */
const Preprocessing = z.object({
  image_mean: Triple.default([0.5, 0.5, 0.5]),
  image_std: Triple.default([0.5, 0.5, 0.5]),
  size: z
    .union([
      z.object({ width: z.int().positive(), height: z.int().positive() }),
      z.object({ shortest_edge: z.int().positive() }),
    ])
    .default({ shortest_edge: 512 }),
})

type Size = z.infer<typeof Preprocessing>["size"]

/** Sides that every matting network we know of can halve often enough are multiples of this. */
const sideStep = 32
/** Longest side of a photo that is shown to a model, and of what one of no fixed size is shown, in pixels. */
export const longestSide = 2048
/** Largest picture that a model may want, in pixels: ISNet wants 1024 × 1024 and takes 0.7 GB for it. */
const maxShownPixels = 2048 * 2048

/** A model for cut-outs as it is asked. */
export interface CutoutModel {
  file: string
  normalisation: Normalisation
  /** Name of the answer that is coverage; the first one when null. */
  output: string | null
  /** What to show to a model that takes any size. */
  size: Size
}

/**
 * The model of an operator's folder: as `preprocessor_config.json` beside it says, else as the table of known models.
 * @throws ModelProblem when that file is none
 */
export async function readCutoutModel(folder: string): Promise<CutoutModel> {
  const file = join(folder, "model.onnx")
  const text = await readFile(join(folder, "preprocessor_config.json"), "utf8").catch(() => null)
  if (text === null) {
    const sha256 = await sha256Of(file)
    const known = knownModels.find((model) => model.sha256 === sha256)
    if (known) {
      return { file, normalisation: known.normalisation, output: known.output, size: { shortest_edge: 512 } }
    }
  }
  try {
    const read = Preprocessing.parse(JSON.parse(text ?? "{}"))
    return { file, normalisation: { mean: read.image_mean, spread: read.image_std }, output: null, size: read.size }
  } catch {
    throw new ModelProblem(`${join(folder, "preprocessor_config.json")} is not what it must be.`)
  }
}

/** What a model says of a photo without alpha: how much of each pixel is product. @throws ModelProblem */
export async function findCover(models: ModelProcess, model: CutoutModel, photo: Picture): Promise<Cover> {
  return (await askModel(models, model, photo)).cover
}

/** The same with the most memory that the process ever took, in MB. @throws ModelProblem */
export async function askModel(
  models: ModelProcess,
  { file, normalisation, output, size }: CutoutModel,
  photo: Picture,
): Promise<{ cover: Cover; memoryMb: number }> {
  const facts = await models.describe(file)
  const any = sizeOf(photo, size)
  const [width, height] = [facts.width ?? any.width, facts.height ?? any.height]
  if (width * height > maxShownPixels) {
    throw new ModelProblem(`The model wants ${width} × ${height} pixels; at most 2048 × 2048 are taken.`)
  }
  const { data } = photo
  const raw = { width: photo.width, height: photo.height, channels: photo.channels }
  const pixels = await sharp(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), { raw })
    .removeAlpha()
    .resize(width, height, { fit: "fill", kernel: "linear" })
    .raw()
    .toBuffer()
  const { planes, memoryMb } = await models.run({ file, pixels, width, height, normalisation, output })
  if (planes.count !== 1) throw new ModelProblem(`The model gives ${planes.count} planes; coverage is one.`)
  return { cover: { width: planes.width, height: planes.height, data: planes.data }, memoryMb }
}

function sizeOf({ width, height }: Picture, size: Size): { width: number; height: number } {
  if ("width" in size) return size
  const scale = Math.min(size.shortest_edge / Math.min(width, height), longestSide / Math.max(width, height))
  const side = (pixels: number): number => Math.max(sideStep, Math.round((pixels * scale) / sideStep) * sideStep)
  return { width: side(width), height: side(height) }
}
