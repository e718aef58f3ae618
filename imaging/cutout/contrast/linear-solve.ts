// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

/**
 * Solves a symmetric positive definite system by Cholesky decomposition; `matrix` is row by row and is left alone.
 * A pivot that is not positive (rank lost to rounding) is lifted to a tiny one, so the answer is always finite.
 */
export function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length
  const lower = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j]!
      for (let k = 0; k < j; k++) sum -= lower[i * n + k]! * lower[j * n + k]!
      lower[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / lower[j * n + j]!
    }
  }
  const out = Float64Array.from(right)
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) out[i] = out[i]! - lower[i * n + k]! * out[k]!
    out[i] = out[i]! / lower[i * n + i]!
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) out[i] = out[i]! - lower[k * n + i]! * out[k]!
    out[i] = out[i]! / lower[i * n + i]!
  }
  return out
}
