// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { findRegions, type Regions } from "#imaging/pixels/regions.ts"
import type { View } from "#imaging/pixels/view.ts"
import { fitMixture, type Mixture } from "./graph-cut/mixture.ts"

/** How many colours a ground has. */
const groundColours = 5
/** Chroma counts so much more than lightness, as in the colour models. */
const chroma = 2.2
/**
 * An opening is taken for a part of the product when its colour is so far from every colour of the ground, or the network takes
 * it so surely for product. Of 7 openings in the cut-outs of 40 real photos those that are true lie within 8 of the ground and
 * those that are not beyond 18.
 */
const foreign = { distance: 12, odds: 2 }

/** A mask, 1 is product, with every opening that is closed all around filled. */
export function fillOpenings(mask: Uint8Array, { width, height }: { width: number; height: number }): Uint8Array {
  const { labels, borderPixels } = openingsOf(mask, width, height)
  return mask.map((value, p) => (value === 1 || borderPixels[labels[p]!] === 0 ? 1 : 0))
}

/** The same, with only those filled through which no ground shows: a screen, a label, a lid of another colour. */
export function fillForeignOpenings(mask: Uint8Array, view: View, odds: Float32Array): Uint8Array {
  const { labels, borderPixels, areas } = openingsOf(mask, view.width, view.height)
  if (!borderPixels.some((pixels, label) => label > 0 && pixels === 0)) return mask
  const outside = mask.map((_, p) => (borderPixels[labels[p]!]! > 0 && labels[p] !== 0 ? 1 : 0))
  const ground = fitMixture(view, outside, 1, groundColours)
  if (ground === undefined) return mask
  const sums = Array.from(areas, () => ({ colour: [0, 0, 0], odds: 0 }))
  for (let p = 0; p < mask.length; p++) {
    const sum = sums[labels[p]!]!
    for (let c = 0; c < 3; c++) sum.colour[c] = sum.colour[c]! + view.channels[c]![p]!
    sum.odds += odds[p]!
  }
  const isForeign = sums.map(({ colour, odds: sum }, label) => {
    if (label === 0 || borderPixels[label]! > 0) return false
    const area = areas[label]!
    const mean = colour.map((value) => value / area)
    return sum / area > foreign.odds || distanceToNearest(ground, mean) > foreign.distance
  })
  return mask.map((value, p) => (value === 1 || isForeign[labels[p]!] === true ? 1 : 0))
}

/** @param colour Oklab times 100, as a view has it */
function distanceToNearest({ count, means }: Mixture, [lightness = 0, a = 0, b = 0]: readonly number[]): number {
  let nearest = Number.POSITIVE_INFINITY
  for (let k = 0; k < count; k++) {
    const [ownLightness = 0, ownA = 0, ownB = 0] = means.subarray(k * 3, k * 3 + 3)
    nearest = Math.min(nearest, Math.hypot(lightness - ownLightness, chroma * a - ownA, chroma * b - ownB))
  }
  return nearest
}

function openingsOf(mask: Uint8Array, width: number, height: number): Regions {
  return findRegions(
    mask.map((value) => 1 - value),
    width,
    height,
    4,
  )
}
