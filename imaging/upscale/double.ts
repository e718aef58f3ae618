// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { classify, filterReach } from "./classes.ts"
import { type FilterSet, filterSide, filterTaps } from "./filter-set.ts"
import { createPlane, type Plane } from "./plane.ts"

/** A new pixel may leave the range of the nine around it by this share of the range: keeps edges crisp without halos. */
const overshoot = 0.08

/**
 * Twice the size by learned filters. Returns only what is fully known: the plane without `filterReach` pixels on every
 * side, doubled.
 */
export function doublePlane(plane: Plane, filters: FilterSet): Plane {
  const classes = classify(plane)
  const { width, height, data } = plane
  const out = createPlane((width - 2 * filterReach) * 2, (height - 2 * filterReach) * 2)
  const sums = new Float64Array(4)
  for (let y = filterReach; y < height - filterReach; y++) {
    for (let x = filterReach; x < width - filterReach; x++) {
      const at = y * width + x
      filterPatch(data, at - filterReach * (width + 1), width, filters, classes[at]! * filterTaps * 4, sums)
      const target = (y - filterReach) * 2 * out.width + (x - filterReach) * 2
      writeQuarters(out, target, sums, data, at, width)
    }
  }
  return out
}

function filterPatch(
  data: Float32Array,
  corner: number,
  width: number,
  filters: FilterSet,
  base: number,
  sums: Float64Array,
): void {
  let upperLeft = 0
  let upperRight = 0
  let lowerLeft = 0
  let lowerRight = 0
  let weight = base
  for (let row = 0; row < filterSide; row++) {
    const from = corner + row * width
    for (let at = from; at < from + filterSide; at++) {
      const value = data[at]!
      upperLeft += filters[weight]! * value
      upperRight += filters[weight + 1]! * value
      lowerLeft += filters[weight + 2]! * value
      lowerRight += filters[weight + 3]! * value
      weight += 4
    }
  }
  sums[0] = upperLeft
  sums[1] = upperRight
  sums[2] = lowerLeft
  sums[3] = lowerRight
}

function writeQuarters(
  out: Plane,
  target: number,
  sums: Float64Array,
  data: Float32Array,
  at: number,
  width: number,
): void {
  let least = data[at]!
  let most = least
  for (let row = at - width; row <= at + width; row += width) {
    for (let near = row - 1; near <= row + 1; near++) {
      const value = data[near]!
      if (value < least) least = value
      if (value > most) most = value
    }
  }
  const slack = (most - least) * overshoot
  least -= slack
  most += slack
  out.data[target] = Math.min(most, Math.max(least, sums[0]!))
  out.data[target + 1] = Math.min(most, Math.max(least, sums[1]!))
  out.data[target + out.width] = Math.min(most, Math.max(least, sums[2]!))
  out.data[target + out.width + 1] = Math.min(most, Math.max(least, sums[3]!))
}
