// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

const farSteps = 1e6
const far = farSteps ** 2

/**
 * Euclidean distance, in pixels, from every pixel to the nearest one whose mask value is `wanted` (0 there itself).
 * About 1e6 everywhere when no pixel qualifies.
 * Felzenszwalb and Huttenlocher, "Distance Transforms of Sampled Functions", 2012: exact, linear time.
 */
export function distanceTo(mask: Uint8Array, wanted: 0 | 1, width: number, height: number): Float32Array {
  const above = stepsAlongColumns(mask, wanted, width, height)
  const line: Line = {
    values: new Float64Array(width),
    out: new Float64Array(width),
    vertex: new Int32Array(width),
    border: new Float64Array(width + 1),
  }
  const out = new Float32Array(mask.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) line.values[x] = above[y * width + x]! ** 2
    lowerEnvelope(line, width)
    for (let x = 0; x < width; x++) out[y * width + x] = Math.sqrt(line.out[x]!)
  }
  return out
}

/** Steps up or down to the nearest wanted pixel of the same column; `farSteps` where it has none. */
function stepsAlongColumns(mask: Uint8Array, wanted: 0 | 1, width: number, height: number): Int32Array {
  const steps = new Int32Array(mask.length)
  for (let p = 0; p < mask.length; p++) {
    const before = p < width ? farSteps : steps[p - width]!
    steps[p] = (mask[p] !== 0 ? 1 : 0) === wanted ? 0 : Math.min(farSteps, before + 1)
  }
  for (let p = (height - 1) * width - 1; p >= 0; p--) steps[p] = Math.min(steps[p]!, steps[p + width]! + 1)
  return steps
}

interface Line {
  values: Float64Array
  out: Float64Array
  vertex: Int32Array
  border: Float64Array
}

function lowerEnvelope({ values, out, vertex, border }: Line, length: number): void {
  let k = 0
  vertex[0] = 0
  border[0] = -far
  border[1] = far
  for (let q = 1; q < length; q++) {
    let cross = crossing(values, q, vertex[k]!)
    while (k > 0 && cross <= border[k]!) {
      k--
      cross = crossing(values, q, vertex[k]!)
    }
    k++
    vertex[k] = q
    border[k] = Math.max(cross, -far)
    border[k + 1] = far
  }
  k = 0
  for (let q = 0; q < length; q++) {
    while (border[k + 1]! < q) k++
    const at = vertex[k]!
    out[q] = (q - at) * (q - at) + values[at]!
  }
}

function crossing(values: Float64Array, q: number, r: number): number {
  return (values[q]! + q * q - values[r]! - r * r) / (2 * (q - r))
}
