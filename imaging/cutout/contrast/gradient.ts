// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

import { smooth } from "#imaging/pixels/box-mean.ts"
import type { View } from "#imaging/pixels/view.ts"
import { borderBand } from "./surface.ts"

/** Edge strength at every pixel, and how strong edges are where only background is expected. */
export interface Gradient {
  magnitude: Float32Array
  /** Magnitudes in the border band, ascending. */
  border: Float32Array
}

/** Colour edges count 2.2 times as much as lightness edges: shadows have the latter only. */
const colourWeight = 2.2

/** Edge strength everywhere, and its spread along the border. */
export function measureGradient(view: View): Gradient {
  const magnitude = edgeStrength(view)
  return { magnitude, border: borderMagnitudes(magnitude, view.width, view.height) }
}

/**
 * How abrupt each edge is: its strength over the strength left after more smoothing. About 1 for the soft rim of a
 * shadow, 2 and more for the outline of a thing. After Elder and Zucker, "Local Scale Control for Edge Detection and
 * Blur Estimation", 1998.
 */
export function measureSharpness(view: View, magnitude: Float32Array): Float32Array {
  const { width, height } = view
  const channels = view.channels.map((plane) => smooth(plane, width, height, 2)) as View["channels"]
  const coarse = edgeStrength({ width, height, channels })
  return magnitude.map((fine, p) => fine / (coarse[p]! + 0.02))
}

/** Sobel magnitude over all three channels; zero on the outermost ring. */
function edgeStrength(view: View): Float32Array {
  const { width, height } = view
  const squared = new Float32Array(width * height)
  for (let c = 0; c < 3; c++) {
    const plane = view.channels[c]!
    const scale = (c === 0 ? 1 : colourWeight) / 8
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const p = y * width + x
        const [nw, ne, sw, se] = [
          plane[p - width - 1]!,
          plane[p - width + 1]!,
          plane[p + width - 1]!,
          plane[p + width + 1]!,
        ]
        const gx = scale * (2 * (plane[p + 1]! - plane[p - 1]!) + ne + se - nw - sw)
        const gy = scale * (2 * (plane[p + width]! - plane[p - width]!) + sw + se - nw - ne)
        squared[p] = squared[p]! + gx * gx + gy * gy
      }
    }
  }
  return squared.map(Math.sqrt)
}

/** The value below which `share` (0 to 1) of the border's magnitudes lie. */
export function borderQuantile(gradient: Gradient, share: number): number {
  const { border } = gradient
  return border[Math.min(border.length - 1, Math.floor(border.length * share))] ?? 0
}

function borderMagnitudes(magnitude: Float32Array, width: number, height: number): Float32Array {
  const band = borderBand(width, height)
  const values: number[] = []
  for (let y = 2; y < height - 2; y++) {
    const isRow = y < band || y >= height - band
    for (let x = 2; x < width - 2; x++) {
      if (isRow || x < band || x >= width - band) values.push(magnitude[y * width + x]!)
    }
  }
  return Float32Array.from(values).sort()
}
