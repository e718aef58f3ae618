// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

import { grabCut, seed } from "#imaging/cutout/graph-cut/grabcut.ts"
import { distanceTo } from "#imaging/pixels/distance.ts"
import { findRegions } from "#imaging/pixels/regions.ts"
import { highestNearby } from "./highest-nearby.ts"
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
  const hole = new Uint8Array(mask.length)
  const sets = scene.isPlain
    ? smoothness.map((share) => ({
        candidates: backgroundLike(mask, scene, share),
        rim: 1.5 * smoothest(share, scene),
      }))
    : [{ candidates: backgroundColoured(mask, depth, scene), rim: 0 }]
  const ridge = highestNearby(scene.gradient.magnitude, width, 3)
  for (const { candidates, rim } of sets) {
    keepHoles(candidates, depth, ridge, rim, scene).forEach((value, p) => {
      if (value === 1) hole[p] = 1
    })
  }
  if (!hole.includes(1)) return mask
  const fromHole = distanceTo(hole, 1, width, height)
  const seeds = mask.map((value, p) => {
    if (value === 0 || hole[p] === 1) return 1
    return fromHole[p]! > 3.5 ? 2 : 0
  })
  return growSeeds(scene.gradient.magnitude, width, height, seeds).map((label) => (label === 2 ? 1 : 0))
}

/** Edges a hole may contain, in multiples of the noise: several, because a faint rim joins hole and product in some. */
const smoothness = [1.2, 1.6, 2, 2.5]

function backgroundLike(mask: Uint8Array, scene: Scene, share: number): Uint8Array {
  const limit = smoothest(share, scene)
  return mask.map((value, p) =>
    value === 1 && scene.shadowFreeDistance[p]! < 3.2 && scene.gradient.magnitude[p]! < limit ? 1 : 0,
  )
}

function backgroundColoured(mask: Uint8Array, depth: Float32Array, { view }: Scene): Uint8Array {
  const seeds = mask.map((value, p) => {
    if (value === 0) return seed.background
    return depth[p]! > 2 ? seed.likelyObject : seed.likelyBackground
  })
  const kept = grabCut(view, seeds, 2)
  return mask.map((value, p) => (value === 1 && kept[p] === 0 && depth[p]! > 2 ? 1 : 0))
}

/** Strongest edge inside a hole at one of the smoothness levels; never below what JPEG leaves on a clean ground. */
const smoothest = (share: number, scene: Scene): number => Math.max(share * scene.noiseEdge, 0.14 * share)

interface Part {
  pixels: number
  edge: number
  nearOutside: number
  /** Edge pixels with a clear ridge just beyond. */
  rimmed: number
  /** Sums of the picture's colour minus the background's as it would look in the same shade. */
  difference: [lightness: number, a: number, b: number]
  /** Sums of the background's own chroma and lightness. */
  chroma: number
  lightness: number
}

function keepHoles(
  candidates: Uint8Array,
  depth: Float32Array,
  ridge: Float32Array,
  rim: number,
  scene: Scene,
): Uint8Array {
  const { view, surface } = scene
  const { width, height } = view
  const { count, labels } = findRegions(candidates, width, height, 4)
  const parts: Part[] = Array.from({ length: count + 1 }, () => ({
    pixels: 0,
    edge: 0,
    nearOutside: 0,
    rimmed: 0,
    difference: [0, 0, 0],
    chroma: 0,
    lightness: 0,
  }))
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const p = y * width + x
      const label = labels[p]!
      if (label === 0) continue
      const part = parts[label]!
      part.pixels++
      part.chroma += Math.hypot(surface.channels[1][p]!, surface.channels[2][p]!)
      part.lightness += surface.channels[0][p]!
      const light = Math.min(1, view.channels[0][p]! / Math.max(5, surface.channels[0][p]!))
      for (let c = 0; c < 3; c++) {
        const expected = surface.channels[c]![p]! * (c === 0 ? 1 : light)
        part.difference[c] = part.difference[c]! + view.channels[c]![p]! - expected
      }
      const isInner =
        labels[p - 1] === label && labels[p + 1] === label && labels[p - width] === label && labels[p + width] === label
      if (isInner) continue
      part.edge++
      if (depth[p]! < nearOutline) part.nearOutside++
      if (ridge[p]! > rim) part.rimmed++
    }
  }
  const isHole = parts.map((part, label) => label > 0 && isHoleLike(part, candidates.length, scene.isPlain))
  return candidates.map((_, p) => (isHole[labels[p]!] === true ? 1 : 0))
}

function isHoleLike(part: Part, pictureArea: number, isPlain: boolean): boolean {
  const size = part.pixels / pictureArea
  if (size < (isPlain ? 0.00025 : 0.0012)) return false
  if (part.rimmed < 0.75 * part.edge) return false
  const near = part.nearOutside / part.edge
  const isEnclosed = near < (size > 0.04 ? 0.06 : 0.2)
  if (!isPlain) return isEnclosed
  const [lightness, a, b] = part.difference.map((sum) => sum / part.pixels) as Part["difference"]
  // the mean of many pixels must match better than that of a few; a deep shade brings colour from the product
  const fewness = 2 / Math.sqrt(part.pixels)
  const darker = Math.max(0, -lightness)
  // and chroma is smaller where there is little light
  const drift = (0.12 + fewness + 0.04 * darker) * Math.min(1, part.lightness / part.pixels / 40)
  if (lightness > 1.4 || Math.abs(a) > drift || Math.abs(b) > drift) return false
  if (!isEnclosed) return size < 0.003 && darker < 0.9 && lightness < 0.9
  // small gaps may lie deep in shade, a wide opening shows the lit background
  if (darker < 2 + 220 / Math.sqrt(part.pixels)) return true
  // or, on a coloured background, exactly its colour in less light
  return darker < 16 && part.chroma / part.pixels > 3 && Math.max(Math.abs(a), Math.abs(b)) < 0.15
}
