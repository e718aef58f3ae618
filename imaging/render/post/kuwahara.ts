// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { type Film, type PlaneName, planeIndex } from "#imaging/render/trace/film.ts"

/** Names of three planes that hold one picture. */
export type ColorPlanes = readonly [PlaneName, PlaneName, PlaneName]

// Windows around the pixel as multiples of the radius: where each begins; all are one radius wide.
const windows = [
  [-1, -1],
  [0, -1],
  [-1, 0],
  [0, 0],
  [-0.5, -1],
  [-0.5, 0],
  [-1, -0.5],
  [0, -0.5],
] as const

/**
 * Paints with a soft Kuwahara filter (Kuwahara et al. 1976, weights after Papari et al. 2007): each pixel
 * becomes the mean of the calmest windows around it, so that areas flatten and edges stay.
 */
export function paintRows(
  film: Film,
  from: number,
  to: number,
  source: ColorPlanes,
  target: ColorPlanes,
  radius: number,
): void {
  const { width, height, planes } = film
  const top = Math.max(0, from - radius)
  const bottom = Math.min(height, to + radius + 1)
  const rowSize = (width + 1) * 4
  // Sums over everything above and to the left: red, green, blue, squared luminance.
  const sums = new Float64Array((bottom - top + 1) * rowSize)
  const [red, green, blue] = source.map((name) => planes[name]) as [Float32Array, Float32Array, Float32Array]
  for (let y = top; y < bottom; y++) {
    const line = [0, 0, 0, 0]
    for (let x = 0; x < width; x++) {
      const i = planeIndex(film, x, y)
      const light = 0.3 * red[i]! + 0.6 * green[i]! + 0.1 * blue[i]!
      line[0]! += red[i]!
      line[1]! += green[i]!
      line[2]! += blue[i]!
      line[3]! += light * light
      const at = (y - top + 1) * rowSize + (x + 1) * 4
      for (let c = 0; c < 4; c++) sums[at + c] = line[c]! + sums[at + c - rowSize]!
    }
  }
  const [outRed, outGreen, outBlue] = target.map((name) => planes[name]) as [Float32Array, Float32Array, Float32Array]
  for (let y = from; y < to; y++) {
    for (let x = 0; x < width; x++) {
      let weights = 0
      let r = 0
      let g = 0
      let b = 0
      for (const [wx, wy] of windows) {
        const left = x + Math.ceil(wx * radius)
        const upper = y + Math.ceil(wy * radius)
        const x0 = Math.max(0, left)
        const y0 = Math.max(top, upper)
        const x1 = Math.min(width, left + radius + 1)
        const y1 = Math.min(bottom, upper + radius + 1)
        const count = (x1 - x0) * (y1 - y0)
        if (x1 <= x0 || y1 <= y0) continue
        const p = (y1 - top) * rowSize + x1 * 4
        const q = (y1 - top) * rowSize + x0 * 4
        const s = (y0 - top) * rowSize + x1 * 4
        const t = (y0 - top) * rowSize + x0 * 4
        const mr = (sums[p]! - sums[q]! - sums[s]! + sums[t]!) / count
        const mg = (sums[p + 1]! - sums[q + 1]! - sums[s + 1]! + sums[t + 1]!) / count
        const mb = (sums[p + 2]! - sums[q + 2]! - sums[s + 2]! + sums[t + 2]!) / count
        const squares = (sums[p + 3]! - sums[q + 3]! - sums[s + 3]! + sums[t + 3]!) / count
        const light = 0.3 * mr + 0.6 * mg + 0.1 * mb
        const variance = Math.max(0, squares - light * light)
        const calm = 1 / (1 + variance * variance * 0.02)
        const weight = calm * calm + 1e-9
        weights += weight
        r += weight * mr
        g += weight * mg
        b += weight * mb
      }
      const i = planeIndex(film, x, y)
      outRed[i] = r / weights
      outGreen[i] = g / weights
      outBlue[i] = b / weights
    }
  }
}
