// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { View } from "#imaging/pixels/view.ts"

/** Small patches of similar colour. Colours and positions are means over each patch's pixels. */
export interface Superpixels {
  count: number
  labels: Int32Array
  /** Five numbers per patch: lightness, a, b (chroma doubled), x, y. */
  centres: Float32Array
  areas: Int32Array
}

const iterations = 5
const compactness = 7

/**
 * SLIC: k-means in colour and position, each centre searching only its own neighbourhood.
 * Achanta et al., "SLIC Superpixels Compared to State-of-the-Art Superpixel Methods", 2012.
 */
export function findSuperpixels(view: View, wanted: number): Superpixels {
  const { width, height } = view
  const step = Math.max(2, Math.floor(Math.sqrt((width * height) / wanted)))
  const centres = startCentres(view, step)
  const count = centres.length / 5
  const labels = new Int32Array(width * height)
  const nearest = new Float32Array(width * height)
  const areas = new Int32Array(count)
  for (let round = 0; round < iterations; round++) {
    assign(view, centres, step, labels, nearest)
    moveCentres(view, labels, centres, areas)
  }
  return { count, labels, centres, areas }
}

function startCentres(view: View, step: number): Float32Array {
  const values: number[] = []
  const half = Math.min(step >> 1, view.width - 1, view.height - 1)
  for (let y = half; y < view.height; y += step) {
    for (let x = half; x < view.width; x += step) {
      const p = y * view.width + x
      values.push(view.channels[0][p]!, 2 * view.channels[1][p]!, 2 * view.channels[2][p]!, x, y)
    }
  }
  return Float32Array.from(values)
}

function assign(view: View, centres: Float32Array, step: number, labels: Int32Array, nearest: Float32Array): void {
  const { width, height } = view
  const [lightness, a, b] = view.channels
  const placeWeight = (compactness / step) ** 2
  nearest.fill(Number.POSITIVE_INFINITY)
  for (let k = 0; k < centres.length / 5; k++) {
    const [cl, ca, cb] = [centres[k * 5]!, centres[k * 5 + 1]!, centres[k * 5 + 2]!]
    const [cx, cy] = [centres[k * 5 + 3]!, centres[k * 5 + 4]!]
    // one pixel beyond the step, so that a pixel between two rounded centres is never left to nobody
    const [x0, x1] = [Math.max(0, Math.floor(cx - step - 1)), Math.min(width - 1, Math.ceil(cx + step + 1))]
    const [y0, y1] = [Math.max(0, Math.floor(cy - step - 1)), Math.min(height - 1, Math.ceil(cy + step + 1))]
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const p = y * width + x
        const dl = lightness[p]! - cl
        const da = 2 * a[p]! - ca
        const db = 2 * b[p]! - cb
        const distance = dl * dl + da * da + db * db + ((x - cx) ** 2 + (y - cy) ** 2) * placeWeight
        if (distance < nearest[p]!) {
          nearest[p] = distance
          labels[p] = k
        }
      }
    }
  }
}

function moveCentres(view: View, labels: Int32Array, centres: Float32Array, areas: Int32Array): void {
  const sums = new Float64Array(centres.length)
  areas.fill(0)
  for (let y = 0, p = 0; y < view.height; y++) {
    for (let x = 0; x < view.width; x++, p++) {
      const k = labels[p]!
      areas[k] = areas[k]! + 1
      sums[k * 5] = sums[k * 5]! + view.channels[0][p]!
      sums[k * 5 + 1] = sums[k * 5 + 1]! + 2 * view.channels[1][p]!
      sums[k * 5 + 2] = sums[k * 5 + 2]! + 2 * view.channels[2][p]!
      sums[k * 5 + 3] = sums[k * 5 + 3]! + x
      sums[k * 5 + 4] = sums[k * 5 + 4]! + y
    }
  }
  for (let i = 0; i < centres.length; i++) {
    const area = areas[Math.floor(i / 5)]!
    if (area > 0) centres[i] = sums[i]! / area
  }
}
