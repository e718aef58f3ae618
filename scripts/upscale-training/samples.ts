// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { classCount, classify, filterReach, turnCount } from "#imaging/upscale/classes.ts"
import { filterSide, filterTaps, storedQuarters, turnQuarter, turnTap } from "#imaging/upscale/filter-set.ts"
import type { Plane } from "#imaging/upscale/plane.ts"

/** Sums that least squares needs for one class of patches. */
export interface PatchSums {
  /** Patch × patch, lower triangle, `filterTaps` per row. */
  products: Float64Array
  /** Patch × target, one per stored quarter. */
  targets: Float64Array[]
  count: number
}

/** A small plane and the true large one that starts `offset` large pixels outside the doubled small one. */
export interface TrainingPair {
  small: Plane
  large: Plane
  /** Where the small plane's first pixel starts in the large one. */
  offset: number
}

/** Enough patches of one class; more change nothing. */
const mostPatches = 600_000
/** Flat areas are most of every picture: one patch in so many is enough. */
const flatStride = 5

export function createSums(): PatchSums[] {
  return Array.from({ length: classCount }, () => createPatchSums())
}

export function createPatchSums(): PatchSums {
  return {
    products: new Float64Array(filterTaps * filterTaps),
    targets: Array.from({ length: storedQuarters }, () => new Float64Array(filterTaps)),
    count: 0,
  }
}

/** Adds every patch of a pair to the sums of its class, turned so that all orientations teach the same filters. */
export function addPair(sums: PatchSums[], { small, large, offset }: TrainingPair): void {
  const classes = classify(small)
  const patch = new Float64Array(filterTaps)
  for (let y = filterReach; y < small.height - filterReach; y++) {
    for (let x = filterReach; x < small.width - filterReach; x++) {
      const code = classes[y * small.width + x]!
      const turn = code % turnCount
      const group = (code - turn) / turnCount
      if (group === 0 && (x + y * 3) % flatStride !== 0) continue
      const sum = sums[group]!
      if (sum.count >= mostPatches) continue
      sum.count++
      const centre = readPatch(small, x, y, turn, patch)
      addProducts(sum.products, patch)
      const corner = (y * 2 + offset) * large.width + x * 2 + offset
      addTargets(sum.targets, patch, (quarter) => {
        const place = turnQuarter(quarter, turn)
        return large.data[corner + (place >> 1) * large.width + (place & 1)]! - centre
      })
    }
  }
}

function readPatch(plane: Plane, x: number, y: number, turn: number, patch: Float64Array): number {
  const centre = plane.data[y * plane.width + x]!
  for (let tap = 0; tap < filterTaps; tap++) {
    const place = turnTap(tap, turn)
    const row = y + Math.floor(place / filterSide) - filterReach
    patch[tap] = plane.data[row * plane.width + x + (place % filterSide) - filterReach]! - centre
  }
  return centre
}

function addProducts(products: Float64Array, patch: Float64Array): void {
  for (let row = 0; row < filterTaps; row++) {
    const value = patch[row]!
    if (value === 0) continue
    const start = row * filterTaps
    for (let column = 0; column <= row; column++)
      products[start + column] = products[start + column]! + value * patch[column]!
  }
}

/** A patch turned by half a circle teaches the opposite quarter, so all four targets feed the two stored filters. */
function addTargets(targets: Float64Array[], patch: Float64Array, targetOf: (quarter: number) => number): void {
  for (let quarter = 0; quarter < storedQuarters; quarter++) {
    const sums = targets[quarter]!
    const here = targetOf(quarter)
    const opposite = targetOf(3 - quarter)
    for (let tap = 0; tap < filterTaps; tap++) {
      sums[tap] = sums[tap]! + patch[tap]! * here + patch[filterTaps - 1 - tap]! * opposite
    }
  }
}
