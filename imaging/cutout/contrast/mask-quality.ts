// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { borderStrip } from "./region-tree.ts"
import type { Scene } from "./scene.ts"

/**
 * How much a mask looks like a product, for choosing between masks made by different means; comparable within one
 * picture only. The product of: edges along the outline, saliency inside (mild: parts of a product may stand out
 * little), nearness to the middle, distance from the frame, size (mild) and a tidy outline.
 */
export function maskQuality(mask: Uint8Array, scene: Scene): number {
  const { view, gradient, noiseEdge, saliency } = scene
  const { width, height } = view
  let area = 0
  let salient = 0
  let framed = 0
  let outline = 0
  let edge = 0
  let sumX = 0
  let sumY = 0
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      if (mask[p] === 0) continue
      area++
      salient += saliency[p]!
      sumX += x
      sumY += y
      if (x < borderStrip || y < borderStrip || x >= width - borderStrip || y >= height - borderStrip) framed++
      else if (mask[p - 1] === 0 || mask[p + 1] === 0 || mask[p - width] === 0 || mask[p + width] === 0) {
        outline++
        const strongest = strongestAround(gradient.magnitude, p, width)
        edge += strongest / (strongest + noiseEdge)
      }
    }
  }
  if (area === 0 || outline === 0) return 0
  const offCentre = Math.hypot(sumX / area / width - 0.5, sumY / area / height - 0.5)
  const touch = Math.min(1, framed / (borderStrip * 0.35 * (width + height)))
  const size = area / mask.length
  return (
    (edge / outline) *
    (salient / area) ** 0.25 *
    Math.max(0.15, 1 - 1.25 * offCentre) *
    (1 - 0.95 * Math.sqrt(touch)) *
    size ** 0.4 *
    (size > 0.75 ? 0.25 : 1) *
    Math.min(1, 9 / (outline / Math.sqrt(area)))
  )
}

function strongestAround(magnitude: Float32Array, p: number, width: number): number {
  let most = 0
  for (let dy = -width; dy <= width; dy += width) {
    for (let dx = -1; dx <= 1; dx++) most = Math.max(most, magnitude[p + dy + dx]!)
  }
  return most
}
