// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

/** Solves `multiply(x) = right` for a symmetric positive definite operator. Hestenes and Stiefel, 1952. */
export function conjugateGradient(
  multiply: (vector: Float64Array) => Float64Array,
  right: Float64Array,
  steps: number,
): Float64Array {
  const out = new Float64Array(right.length)
  const residual = Float64Array.from(right)
  const direction = Float64Array.from(right)
  let energy = dot(residual, residual)
  for (let step = 0; step < steps && energy > 1e-10; step++) {
    const image = multiply(direction)
    const length = energy / dot(direction, image)
    for (let i = 0; i < out.length; i++) {
      out[i] = out[i]! + length * direction[i]!
      residual[i] = residual[i]! - length * image[i]!
    }
    const next = dot(residual, residual)
    for (let i = 0; i < out.length; i++) direction[i] = residual[i]! + (next / energy) * direction[i]!
    energy = next
  }
  return out
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
