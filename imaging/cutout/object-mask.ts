// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { distanceTo } from "#imaging/pixels/distance.ts"
import { findRegions, largestArea } from "#imaging/pixels/regions.ts"
import { grabCut, seed } from "./grabcut.ts"
import { bestRegions, borderTouch, type RankedRegion, rankRegions, stabilityOf } from "./pick-regions.ts"
import { borderStrip, regionMask } from "./region-tree.ts"
import type { Scene } from "./scene.ts"

/** The product's rough mask from the region tree, before shadows, holes and edges are looked after. */
export function treeMask(scene: Scene): Uint8Array {
  const ranked = rankRegions(scene)
  const picked = bestRegions(ranked, scene)
  if (picked === undefined || picked.best.score < 0.03)
    return scene.saliency.map((value) => (value > 0.5 ? 1 : 0)) as unknown as Uint8Array
  if (scene.isPlain) return withWeakParts(picked.mask, picked.best, ranked, scene)
  const tree = mostSalientRegion(ranked, scene)
  const cut = salientCut(scene)
  return tree !== undefined && tree.agreement >= 0.92 * agreementWithSaliency(cut, scene.saliency) ? tree.mask : cut
}

/**
 * Hysteresis: takes in what the weakest enclosing region adds, as long as that region does not spill, and only parts
 * that are more than a thin outline and not a shadow.
 */
function withWeakParts(mask: Uint8Array, best: RankedRegion, ranked: RankedRegion[], scene: Scene): Uint8Array {
  const { width, height } = scene.view
  let weakest: RankedRegion | undefined
  for (const region of ranked) {
    const contains = region.level < best.level && regionContains(region, best, scene)
    if (!contains || region.area > 2.2 * best.area || region.area > 0.8 * mask.length) continue
    if (region.borderPixels > best.borderPixels + 4 * borderStrip || region.threshold < 1.45 * scene.noiseEdge) continue
    if (weakest === undefined || region.threshold < weakest.threshold) weakest = region
  }
  if (weakest === undefined) return mask
  const around = regionMask(weakest, scene.barrier, width)
  const added = around.map((value, p) => (value === 1 && mask[p] === 0 ? 1 : 0))
  const depth = distanceTo(added, 0, width, height)
  const core = added.map((_, p) => (depth[p]! > 3 && !looksLikeShadow(scene, p) ? 1 : 0))
  const toCore = distanceTo(core, 1, width, height)
  return mask.map((value, p) => (value === 1 || (added[p] === 1 && toCore[p]! <= 3.5) ? 1 : 0))
}

function regionContains(outer: RankedRegion, inner: RankedRegion, scene: Scene): boolean {
  return regionMask(outer, scene.barrier, scene.view.width)[inner.pixel] === 1
}

function looksLikeShadow(scene: Scene, p: number): boolean {
  const darker = scene.view.channels[0][p]! - scene.surface.channels[0][p]!
  return darker < -0.8 * scene.surface.sigma[0] && scene.shadowFreeDistance[p]! < 2.2
}

/** F-measure (beta² = 0.3) of the mask against the squared saliency. */
export function agreementWithSaliency(mask: Uint8Array, saliency: Float32Array): number {
  let inside = 0
  let outside = 0
  let area = 0
  for (let p = 0; p < mask.length; p++) {
    const weight = saliency[p]! ** 2
    if (mask[p] === 1) {
      inside += weight
      area++
    } else outside += weight
  }
  if (area === 0) return 0
  const precision = inside / area
  const recall = inside / (inside + outside + 1e-9)
  return (1.3 * precision * recall) / (0.3 * precision + recall + 1e-9)
}

function mostSalientRegion(ranked: RankedRegion[], scene: Scene): { mask: Uint8Array; agreement: number } | undefined {
  const { width, height } = scene.view
  let best: { mask: Uint8Array; agreement: number } | undefined
  for (const region of ranked) {
    if (borderTouch(region, width, height) > 0.25) continue
    const mask = regionMask(region, scene.barrier, width)
    for (const other of ranked) {
      if (other.level !== region.level || other === region || other.borderPixels >= 6 * borderStrip) continue
      if (other.meanSaliency <= 0.5 * region.meanSaliency) continue
      const extra = regionMask(other, scene.barrier, width)
      for (let p = 0; p < mask.length; p++) if (extra[p] === 1) mask[p] = 1
    }
    const agreement = agreementWithSaliency(mask, scene.saliency) * (0.6 + 0.4 * stabilityOf(region, 0.25))
    if (best === undefined || agreement > best.agreement) best = { mask, agreement }
  }
  return best
}

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
