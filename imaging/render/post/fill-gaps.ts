// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { type Film, type PlaneName, planeIndex } from "#imaging/render/trace/film.ts"

/** What is summed over samples, and so can be averaged between pixels. */
const summed: readonly PlaneName[] = [
  ...(["red", "green", "blue", "albedoRed", "albedoGreen", "albedoBlue"] as const),
  ...(["normalX", "normalY", "normalZ", "depth", "described"] as const),
  ...(["luminance", "luminanceSquared", "samples"] as const),
]

/**
 * Gives pixels that time ran out for the mean of their neighbours on the grid that is twice as coarse. Rows `from` to
 * `to` of the grid of every `step`th pixel; every pixel of the coarser grid must have its samples.
 */
export function fillGaps(film: Film, step: number, from: number, to: number): void {
  const { samples, object } = film.planes
  const planes = summed.map((name) => film.planes[name])
  const gaps = new Int32Array(film.width)
  for (let y = Math.ceil(from / step) * step; y < to; y += step) {
    const isBetweenRows = y % (step * 2) !== 0
    const down = isBetweenRows ? [-step, step].filter((dy) => y + dy < film.height) : [0]
    const fill = (first: number, end: number, across: readonly number[]): void => {
      const near = down.flatMap((dy) => across.map((dx) => dy * film.stride + dx))
      let count = 0
      for (let x = first; x < end; x += step * 2) {
        const i = planeIndex(film, x, y)
        if (samples[i]! > 0) continue
        gaps[count++] = i
        object[i] = object[i + near[0]!]!
      }
      // One plane after the other: what lies side by side in memory is read together.
      for (const plane of planes) {
        for (let n = 0; n < count; n++) plane[gaps[n]!] = meanOf(plane, gaps[n]!, near)
      }
    }
    // Pixels straight below those of the coarser grid, those between them, and the last one where nothing is to its right.
    if (isBetweenRows) fill(0, film.width, [0])
    fill(step, film.width - step, [-step, step])
    const last = Math.floor((film.width - 1) / step) * step
    if (last % (step * 2) !== 0) fill(last, film.width, [-step])
  }
}

function meanOf(plane: Float32Array, i: number, near: readonly number[]): number {
  let sum = 0
  for (let n = 0; n < near.length; n++) sum += plane[i + near[n]!]!
  return sum / near.length
}
