// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { distanceTo } from "#imaging/pixels/distance.ts"
import { abruptEdges } from "./abrupt-edges.ts"
import type { Scene } from "./scene.ts"

/** From this confidence on a cut-out is shown without a warning. Found on 40 photos with known coverage. */
export const sureFrom = 0.65

/** Overlap of two masks over their union, 0 to 1; two empty masks agree on nothing. */
export function overlap(a: Uint8Array, b: Uint8Array): number {
  let both = 0
  let either = 0
  for (let p = 0; p < a.length; p++) {
    if (a[p] === 1 && b[p] === 1) both++
    if (a[p] === 1 || b[p] === 1) either++
  }
  return either === 0 ? 0 : both / either
}

/**
 * How far a mask can be trusted, 0 to 1, from what tends to go wrong: an outline of merely darker background (a shadow
 * was taken for product), abrupt edges just outside (a part was left out), product of the background's colour, much
 * unlike background close by, weak edges along the outline, and a second opinion that disagrees. Each doubt takes its
 * share off; nothing here knows what a product or a person is.
 */
export function confidenceOf(mask: Uint8Array, other: Uint8Array, scene: Scene): number {
  const { shadowedRim, strayEdges, alike, unlikeNearby, edgeStrength } = doubts(mask, scene)
  return (
    (1 - Math.min(0.3, shadowedRim)) *
    (1 - Math.min(1, Math.max(0, strayEdges - 1.6))) *
    (1 - 0.3 * alike) *
    (1 - 0.4 * Math.min(0.4, unlikeNearby)) *
    (1 - 0.4 * Math.max(0, 0.5 - edgeStrength)) *
    (0.9 + 0.1 * overlap(mask, other))
  )
}

interface Doubts {
  /** Share of the six outermost pixels that could be background in less light. */
  shadowedRim: number
  /** Abrupt edge pixels 5 to 40 px outside, per outline pixel. */
  strayEdges: number
  /** Share of the mask that no colour tells from the background. */
  alike: number
  /** Pixels within 20 px outside that clearly differ from the background, relative to the mask's area. */
  unlikeNearby: number
  /** Mean edge strength along the outline against three times the noise, 0 to 1. */
  edgeStrength: number
}

function doubts(mask: Uint8Array, scene: Scene): Doubts {
  const { view, surface, gradient, noiseEdge, shadowFreeDistance, surfaceDistance } = scene
  const { width, height } = view
  const abrupt = abruptEdges(scene)
  const toMask = distanceTo(mask, 1, width, height)
  const depth = distanceTo(mask, 0, width, height)
  const sum = { area: 0, alike: 0, rim: 0, shadowed: 0, outline: 0, edge: 0, nearby: 0, stray: 0 }
  for (let p = width; p < mask.length - width; p++) {
    if (mask[p] === 0) {
      if (toMask[p]! < 20 && surfaceDistance[p]! > 5) sum.nearby++
      if (toMask[p]! > 5 && toMask[p]! < 40 && abrupt[p] === 1) sum.stray++
      continue
    }
    sum.area++
    if (shadowFreeDistance[p]! < 3) sum.alike++
    if (depth[p]! < 6) {
      sum.rim++
      if (shadowFreeDistance[p]! < 5 && view.channels[0][p]! < surface.channels[0][p]!) sum.shadowed++
    }
    if (depth[p]! <= 1) {
      sum.outline++
      sum.edge += gradient.magnitude[p]! / (gradient.magnitude[p]! + 3 * noiseEdge)
    }
  }
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
  return {
    shadowedRim: share(sum.shadowed, sum.rim),
    strayEdges: share(sum.stray, sum.outline),
    alike: share(sum.alike, sum.area),
    unlikeNearby: share(sum.nearby, sum.area),
    edgeStrength: share(sum.edge, sum.outline),
  }
}
