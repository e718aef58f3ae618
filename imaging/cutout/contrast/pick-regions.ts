// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { borderQuantile } from "./gradient.ts"
import { borderStrip, growRegionTree, type Region, regionMask } from "./region-tree.ts"
import type { Scene } from "./scene.ts"

/** A region with how much it looks like the product. */
export interface RankedRegion extends Region {
  /** Quality alone, 0 to 1. */
  score: number
  /** Quality with a mild preference for size. */
  value: number
}

/** All candidate regions with their scores. */
export function rankRegions(scene: Scene): RankedRegion[] {
  const { width, height } = scene.view
  const size = width * height
  const median = borderQuantile(scene.gradient, 0.5) + 0.02
  const regions = growRegionTree(scene.barrier, scene.saliency, width, height, {
    unit: scene.barrierUnit,
    lowest: 1.4 * median,
    leastArea: 0.0015 * size,
  })
  const ordinary = scene.isPlain
    ? scene.noiseEdge
    : Math.max(0.45 * scene.noiseEdge, 0.7 * borderQuantile(scene.gradient, 0.8), 0.25)
  return regions.map((region) => {
    const score = scoreOf(region, scene, ordinary)
    return { ...region, score, value: score * (region.area / size) ** 0.3 }
  })
}

/** The best region and every other, separate one at least half as good: sets of products. */
export function bestRegions(
  ranked: RankedRegion[],
  scene: Scene,
): { best: RankedRegion; mask: Uint8Array } | undefined {
  const byValue = ranked.toSorted((a, b) => b.value - a.value)
  const best = byValue[0]
  if (best === undefined) return undefined
  const { width } = scene.view
  const mask = regionMask(best, scene.barrier, width)
  let chosen = 1
  for (const region of byValue) {
    if (chosen > 8) break
    if (region.score < 0.5 * best.score || region.area < 0.012 * best.area || mask[region.pixel] === 1) continue
    const other = regionMask(region, scene.barrier, width)
    if (other.some((value, p) => value === 1 && mask[p] === 1)) continue
    for (let p = 0; p < mask.length; p++) if (other[p] === 1) mask[p] = 1
    chosen++
  }
  return { best, mask }
}

/** Share of the picture's border strip that the region covers, scaled so that about a third of it counts as all. */
export function borderTouch(region: Region, width: number, height: number): number {
  return Math.min(1, region.borderPixels / (borderStrip * 0.35 * (width + height)))
}

/** How little the region changes when the threshold moves, as in MSER (Matas et al., 2002); 0 to 1. */
export function stabilityOf(region: Region, ordinary: number): number {
  const around = region.parent?.parent ?? region.parent
  const outward = around === undefined ? 1 : region.area / around.area
  const inward = region.largestChildArea / region.area + (region.threshold > 2 * ordinary ? 0.15 : 0)
  return 0.5 * outward + 0.5 * Math.min(1, inward)
}

function scoreOf(region: Region, scene: Scene, ordinary: number): number {
  const { width, height } = scene.view
  const offCentre = Math.hypot(region.x / width - 0.5, region.y / height - 0.5)
  const strength = region.threshold / (region.threshold + 0.8 * ordinary)
  return (
    region.meanSaliency ** (scene.isPlain ? 0.8 : 1.1) *
    (0.3 + 0.7 * stabilityOf(region, ordinary)) *
    Math.max(0.15, 1 - 1.25 * offCentre) *
    (1 - 0.95 * Math.sqrt(borderTouch(region, width, height))) *
    (0.35 + 0.65 * strength) *
    (region.area > 0.75 * width * height ? 0.25 : 1)
  )
}
