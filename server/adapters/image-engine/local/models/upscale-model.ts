// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { join } from "node:path"
import { checkPicture, type Picture } from "#imaging/pixels/picture.ts"
import { readTile, tilesOf } from "#imaging/upscale/tile.ts"
import type { UpscaleFactor } from "#imaging/upscale/upscale.ts"
import type { OnnxRuntime } from "./runtime.ts"
import { ModelAnswerError, runModel, tensorOf } from "./tensor.ts"

/** Side of the pieces shown to the model and what it sees around them, in pixels. Together a multiple of 8 and of 16. */
const tileSide = 160
const tileMargin = 16

const asIs = { mean: [0, 0, 0], spread: [1, 1, 1] } as const

/** A super-resolution model: colours in, more of them out. */
export interface UpscaleModel {
  /** The picture `factor` times as large, without alpha. @throws ModelAnswerError; PictureError */
  enlarge(picture: Picture): Promise<Picture>
}

/** Reads `model.onnx` of a folder; it must enlarge by exactly `factor`. */
export async function openUpscaleModel(
  runtime: OnnxRuntime,
  folder: string,
  factor: UpscaleFactor,
): Promise<UpscaleModel> {
  const session = await runtime.InferenceSession.create(join(folder, "model.onnx"))
  return {
    async enlarge(picture) {
      checkPicture(picture)
      const width = picture.width * factor
      const height = picture.height * factor
      const result = { width, height, channels: 3 as const, data: new Uint8ClampedArray(width * height * 3) }
      for (const { x, y } of tilesOf(picture.width, picture.height, tileSide)) {
        // Always the whole size: many models accept one size only. Beyond the picture its border repeats.
        const shown = readTile(picture, { x, y, width: tileSide, height: tileSide }, tileMargin)
        const answer = await runModel(session, tensorOf(runtime, { ...shown, channels: 4 }, asIs))
        const { count } = answer
        if (count !== 3 || answer.width !== shown.width * factor || answer.height !== shown.height * factor) {
          throw new ModelAnswerError(`it made ${count} × ${answer.height} × ${answer.width} instead of ×${factor}`)
        }
        writeTile(answer.data, result, x * factor, y * factor, factor)
      }
      return result
    },
  }
}

function writeTile(answer: Float32Array, result: Picture, left: number, top: number, factor: number): void {
  const stride = (tileSide + 2 * tileMargin) * factor
  const margin = tileMargin * factor
  const bottom = Math.min(result.height, top + tileSide * factor)
  const right = Math.min(result.width, left + tileSide * factor)
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const from = (y - top + margin) * stride + x - left + margin
      for (let c = 0; c < 3; c++) {
        result.data[(y * result.width + x) * 3 + c] = answer[c * stride * stride + from]! * 255
      }
    }
  }
}
