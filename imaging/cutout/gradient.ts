// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { borderBand } from "./surface.ts"
import type { View } from "./view.ts"

/** Edge strength at every pixel, and how strong edges are where only background is expected. */
export interface Gradient {
  magnitude: Float32Array
  /** Magnitudes in the border band, ascending. */
  border: Float32Array
}

/** Colour edges count 2.2 times as much as lightness edges: shadows have the latter only. */
const colourWeight = 2.2

/** Sobel magnitude over all three channels; zero on the outermost ring. */
export function measureGradient(view: View): Gradient {
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
  const magnitude = squared.map(Math.sqrt)
  return { magnitude, border: borderMagnitudes(magnitude, width, height) }
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
