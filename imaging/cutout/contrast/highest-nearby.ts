// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

/** The largest value within `radius` pixels, over squares. */
export function highestNearby(plane: Float32Array, width: number, radius: number): Float32Array {
  const across = new Float32Array(plane.length)
  const out = new Float32Array(plane.length)
  for (let p = 0; p < plane.length; p++) {
    const x = p % width
    let most = 0
    for (let q = p - Math.min(x, radius); q <= p + Math.min(width - 1 - x, radius); q++)
      most = Math.max(most, plane[q]!)
    across[p] = most
  }
  for (let p = 0; p < plane.length; p++) {
    let most = 0
    for (let d = -radius; d <= radius; d++) most = Math.max(most, across[p + d * width] ?? 0)
    out[p] = most
  }
  return out
}
