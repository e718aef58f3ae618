// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { distanceTo } from "#imaging/pixels/distance.ts"
import { findRegions } from "#imaging/pixels/regions.ts"
import { grabCut, seed } from "./grabcut.ts"
import type { Scene } from "./scene.ts"
import { growSeeds } from "./watershed.ts"

/** Pixels from the outline within which a hole's edge counts as "near the outside". */
const nearOutline = 4.2

/**
 * Opens handles, rings and frames: smooth parts inside the mask that look like background. Only parts that keep away
 * from the outside qualify, which is what saves a white label on a bottle and the face of a white mug.
 */
export function openHoles(mask: Uint8Array, scene: Scene): Uint8Array {
  const { width, height } = scene.view
  const depth = distanceTo(mask, 0, width, height)
  const candidates = scene.isPlain ? backgroundLike(mask, scene) : backgroundColoured(mask, depth, scene)
  const hole = keepHoles(candidates, depth, scene)
  if (!hole.includes(1)) return mask
  const fromHole = distanceTo(hole, 1, width, height)
  const seeds = mask.map((value, p) => {
    if (value === 0 || hole[p] === 1) return 1
    return fromHole[p]! > 3.5 ? 2 : 0
  })
  return growSeeds(scene.gradient.magnitude, width, height, seeds).map((label) => (label === 2 ? 1 : 0))
}

function backgroundLike(mask: Uint8Array, scene: Scene): Uint8Array {
  const smoothest = Math.max(2.5 * scene.noiseEdge, 0.35)
  return mask.map((value, p) =>
    value === 1 && scene.shadowFreeDistance[p]! < 3.2 && scene.gradient.magnitude[p]! < smoothest ? 1 : 0,
  )
}

function backgroundColoured(mask: Uint8Array, depth: Float32Array, { view }: Scene): Uint8Array {
  const seeds = mask.map((value, p) => {
    if (value === 0) return seed.background
    return depth[p]! > 2 ? seed.object - 1 : seed.likelyBackground
  })
  const kept = grabCut(view, seeds, 2)
  return mask.map((value, p) => (value === 1 && kept[p] === 0 && depth[p]! > 2 ? 1 : 0))
}

interface Part {
  pixels: number
  edge: number
  nearOutside: number
  difference: [number, number, number]
}

function keepHoles(candidates: Uint8Array, depth: Float32Array, scene: Scene): Uint8Array {
  const { view, surface } = scene
  const { width, height } = view
  const regions = findRegions(candidates, width, height, 4)
  const parts: Part[] = Array.from({ length: regions.count + 1 }, () => ({
    pixels: 0,
    edge: 0,
    nearOutside: 0,
    difference: [0, 0, 0],
  }))
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const p = y * width + x
      const label = regions.labels[p]!
      if (label === 0) continue
      const part = parts[label]!
      part.pixels++
      for (let c = 0; c < 3; c++)
        part.difference[c] = part.difference[c]! + view.channels[c]![p]! - surface.channels[c]![p]!
      const { labels } = regions
      if (
        labels[p - 1] === label &&
        labels[p + 1] === label &&
        labels[p - width] === label &&
        labels[p + width] === label
      )
        continue
      part.edge++
      if (depth[p]! < nearOutline) part.nearOutside++
    }
  }
  const isHole = parts.map((part, label) => label > 0 && isHoleLike(part, candidates.length, scene.isPlain))
  return candidates.map((_, p) => (isHole[regions.labels[p]!] === true ? 1 : 0))
}

function isHoleLike(part: Part, pictureArea: number, isPlain: boolean): boolean {
  const least = (isPlain ? 0.00025 : 0.0012) * pictureArea
  const mostNear = part.pixels > 0.04 * pictureArea ? 0.06 : 0.2
  if (part.pixels <= least || part.nearOutside / part.edge >= mostNear) return false
  if (!isPlain) return true
  const [lightness, a, b] = part.difference.map((sum) => sum / part.pixels) as [number, number, number]
  // inside a handle the background may lie in shadow: darker, and then its chroma may drift with it
  const darker = Math.max(0, -lightness)
  return lightness < 1.4 && lightness > -16 && Math.abs(a) < 0.5 + 0.025 * darker && Math.abs(b) < 0.55 + 0.03 * darker
}
