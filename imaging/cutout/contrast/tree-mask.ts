// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { distanceTo } from "#imaging/pixels/distance.ts"
import { bestRegions, type RankedRegion, rankRegions } from "./pick-regions.ts"
import { borderStrip, regionMask } from "./region-tree.ts"
import type { Scene } from "./scene.ts"

/** The product's rough mask on a plain background, from the region tree: before shadows, holes and edges. */
export function treeMask(scene: Scene): Uint8Array {
  const ranked = rankRegions(scene)
  const picked = bestRegions(ranked, scene)
  if (picked === undefined || picked.best.score < 0.03)
    return Uint8Array.from(scene.saliency, (value) => (value > 0.5 ? 1 : 0))
  return withWeakParts(picked.mask, picked.best, ranked, scene)
}

/**
 * Hysteresis: takes in what the weakest enclosing region adds, as long as that region does not spill, and only parts
 * that are more than a thin outline and not a shadow.
 */
function withWeakParts(mask: Uint8Array, best: RankedRegion, ranked: RankedRegion[], scene: Scene): Uint8Array {
  const { width, height } = scene.view
  let weakest: RankedRegion | undefined
  for (const region of ranked) {
    if (region.level >= best.level || region.area > 2.2 * best.area || region.area > 0.8 * mask.length) continue
    if (region.borderPixels > best.borderPixels + 4 * borderStrip || region.threshold < 1.45 * scene.noiseEdge) continue
    if (weakest !== undefined && region.threshold >= weakest.threshold) continue
    if (regionContains(region, best, scene)) weakest = region
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
