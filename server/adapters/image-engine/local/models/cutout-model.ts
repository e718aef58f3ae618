import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { type Cover, cutSoftly } from "#imaging/cutout/matting/cut-softly.ts"
import { checkPicture, type Picture } from "#imaging/pixels/picture.ts"
import { shrink } from "#imaging/pixels/resize.ts"
import type { OnnxRuntime, OnnxSession } from "./runtime.ts"
import { ModelAnswerError, runModel, tensorOf } from "./tensor.ts"

const triple = z.tuple([z.number(), z.number(), z.number()])

/** What of a Hugging Face `preprocessor_config.json` matters here; its names are theirs. */
const Preprocessing = z.object({
  image_mean: triple.default([0.5, 0.5, 0.5]),
  image_std: triple.default([0.5, 0.5, 0.5]),
  size: z
    .union([
      z.object({ width: z.int().positive(), height: z.int().positive() }),
      z.object({ shortest_edge: z.int().positive() }),
    ])
    .default({ shortest_edge: 512 }),
})
type Preprocessing = z.infer<typeof Preprocessing>

/** Sides that every matting network we know of can halve often enough are multiples of this. */
const sideStep = 32
/** Longest side that is shown to a model, in pixels: bounds its memory on very wide pictures. */
const longestSide = 2048

/** A product cut out by a model. */
export interface ModelCutout {
  picture: Picture
  /** How decided the model was, 0 to 1: near 1 where every pixel is either product or background. */
  confidence: number
}

/** A matting or segmentation model: colours in, coverage out. */
export interface CutoutModel {
  /** @throws ModelAnswerError; PictureError */
  cut(picture: Picture): Promise<ModelCutout>
}

/** Reads `model.onnx` and, if it is there, `preprocessor_config.json` of a folder. */
export async function openCutoutModel(runtime: OnnxRuntime, folder: string): Promise<CutoutModel> {
  const preprocessing = await readPreprocessing(join(folder, "preprocessor_config.json"))
  const session = await runtime.InferenceSession.create(join(folder, "model.onnx"))
  return { cut: (picture) => cut(picture, runtime, session, preprocessing) }
}

async function readPreprocessing(file: string): Promise<Preprocessing> {
  try {
    return Preprocessing.parse(JSON.parse(await readFile(file, "utf8")))
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return Preprocessing.parse({})
    throw error
  }
}

async function cut(
  picture: Picture,
  runtime: OnnxRuntime,
  session: OnnxSession,
  { image_mean: mean, image_std: spread, size }: Preprocessing,
): Promise<ModelCutout> {
  checkPicture(picture)
  const { width, height } = shownSize(picture, size)
  const shown = stretch(picture, width, height)
  const answer = await runModel(session, tensorOf(runtime, shown, { mean, spread }))
  if (answer.count !== 1) throw new ModelAnswerError(`it gave ${answer.count} planes instead of one`)
  const cover: Cover = { width: answer.width, height: answer.height, data: coverageOf(answer.data) }
  return { picture: cutSoftly(picture, cover), confidence: decidedness(cover.data) }
}

function shownSize({ width, height }: Picture, size: Preprocessing["size"]): { width: number; height: number } {
  if ("width" in size) return size
  const scale = Math.min(size.shortest_edge / Math.min(width, height), longestSide / Math.max(width, height))
  const side = (pixels: number): number => Math.max(sideStep, Math.round((pixels * scale) / sideStep) * sideStep)
  return { width: side(width), height: side(height) }
}

/** Averages when it shrinks, repeats pixels when it enlarges; models care little. */
function stretch(picture: Picture, width: number, height: number): Picture {
  const least = shrink(picture, Math.min(width, picture.width), Math.min(height, picture.height))
  const { channels } = least
  const data = new Uint8Array(width * height * channels)
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * least.height) / height) * least.width
    for (let x = 0; x < width; x++) {
      const from = (row + Math.floor((x * least.width) / width)) * channels
      data.set(least.data.subarray(from, from + channels), (y * width + x) * channels)
    }
  }
  return { width, height, channels, data }
}

/** Some models give coverage, some its logits; nothing but logits leaves 0 to 1 by more than rounding. */
function coverageOf(answer: Float32Array): Float32Array {
  const isLogits = answer.some((v) => v < -0.05 || v > 1.05)
  return answer.map((v) => Math.min(1, Math.max(0, isLogits ? 1 / (1 + Math.exp(-v)) : v)))
}

/** Mean of |2a − 1| where there is anything of the product; 0 when there is nothing. */
function decidedness(cover: Float32Array): number {
  let sum = 0
  let count = 0
  for (const a of cover) {
    if (a < 0.05) continue
    sum += Math.abs(2 * a - 1)
    count++
  }
  return count === 0 ? 0 : sum / count
}
