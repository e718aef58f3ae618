// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { type Film, planeIndex } from "#imaging/render/trace/film.ts"
import type { ColorPlanes } from "./kuwahara.ts"

/** Lines that such a console drew over the shorter side. */
const linesOfShortSide = 300
/** Levels per channel of 16-bit colour, before dithering. */
const levels = 24
const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5] as const

/** Pixels of the picture per pixel of the console. */
const cellOf = (film: Film): number => Math.max(1, Math.min(film.width, film.height) / linesOfShortSide)

/** Large pixels in few colours with an ordered dither. */
export function pixelateRows(film: Film, from: number, to: number, source: ColorPlanes, target: ColorPlanes): void {
  const { width, height, planes } = film
  const cell = cellOf(film)
  const step = 255 / (levels - 1)
  for (let y = from; y < to; y++) {
    const cy = Math.floor(y / cell)
    const sy = Math.min(height - 1, Math.floor((cy + 0.5) * cell))
    for (let x = 0; x < width; x++) {
      const cx = Math.floor(x / cell)
      const sx = Math.min(width - 1, Math.floor((cx + 0.5) * cell))
      const at = planeIndex(film, sx, sy)
      const dither = bayer[(cy & 3) * 4 + (cx & 3)]! / 16 - 0.5
      const i = planeIndex(film, x, y)
      const own = [planes[source[0]][at]!, planes[source[1]][at]!, planes[source[2]][at]!]
      const grey = 0.3 * own[0]! + 0.6 * own[1]! + 0.1 * own[2]!
      for (let c = 0; c < 3; c++) {
        const vivid = grey + (own[c]! - grey) * 1.22
        planes[target[c]!][i] = Math.max(0, Math.min(255, Math.round((vivid + dither * step * 0.8) / step) * step))
      }
    }
  }
}

/** The television: pixels melt a little into each other, and every other line is darker. */
export function televisionRows(film: Film, from: number, to: number, source: ColorPlanes, target: ColorPlanes): void {
  const { width, height, planes } = film
  const cell = cellOf(film)
  const reach = Math.max(1, Math.round(cell * 0.4))
  for (let y = from; y < to; y++) {
    const scan = 0.965 + 0.035 * Math.cos((y / cell) * Math.PI * 2)
    const y0 = Math.max(0, y - reach)
    const y1 = Math.min(height - 1, y + reach)
    for (let x = 0; x < width; x++) {
      const a = planeIndex(film, x, y)
      const b = planeIndex(film, Math.max(0, x - reach), y)
      const c = planeIndex(film, Math.min(width - 1, x + reach), y)
      const d = planeIndex(film, x, y0)
      const e = planeIndex(film, x, y1)
      for (let k = 0; k < 3; k++) {
        const p = planes[source[k]!]
        planes[target[k]!][a] = (p[a]! * 4 + p[b]! + p[c]! + p[d]! + p[e]!) * 0.125 * scan + 3
      }
    }
  }
}
