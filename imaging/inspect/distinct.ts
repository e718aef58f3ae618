// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

import { overlap } from "#imaging/cutout/confidence.ts"
import { fitMixture, mixtureCost } from "#imaging/cutout/mixture.ts"
import type { Scene } from "#imaging/cutout/scene.ts"
import type { Segmentation } from "#imaging/cutout/segment.ts"
import type { View } from "#imaging/cutout/view.ts"
import { boxMean } from "#imaging/pixels/box-mean.ts"
import { distanceTo } from "#imaging/pixels/distance.ts"

/** Half the side of the windows that are compared across the outline, in pixels. */
const reach = 8
/** Gaussians for each of the two, what was found and what lies around it. */
const gaussians = 5
/** Farther from the mask than this, in pixels, its colours are not its own blurred outline. */
const away = 6

/**
 * Seen where something was segmented on 27 empty practice grounds: contrast 1.3 and less, or 0.44 and more found again,
 * or two answers that share less than 0.07 and take a quarter of the picture; walls beside a floor and large tiles are
 * missed. On 35 whole photos of products: contrast 9 and more, 0.35 and less found again, and the answers share 0.24 and
 * more, but for one on stripes, which is smaller.
 */
const limits = { contrast: 3, foundAgain: 0.4, agreement: 0.1, disputedArea: 0.22 }

/**
 * Whether what was segmented stands out from its surroundings: on an empty ground a segmentation still finds some plank,
 * tile or patch of light. A product differs across its outline, its colours are not elsewhere in the picture, and
 * unrelated ways to find it agree.
 */
export function standsOut({ mask, findOther }: Segmentation, { view, isPlain }: Scene): boolean {
  const { width, height } = view
  const toMask = distanceTo(mask, 1, width, height)
  if (outlineContrast(mask, toMask, view) < limits.contrast) return false
  if (shareFoundAgain(mask, toMask, view) > limits.foundAgain) return false
  const area = mask.reduce((sum, value) => sum + value, 0)
  // on a plain ground one way is reliably the better one
  if (isPlain || area < limits.disputedArea * mask.length) return true
  return overlap(mask, findOther()) > limits.agreement
}

/** The difference of mean colours inside and outside, in the middle of the outline's places; 0 without an outline. */
function outlineContrast(mask: Uint8Array, toMask: Float32Array, view: View): number {
  const { width, height } = view
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
function shareFoundAgain(mask: Uint8Array, toMask: Float32Array, view: View): number {
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
