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
  const { samples } = film.planes
  const near: number[] = []
  for (let y = Math.ceil(from / step) * step; y < to; y += step) {
    for (let x = 0; x < film.width; x += step) {
      const i = planeIndex(film, x, y)
      if (samples[i]! > 0) continue
      listNeighbours(film, x, y, step, near)
      for (const name of summed) {
        const plane = film.planes[name]
        let sum = 0
        for (const other of near) sum += plane[other]!
        plane[i] = sum / near.length
      }
      film.planes.object[i] = film.planes.object[near[0]!]!
    }
  }
}

/** The two or four pixels of the coarser grid around a pixel, as many as lie inside the picture. */
function listNeighbours(film: Film, x: number, y: number, step: number, near: number[]): void {
  near.length = 0
  const across = x % (step * 2) === 0 ? [0] : [-step, step]
  const down = y % (step * 2) === 0 ? [0] : [-step, step]
  for (const dy of down) {
    for (const dx of across) {
      if (x + dx < film.width && y + dy < film.height) near.push(planeIndex(film, x + dx, y + dy))
    }
  }
}
