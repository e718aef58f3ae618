// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { ProductOdds } from "./network/find-product.ts"

/**
 * A cut-out is shown without a warning when the looks of the network lie near it and contrast, which has learned nothing, says the
 * same. Of 40 real photos 5 pass (7 before what stands in a frame was called unsure), all with an overlap of 0.95 and more; of 12 renders of our own 11, 10 with 0.95 and more and one
 * with 0.94. GrabCut from the border as a second witness would make 13 of the 40 sure, for another second of work: a thing with
 * its mirror image nearly passes then. Both limits were chosen on these photos.
 */
const sure = { disagreement: 0.08, agreement: 0.93 }
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
 * the network lie from it. The weights are what that cost on average on 40 real photos and 24 renders of our own
 * (bench/imaging/confidence.ts).
 */
export function confidenceOf(mask: Uint8Array, found: ProductOdds): number {
  const loss = 0.054 + 0.44 * disagreement(mask, found)
  return Math.max(0, 1 - loss / hopelessLoss)
}

/** Whether a mask needs no warning; `other` is the answer by contrast alone. */
export function isSureOf(mask: Uint8Array, found: ProductOdds, other: Uint8Array): boolean {
  return disagreement(mask, found) <= sure.disagreement && overlap(mask, other) >= sure.agreement
}

/** How unlike a mask the single looks of the network are: one less their overlap, on average. */
export function disagreement(mask: Uint8Array, { looks }: ProductOdds): number {
  const own = new Uint8Array(mask.length)
  let sum = 0
  for (const look of looks) {
    for (let p = 0; p < own.length; p++) own[p] = Number(look[p]! > 0)
    sum += 1 - overlap(mask, own)
  }
  return sum / looks.length
}
