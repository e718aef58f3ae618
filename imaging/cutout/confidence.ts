import type { ProductOdds } from "./network/find-product.ts"

/**
 * From this confidence on a cut-out is shown without a warning. Of 154 development photos 39 reach it, and all of those
 * overlap by 0.97 and more.
 */
export const sureFrom = 0.9
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
 * How far a mask can be trusted, 0 to 1: what its overlap with the true mask is expected to lose, from how far the looks of
 * the network lie from it. The weights are what that cost on average on 154 development photos with known coverage
 * (bench/imaging/confidence.ts). How much the network leaves undecided tells nothing more.
 */
export function confidenceOf(mask: Uint8Array, found: ProductOdds): number {
  const loss = 0.022 + 0.54 * disagreement(mask, found)
  return Math.max(0, 1 - loss / hopelessLoss)
}

/** How unlike a mask the single looks of the network are: one less their overlap, on average. */
export function disagreement(mask: Uint8Array, { looks }: ProductOdds): number {
  const masks = looks.map((look) => Uint8Array.from(look, (value) => (value > 0 ? 1 : 0)))
  return masks.reduce((sum, own) => sum + 1 - overlap(mask, own), 0) / masks.length
}
