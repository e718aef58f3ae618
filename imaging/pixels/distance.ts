// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

const far = 1e12

/**
 * Euclidean distance, in pixels, from every pixel to the nearest one whose mask value is `wanted` (0 there itself).
 * About 1e6 everywhere when no pixel qualifies.
 * Felzenszwalb and Huttenlocher, "Distance Transforms of Sampled Functions", 2012: exact, linear time.
 */
export function distanceTo(mask: Uint8Array, wanted: 0 | 1, width: number, height: number): Float32Array {
  const squared = new Float64Array(mask.length)
  for (let i = 0; i < mask.length; i++) squared[i] = (mask[i] !== 0 ? 1 : 0) === wanted ? 0 : far
  const side = Math.max(width, height)
  const line: Line = {
    values: new Float64Array(side),
    out: new Float64Array(side),
    vertex: new Int32Array(side),
    border: new Float64Array(side + 1),
  }
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) line.values[y] = squared[y * width + x]!
    lowerEnvelope(line, height)
    for (let y = 0; y < height; y++) squared[y * width + x] = line.out[y]!
  }
  const out = new Float32Array(mask.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) line.values[x] = squared[y * width + x]!
    lowerEnvelope(line, width)
    for (let x = 0; x < width; x++) out[y * width + x] = Math.sqrt(line.out[x]!)
  }
  return out
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
