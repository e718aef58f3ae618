// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

import { highestNearby } from "#imaging/cutout/contrast/highest-nearby.ts"
import { boxMean } from "#imaging/pixels/box-mean.ts"
import { distanceTo } from "#imaging/pixels/distance.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { findRegions } from "#imaging/pixels/regions.ts"
import { type ColourPlanes, localColours } from "./local-colours.ts"

/** Above this noise of the ground, in byte levels, nothing can be said about a few pixels. */
const noisiest = 7
/** A sliver's mean colour may be this far from the ground's, in levels; product beside it must be this much farther. */
const alike = 2.5
const unlike = 25

/**
 * Opens gaps too thin for the working size, between stems or wires: groups of pixels that have exactly the colour of
 * the even ground around the product, with product of clearly another colour beside them.
 */
export function openSlivers(picture: Picture, mask: Uint8Array): Uint8Array {
  const { width, height } = picture
  const toMask = distanceTo(mask, 1, width, height)
  const ground = Float32Array.from(toMask, (distance) => (distance > 3 ? 1 : 0))
  const farthest = new Float32Array(mask.length)
  const differences = groundDifferences(picture, mask, ground)
  for (const plane of differences) {
    for (let p = 0; p < mask.length; p++) farthest[p] = Math.max(farthest[p]!, Math.abs(plane[p]!))
  }
  const noise = noiseOf(farthest, ground)
  if (noise > noisiest) return mask
  const limit = Math.max(4, 3 * noise)
  const isAlike = mask.map((value, p) => (value === 1 && farthest[p]! < limit ? 1 : 0))
  const opened = keepSlivers(isAlike, mask, differences, highestNearby(farthest, width, 3), width)
  if (!opened.includes(1)) return mask
  const toOpened = distanceTo(opened, 1, width, height)
  return mask.map((value, p) => (value === 1 && (toOpened[p]! > 1.5 || farthest[p]! > unlike) ? 1 : 0))
}

/** The picture minus the ground's colour around each place, over 3x3 pixels. */
function groundDifferences(picture: Picture, mask: Uint8Array, ground: Float32Array): ColourPlanes {
  const { width, height, channels, data } = picture
  const planes = localColours(picture, ground, mask, Math.round(0.05 * Math.min(width, height)))
  return planes.map((behind, c) =>
    boxMean(
      behind.map((value, p) => data[p * channels + c]! - value),
      width,
      height,
      1,
    ),
  ) as ColourPlanes
}

/** Median difference of the ground from itself; every seventh pixel is plenty. */
function noiseOf(farthest: Float32Array, ground: Float32Array): number {
  const values = farthest.filter((_, p) => p % 7 === 0 && ground[p] === 1).sort()
  return values[values.length >> 1] ?? 0
}

function keepSlivers(
  candidates: Uint8Array,
  mask: Uint8Array,
  differences: ColourPlanes,
  contrast: Float32Array,
  width: number,
): Uint8Array {
  const height = mask.length / width
  const { labels, areas } = findRegions(candidates, width, height, 4)
  const sums = Array.from(areas, () => ({ difference: [0, 0, 0], rim: 0, clear: 0 }))
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const p = y * width + x
      if (labels[p] === 0) continue
      const sum = sums[labels[p]!]!
      for (let c = 0; c < 3; c++) sum.difference[c] = sum.difference[c]! + differences[c]![p]!
      for (const q of [p - 1, p + 1, p - width, p + width]) {
        if (mask[q] === 0 || candidates[q] === 1) continue
        sum.rim++
        if (contrast[p]! > unlike) sum.clear++
      }
    }
  }
  const isOpen = Uint8Array.from(areas, (area, part) => {
    const { difference, rim, clear } = sums[part]!
    if (part === 0 || area < 8 || area > 0.01 * mask.length || rim < 0.5 * Math.sqrt(area)) return 0
    return clear > 0.8 * rim && difference.every((sum) => Math.abs(sum) < alike * area) ? 1 : 0
  })
  return mask.map((_, p) => isOpen[labels[p]!]!)
}
