// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

import { outlineFoundAgain } from "#imaging/cutout/contrast/outline-again.ts"
import type { Scene } from "#imaging/cutout/contrast/scene.ts"
import { fitMixture, mixtureCost } from "#imaging/cutout/graph-cut/mixture.ts"
import { boxMean } from "#imaging/pixels/box-mean.ts"
import { distanceTo } from "#imaging/pixels/distance.ts"
import type { View } from "#imaging/pixels/view.ts"

/** Half the side of the windows that are compared across the outline, in pixels. */
const reach = 8

/** Gaussians for each of the two, what was found and what lies around it. */
const gaussians = 5
/** Farther from the mask than this, in pixels, its colours are not its own blurred outline. */
const away = 6

/**
 * Seen where something was segmented on empty practice grounds: contrast 5.8 and less, or half of the outline and more
 * found again, or, on bricks, contrast 6.8 and 0.28 of it, or, on the veins of marble, 0.24 of it and colours that take
 * 0.2 of its area elsewhere. On 16 photos of products: contrast 9.8 and more, 0.26 of the outline and less, colours 0.09.
 */
const limits = { contrast: 6, outline: 0.5, doubt: { outline: 0.2, contrast: 8.5, colours: 0.15 } }

/**
 * Whether what was segmented stands out from its surroundings: on an empty ground a segmentation still finds some plank,
 * tile or patch of light. A product differs across its outline, and its outline is nowhere else in the picture, nor,
 * where that is in doubt, its colours.
 */
export function standsOut(mask: Uint8Array, { view }: Scene): boolean {
  const contrast = outlineContrast(mask, view)
  if (contrast < limits.contrast) return false
  const again = outlineFoundAgain(mask, view)
  if (again > limits.outline) return false
  if (again <= limits.doubt.outline) return true
  return contrast >= limits.doubt.contrast && shareFoundAgain(mask, view) <= limits.doubt.colours
}

/** Whether what was segmented is a piece of a pattern, however far it reaches: its outline goes on elsewhere. */
export function isOfPattern(mask: Uint8Array, { view }: Scene): boolean {
  return outlineFoundAgain(mask, view) > limits.outline
}

/** The difference of mean colours inside and outside, in the middle of the outline's places; 0 without an outline. */
function outlineContrast(mask: Uint8Array, view: View): number {
  const { width, height } = view
  const toMask = distanceTo(mask, 1, width, height)
  const depth = distanceTo(mask, 0, width, height)
  const inside = Float32Array.from(depth, (distance) => (distance >= 2 ? 1 : 0))
  const outside = Float32Array.from(toMask, (distance) => (distance >= 2 ? 1 : 0))
  const mean = (plane: Float32Array): Float32Array => boxMean(plane, width, height, reach)
  const [insideShare, outsideShare] = [mean(inside), mean(outside)]
  const squared = new Float32Array(mask.length)
  for (let c = 0; c < 3; c++) {
    const plane = view.channels[c]!
    const scale = c === 0 ? 1 : 2.2
    const own = mean(plane.map((value, p) => value * inside[p]!))
    const around = mean(plane.map((value, p) => value * outside[p]!))
    for (let p = 0; p < squared.length; p++) {
      squared[p] = squared[p]! + (scale * (own[p]! / insideShare[p]! - around[p]! / outsideShare[p]!)) ** 2
    }
  }
  const least = 4 / (2 * reach + 1) ** 2
  const contrasts = squared
    .filter((_, p) => mask[p] === 1 && depth[p]! <= 1 && insideShare[p]! > least && outsideShare[p]! > least)
    .sort()
  return Math.sqrt(contrasts[contrasts.length >> 1] ?? 0)
}

/** Pixels away from the mask that fit its colours better than those of its surroundings, relative to its area. */
function shareFoundAgain(mask: Uint8Array, view: View): number {
  const toMask = distanceTo(mask, 1, view.width, view.height)
  const near = Uint8Array.from(toMask, (distance) => (distance > 3 ? 0 : 1))
  const own = fitMixture(view, mask, 1, gaussians)
  const around = fitMixture(view, near, 0, gaussians)
  if (own === undefined || around === undefined) return 0
  const [ownCost, aroundCost] = [mixtureCost(view, own), mixtureCost(view, around)]
  let area = 0
  let again = 0
  for (let p = 0; p < mask.length; p++) {
    if (mask[p] === 1) area++
    else if (toMask[p]! > away && ownCost[p]! < aroundCost[p]!) again++
  }
  return again / area
}
