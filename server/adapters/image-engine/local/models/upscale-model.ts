// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { setImmediate } from "node:timers/promises"
import { checkPicture, type Picture } from "#imaging/pixels/picture.ts"
import { readTile, tilesOf } from "#imaging/upscale/tile.ts"
import type { UpscaleFactor } from "#imaging/upscale/upscale.ts"
import type { ModelProcess } from "./model-process.ts"
import { ModelProblem } from "./problem.ts"

/** Side of the pieces shown to the model and what it sees around them, in pixels. Together a multiple of 8 and of 16. */
const tileSide = 160
const tileMargin = 16

const normalisation = { mean: [0, 0, 0], spread: [1, 1, 1] } as const

/**
 * Enlarges a picture with a super-resolution model, piece by piece, into `result`; alpha is left out.
 * @throws ModelProblem; PictureError; the signal's reason
 */
export async function enlargeByModel(
  models: ModelProcess,
  file: string,
  { picture, factor, result }: { picture: Picture; factor: UpscaleFactor; result: Picture },
  { signal, onProgress }: { signal: AbortSignal; onProgress(fraction: number): void },
): Promise<void> {
  checkPicture(picture)
  const tiles = [...tilesOf(picture.width, picture.height, tileSide)]
  for (const [done, { x, y }] of tiles.entries()) {
    signal.throwIfAborted()
    // Always the whole size: many models accept one size only. Beyond the picture its border repeats.
    const shown = readTile(picture, { x, y, width: tileSide, height: tileSide }, tileMargin)
    const pixels = withoutAlpha(shown)
    const { planes } = await models.run({
      file,
      pixels,
      width: shown.width,
      height: shown.height,
      normalisation,
      output: null,
    })
    const { count, width, height, data } = planes
    if (count !== 3 || width !== shown.width * factor || height !== shown.height * factor) {
      throw new ModelProblem(`The model made ${count} × ${height} × ${width} instead of ×${factor}.`)
    }
    writeTile(data, result, x * factor, y * factor, factor)
    onProgress((done + 1) / tiles.length)
    await setImmediate()
  }
}

function withoutAlpha({ width, height, data }: { width: number; height: number; data: ArrayLike<number> }): Uint8Array {
  const pixels = new Uint8Array(width * height * 3)
  for (let p = 0; p < width * height; p++) for (let c = 0; c < 3; c++) pixels[p * 3 + c] = data[p * 4 + c]!
  return pixels
}

function writeTile(answer: Uint8Array, result: Picture, left: number, top: number, factor: number): void {
  const stride = (tileSide + 2 * tileMargin) * factor
  const margin = tileMargin * factor
  const bottom = Math.min(result.height, top + tileSide * factor)
  const right = Math.min(result.width, left + tileSide * factor)
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const from = (y - top + margin) * stride + x - left + margin
      for (let c = 0; c < 3; c++) {
        result.data[(y * result.width + x) * 3 + c] = answer[c * stride * stride + from]!
      }
    }
  }
}
