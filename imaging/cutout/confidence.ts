// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { distanceTo } from "#imaging/pixels/distance.ts"
import { abruptEdges } from "./abrupt-edges.ts"
import { highestNearby } from "./highest-nearby.ts"
import { outlineFoundAgain } from "./outline-again.ts"
import type { Scene } from "./scene.ts"

/** From this confidence on a cut-out is shown without a warning: about a tenth of the overlap is then expected to miss. */
export const sureFrom = 0.65
/** The loss of overlap with the true mask at which confidence is 0. */
const hopelessLoss = 0.3

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
 * How far a mask can be trusted, 0 to 1, from what tends to go wrong: much unlike background close by (a part was left
 * out), product of the background's colour, an outline of merely darker background (a shadow was taken for product) and
 * an outline without an edge. Each doubt costs the overlap it cost on average on 40 photos with known coverage (ridge
 * regression, weights not below zero). Many abrupt edges just outside are a fifth, too rare there to be fitted: a part of
 * the ground's own colour was left out. On textured grounds an outline that is found elsewhere is a sixth. Nothing here knows what a product or a person is.
 */
export function confidenceOf(mask: Uint8Array, scene: Scene): number {
  const { unlikeNearby, alike, shadowedRim, edgeless, strayEdges, patternOutline } = doubts(mask, scene)
  const loss =
    0.003 +
    0.235 * Math.min(0.5, unlikeNearby) +
    0.084 * alike +
    0.119 * Math.min(0.5, shadowedRim) +
    0.034 * Math.min(0.5, edgeless) +
    0.15 * Math.min(1, Math.max(0, strayEdges - 1.6)) +
    0.25 * Math.max(0, patternOutline - 0.1)
  return Math.max(0, 1 - loss / hopelessLoss)
}

interface Doubts {
  /** Pixels within 20 px outside that clearly differ from the background, relative to the mask's area. */
  unlikeNearby: number
  /** Share of the mask that no colour tells from the background. */
  alike: number
  /** Share of the six outermost pixels that could be background in less light. */
  shadowedRim: number
  /** Share of the outline with no edge clearly above the ground's own within a pixel. */
  edgeless: number
  /** Abrupt edge pixels 5 to 40 px outside, per outline pixel. */
  strayEdges: number
  /** Share of the outline that looks like another place of a textured ground. */
  patternOutline: number
}

function doubts(mask: Uint8Array, scene: Scene): Doubts {
  const { view, surface, gradient, noiseEdge, shadowFreeDistance, surfaceDistance } = scene
  const { width, height } = view
  const abrupt = abruptEdges(scene)
  const edge = highestNearby(gradient.magnitude, width, 1)
  const toMask = distanceTo(mask, 1, width, height)
  const depth = distanceTo(mask, 0, width, height)
  const sum = { area: 0, alike: 0, rim: 0, shadowed: 0, outline: 0, edgeless: 0, nearby: 0, stray: 0 }
  for (let p = 0; p < mask.length; p++) {
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
      if (edge[p]! < 1.5 * noiseEdge) sum.edgeless++
    }
  }
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
  return {
    unlikeNearby: share(sum.nearby, sum.area),
    alike: share(sum.alike, sum.area),
    shadowedRim: share(sum.shadowed, sum.rim),
    edgeless: share(sum.edgeless, sum.outline),
    strayEdges: share(sum.stray, sum.outline),
    patternOutline: scene.isPlain ? 0 : outlineFoundAgain(mask, view),
  }
}
