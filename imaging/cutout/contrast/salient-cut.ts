// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

import { grabCut, seed } from "#imaging/cutout/graph-cut/grabcut.ts"
import { findRegions, largestArea } from "#imaging/pixels/regions.ts"
import type { Scene } from "./scene.ts"

/** Colour models seeded by the saliency: finds what the region tree cannot, a product on a background of strong edges. */
export function salientCut(scene: Scene): Uint8Array {
  const { saliency, view } = scene
  const { width, height } = view
  const mean = saliency.reduce((sum, value) => sum + value, 0) / saliency.length
  const seeds = new Uint8Array(saliency.length)
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      const value = saliency[p]!
      if (x < 2 || y < 2 || x > width - 3 || y > height - 3) seeds[p] = seed.background
      else if (value > Math.max(0.75, 2.5 * mean)) seeds[p] = seed.object
      else if (value > Math.max(0.42, 1.5 * mean)) seeds[p] = seed.likelyObject
      else seeds[p] = value < Math.min(0.12, mean) ? seed.background : seed.likelyBackground
    }
  }
  return withoutCrumbs(grabCut(view, seeds, 3), scene)
}

function withoutCrumbs(mask: Uint8Array, { view }: Scene): Uint8Array {
  const { width, height } = view
  const parts = findRegions(mask, width, height, 8)
  const least = 0.05 * largestArea(parts)
  const kept = mask.map((_, p) => (parts.labels[p]! > 0 && parts.areas[parts.labels[p]!]! >= least ? 1 : 0))
  const gaps = findRegions(
    kept.map((value) => 1 - value),
    width,
    height,
    4,
  )
  return kept.map((value, p) => {
    const gap = gaps.labels[p]!
    return gap > 0 && gaps.borderPixels[gap] === 0 && gaps.areas[gap]! < 0.004 * mask.length ? 1 : value
  })
}
