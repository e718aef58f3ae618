// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { findRegions, largestArea } from "#imaging/pixels/regions.ts"
import type { View } from "#imaging/pixels/view.ts"
import { grabCut, seed } from "./graph-cut/grabcut.ts"

/** Log odds beyond which a pixel's side is certain. */
const certainOdds = 3
/**
 * How much more the odds count than colours. Mean overlap, and share with 0.9 and more, of 40 real photos at 1, 2, 4 and 8:
 * 0.900 and 65 %, 0.897 and 65 %, 0.901 and 68 %, 0.895 and 63 %, before frames were cropped; of 12 renders of our own mean
 * overlap 0.932, 0.932, 0.933 and 0.921. Chosen on these photos. A second round of colour models changes nothing.
 */
const oddsWeight = 4

/**
 * The cheapest cut by how likely each pixel is product, colours and edges; 1 is product. Where the network is certain of no
 * pixel it saw nothing: an empty sheet, a plank or a wall gives 1.2 at the most.
 */
export function networkCut(view: View, odds: Float32Array): Uint8Array {
  if (!odds.some((value) => value > certainOdds)) return new Uint8Array(odds.length)
  const seeds = Uint8Array.from(odds, (value) => {
    if (value < -certainOdds) return seed.background
    if (value > certainOdds) return seed.object
    return value > 0 ? seed.likelyObject : seed.likelyBackground
  })
  const lean = odds.map((value) => oddsWeight * value)
  return dropDoubtful(grabCut(view, seeds, 1, lean), odds, view)
}

/**
 * A piece apart from the largest, smaller than this share of it and with lower mean log odds, is taken for ground.
 * Of 154 development photos: mean overlap 0.953 instead of 0.951.
 */
const doubtful = { share: 0.3, odds: 3 }

function dropDoubtful(mask: Uint8Array, odds: Float32Array, { width, height }: View): Uint8Array {
  const regions = findRegions(mask, width, height, 8)
  const { labels, areas } = regions
  const sums = new Float64Array(areas.length)
  for (let p = 0; p < mask.length; p++) sums[labels[p]!] = sums[labels[p]!]! + odds[p]!
  const least = doubtful.share * largestArea(regions)
  return mask.map((value, p) => {
    const area = areas[labels[p]!]!
    return value === 1 && area < least && sums[labels[p]!]! < doubtful.odds * area ? 0 : value
  })
}
