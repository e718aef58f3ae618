// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { filterTaps, storedQuarters, weightCount } from "#imaging/upscale/filter-set.ts"
import { createPatchSums, type PatchSums } from "./samples.ts"

/** Classes with fewer patches than this get the filter of all patches together. */
const leastPatches = 60
/** A class with this many patches stands on its own; smaller ones are pulled toward the common filter. */
const confidentPatches = 3000
/** Strength of the pull for a confident class, as a share of the mean patch energy. */
const pull = 3e-4
const commonPull = 1e-4

/** Ridge regression per class. Weights in the order of `packWeights`. */
export function solveFilters(sums: PatchSums[]): Float64Array {
  const symmetric = sums.map(addHalfTurn)
  const common = symmetric.reduce(addSums, createPatchSums())
  const weights = new Float64Array(weightCount)
  for (let quarter = 0; quarter < storedQuarters; quarter++) {
    const start = solve(common, quarter, commonPull, null)
    symmetric.forEach((sum, group) => {
      const strength = pull * Math.max(1, confidentPatches / sum.count)
      const filter = sum.count < leastPatches ? start : solve(sum, quarter, strength, start)
      weights.set(filter, (group * storedQuarters + quarter) * filterTaps)
    })
  }
  return weights
}

/** Full matrix of a class plus the same matrix for patches turned by half a circle. */
function addHalfTurn(sum: PatchSums): PatchSums {
  const last = filterTaps - 1
  const at = (a: number, b: number): number => sum.products[Math.max(a, b) * filterTaps + Math.min(a, b)]!
  const products = sum.products.map((_, i) => {
    const row = Math.floor(i / filterTaps)
    const column = i % filterTaps
    return at(row, column) + at(last - row, last - column)
  })
  return { ...sum, products }
}

function addSums(total: PatchSums, sum: PatchSums): PatchSums {
  const add = (a: Float64Array, b: Float64Array): Float64Array => a.map((value, i) => value + b[i]!)
  return {
    products: add(total.products, sum.products),
    targets: total.targets.map((target, quarter) => add(target, sum.targets[quarter]!)),
    count: total.count + sum.count,
  }
}

function solve(sum: PatchSums, quarter: number, strength: number, start: Float64Array | null): Float64Array {
  const matrix = sum.products.slice()
  const right = sum.targets[quarter]!.slice()
  let energy = 0
  for (let i = 0; i < filterTaps; i++) energy += matrix[i * filterTaps + i]!
  const ridge = (strength * energy) / filterTaps + 1e-3
  for (let i = 0; i < filterTaps; i++) {
    matrix[i * filterTaps + i] = matrix[i * filterTaps + i]! + ridge
    if (start) right[i] = right[i]! + ridge * start[i]!
  }
  return solvePositive(matrix, right)
}

/** Solves matrix × x = right for a symmetric positive definite matrix (Cholesky). Changes both arguments. */
export function solvePositive(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j]!
      for (let k = 0; k < j; k++) sum -= matrix[i * n + k]! * matrix[j * n + k]!
      matrix[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / matrix[j * n + j]!
    }
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) right[i] = right[i]! - matrix[i * n + k]! * right[k]!
    right[i] = right[i]! / matrix[i * n + i]!
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) right[i] = right[i]! - matrix[k * n + i]! * right[k]!
    right[i] = right[i]! / matrix[i * n + i]!
  }
  return right
}
