// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

import { grabCut, seed } from "#imaging/cutout/graph-cut/grabcut.ts"
import { findRegions } from "#imaging/pixels/regions.ts"
import type { Scene } from "./scene.ts"

/** Within this of the background's colour in less light (sigmas) a dark pixel may be shade; below the second it likely is. */
const shadeReach = 9
const likelyReach = 5

/**
 * Takes off what the flood of soft shade cannot: contact shadows with hard rims and with light bounced off the product.
 * Colour models decide between product and ground for the doubtful dark pixels alone; what they call ground goes if it
 * borders the outside.
 */
export function cutDeepShade(mask: Uint8Array, scene: Scene): Uint8Array {
  const { view, surface, shadowFreeDistance } = scene
  const { width, height } = view
  const seeds = mask.map((value, p) => {
    if (value === 0) return seed.background
    const isDarker = view.channels[0][p]! < surface.channels[0][p]! - 2
    if (!isDarker || shadowFreeDistance[p]! > shadeReach) return seed.object
    return shadowFreeDistance[p]! < likelyReach ? seed.likelyBackground : seed.likelyObject
  })
  const kept = grabCut(view, seeds, 2)
  const taken = mask.map((value, p) => (value === 1 && kept[p] === 0 ? 1 : 0))
  const { labels, count } = findRegions(taken, width, height, 4)
  const isOuter = new Uint8Array(count + 1)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const p = y * width + x
      if (labels[p] === 0) continue
      if (mask[p - 1] === 0 || mask[p + 1] === 0 || mask[p - width] === 0 || mask[p + width] === 0)
        isOuter[labels[p]!] = 1
    }
  }
  return mask.map((value, p) => (value === 1 && isOuter[labels[p]!] === 0 ? 1 : 0))
}
