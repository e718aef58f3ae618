// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

import { grabCut, seed } from "#imaging/cutout/graph-cut/grabcut.ts"
import { smooth } from "#imaging/pixels/box-mean.ts"
import { findRegions, largestArea } from "#imaging/pixels/regions.ts"
import { minimumBarrier } from "./minimum-barrier.ts"
import type { Scene } from "./scene.ts"

/**
 * A second opinion by other means than the region tree: unlikeness to the background surface and minimum barrier
 * contrast, weighted towards the middle, split by Otsu's threshold and sharpened by GrabCut.
 */
export function contrastCut(scene: Scene): Uint8Array {
  const { view, isPlain } = scene
  const { width, height } = view
  const contrast = borderContrast(scene)
  const unlike = strictDistance(scene)
  const map = new Float32Array(contrast.length)
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      const dx = (x / width - 0.5) / 0.38
      const dy = (y / height - 0.5) / 0.38
      const middle = 0.35 + 0.65 * Math.exp(-0.8 * (dx * dx + dy * dy))
      const a = unlike[p]! / (unlike[p]! + 4.5)
      const b = contrast[p]! / (contrast[p]! + 4)
      map[p] = (isPlain ? 0.65 * a + 0.35 * b : 0.4 * a + 0.6 * b) * middle
    }
  }
  const smoothed = smooth(map, width, height, 2)
  const split = otsuThreshold(smoothed)
  const seeds = new Uint8Array(map.length)
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      const value = smoothed[p]!
      if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2) seeds[p] = seed.background
      else if (value < 0.37 * split && unlike[p]! < 3) seeds[p] = seed.background
      else if (value < 0.9 * split) seeds[p] = seed.likelyBackground
      else seeds[p] = value > 1.32 * split ? seed.object : seed.likelyObject
    }
  }
  const mask = grabCut(view, seeds, 3)
  if (isPlain) correctByEvidence(mask, unlike, contrast)
  return tidy(mask, unlike, scene)
}

function strictDistance({ view, surface, isPlain }: Scene): Float32Array {
  const [l, a, b] = view.channels
  const [bl, ba, bb] = surface.channels
  const [sl, sa, sb] = surface.sigma.map((sigma, c) => Math.max([0.7, 0.35, 0.35][c]!, sigma)) as [
    number,
    number,
    number,
  ]
  return l.map((lightness, p) => {
    const darker = lightness - bl[p]!
    const behind = Math.max(5, bl[p]!)
    const light = Math.min(1, Math.max(5, lightness) / behind)
    const chroma = Math.hypot((a[p]! - ba[p]! * light) / sa, (b[p]! - bb[p]! * light) / sb)
    const forgiven = isPlain ? Math.min(0.28 * behind, 18) : 6
    const below = (0.8 * Math.max(0, -darker - forgiven) + 0.12 * Math.min(-darker, forgiven)) / sl
    return Math.hypot(0.8 * chroma, darker < 0 ? below : (0.9 * darker) / sl)
  })
}

function borderContrast({ view, surface }: Scene): Float32Array {
  const out = new Float32Array(view.width * view.height)
  for (let c = 0; c < 3; c++) {
    const distance = minimumBarrier(view.channels[c]!, view.width, view.height, 4)
    const noise = Math.max(2.2 * surface.sigma[c]!, c === 0 ? 3 : 1.6)
    const weight = (c === 0 ? 0.45 : 1) / noise
    for (let p = 0; p < out.length; p++) out[p] = out[p]! + weight * distance[p]!
  }
  return out
}

/** The threshold that best separates two classes: Otsu, "A Threshold Selection Method from Gray-Level Histograms", 1979. */
function otsuThreshold(map: Float32Array): number {
  const bins = 64
  const histogram = new Float64Array(bins)
  for (const value of map) {
    const bin = Math.min(bins - 1, Math.floor(value * bins))
    histogram[bin] = histogram[bin]! + 1
  }
  const total = histogram.reduce((sum, count, i) => sum + i * count, 0)
  let below = 0
  let sumBelow = 0
  let best = -1
  let split = 0
  for (let i = 0; i < bins; i++) {
    below += histogram[i]!
    sumBelow += i * histogram[i]!
    if (below === 0 || below === map.length) continue
    const between = below * (map.length - below) * (sumBelow / below - (total - sumBelow) / (map.length - below)) ** 2
    if (between > best) {
      best = between
      split = i
    }
  }
  return (split + 0.5) / bins
}

function correctByEvidence(mask: Uint8Array, unlike: Float32Array, contrast: Float32Array): void {
  for (let p = 0; p < mask.length; p++) {
    if (mask[p] === 1 && unlike[p]! < 2.2 && contrast[p]! < 6) mask[p] = 0
    else if (mask[p] === 0 && unlike[p]! > 9 && contrast[p]! > 6) mask[p] = 1
  }
}

/** Fills enclosed parts that do not look like background and drops crumbs. */
function tidy(mask: Uint8Array, unlike: Float32Array, { view, isPlain }: Scene): Uint8Array {
  const { width, height } = view
  const gaps = findRegions(
    mask.map((value) => 1 - value),
    width,
    height,
    4,
  )
  const sums = new Float64Array(gaps.count + 1)
  for (let p = 0; p < mask.length; p++) sums[gaps.labels[p]!] = sums[gaps.labels[p]!]! + unlike[p]!
  const isFilled = Uint8Array.from(gaps.areas, (area, i) => {
    if (i === 0 || gaps.borderPixels[i]! > 0) return 0
    return area < 0.0004 * mask.length || (!isPlain && area < 0.01 * mask.length) || sums[i]! / area > 2.6 ? 1 : 0
  })
  const filled = mask.map((value, p) => (isFilled[gaps.labels[p]!] === 1 ? 1 : value))
  const parts = findRegions(filled, width, height, 8)
  const least = 0.04 * largestArea(parts)
  return filled.map((_, p) => (parts.labels[p]! > 0 && parts.areas[parts.labels[p]!]! >= least ? 1 : 0))
}
