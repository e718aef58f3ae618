// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { type Film, planeIndex } from "#imaging/render/trace/film.ts"

/** Surfaces whose own colours differ by more in sum are told apart, as are those whose normals do by more, squared. */
const colourStep = 0.12
const normalStep = 0.15

/**
 * Whether the grid twice as coarse has met different things around a pixel that the grid of every `step`th one adds to it, or
 * something that paths go through. Reads pixels of the coarser grid alone, which get no samples meanwhile.
 */
export function isNearEdge(film: Film, step: number, x: number, y: number): boolean {
  const { samples, described, object } = film.planes
  const coarse = step * 2
  const left = Math.floor(x / coarse) * coarse
  const top = Math.floor(y / coarse) * coarse
  if (x === left && y === top) return false
  let known = -1
  for (let dy = 0; dy <= coarse; dy += coarse) {
    if (top + dy >= film.height) break
    for (let dx = 0; dx <= coarse; dx += coarse) {
      if (left + dx >= film.width) break
      const i = planeIndex(film, left + dx, top + dy)
      if (samples[i] === 0) continue
      if (described[i]! < samples[i]!) return true
      if (known < 0) known = i
      else if (object[i] !== object[known] || differ(film, i, known)) return true
    }
  }
  return false
}

function differ({ planes: p }: Film, one: number, other: number): boolean {
  const a = 1 / p.described[one]!
  const b = 1 / p.described[other]!
  const between = (plane: Float32Array): number => plane[one]! * a - plane[other]! * b
  const colour = Math.abs(between(p.albedoRed)) + Math.abs(between(p.albedoGreen)) + Math.abs(between(p.albedoBlue))
  const normal = between(p.normalX) ** 2 + between(p.normalY) ** 2 + between(p.normalZ) ** 2
  return colour > colourStep || normal > normalStep
}
