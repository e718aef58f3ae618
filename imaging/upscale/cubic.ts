// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { createPlane, type Plane } from "./plane.ts"

/** Pixels on each side that the cubic kernel reads, measured in pixels of the smaller picture. */
export const cubicReach = 2

/** Catmull-Rom cubic (Keys 1981, a = -0.5): the usual meaning of "bicubic". */
export function cubic(distance: number): number {
  const x = Math.abs(distance)
  if (x < 1) return 1.5 * x * x * x - 2.5 * x * x + 1
  if (x < 2) return -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2
  return 0
}

/**
 * A plane enlarged by a whole factor, pixel areas aligned: no half-pixel shift. Returns only what is fully known:
 * the area of the plane without `cubicReach` pixels on every side.
 */
export function enlargePlane(plane: Plane, factor: number): Plane {
  const phases = enlargingPhases(factor)
  const width = (plane.width - 2 * cubicReach) * factor
  const rows = createPlane(width, plane.height)
  for (let y = 0; y < plane.height; y++) {
    for (let x = 0; x < width; x++) {
      const phase = phases[x % factor]!
      const at = y * plane.width + Math.floor(x / factor) + cubicReach + phase.from
      const [a, b, c, d] = phase.weights
      const { data } = plane
      rows.data[y * width + x] = a * data[at]! + b * data[at + 1]! + c * data[at + 2]! + d * data[at + 3]!
    }
  }
  const out = createPlane(width, (plane.height - 2 * cubicReach) * factor)
  for (let y = 0; y < out.height; y++) {
    const phase = phases[y % factor]!
    const [a, b, c, d] = phase.weights
    const top = (Math.floor(y / factor) + cubicReach + phase.from) * width
    const { data } = rows
    for (let x = 0; x < width; x++) {
      const at = top + x
      const upper = a * data[at]! + b * data[at + width]!
      out.data[y * width + x] = upper + c * data[at + 2 * width]! + d * data[at + 3 * width]!
    }
  }
  return out
}

/**
 * A plane reduced by a whole, even factor with the kernel widened against aliasing; the opposite of `enlargePlane`.
 * Returns only what is fully known: without `cubicReach` reduced pixels on every side.
 */
export function reducePlane(plane: Plane, factor: number): Plane {
  const taps = reducingTaps(factor)
  const lead = factor / 2
  const width = plane.width / factor - 2 * cubicReach
  const rows = createPlane(width, plane.height)
  for (let y = 0; y < plane.height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * plane.width + x * factor + lead
      let sum = 0
      for (let tap = 0; tap < taps.length; tap++) sum += taps[tap]! * plane.data[at + tap]!
      rows.data[y * width + x] = sum
    }
  }
  const out = createPlane(width, plane.height / factor - 2 * cubicReach)
  for (let y = 0; y < out.height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0
      const at = (y * factor + lead) * width + x
      for (let tap = 0; tap < taps.length; tap++) sum += taps[tap]! * rows.data[at + tap * width]!
      out.data[y * width + x] = sum
    }
  }
  return out
}

interface Phase {
  /** First tap, relative to the small pixel that holds the large one. */
  from: number
  weights: [number, number, number, number]
}

function enlargingPhases(factor: number): Phase[] {
  return Array.from({ length: factor }, (_, i) => {
    const centre = (i + 0.5) / factor - 0.5
    const from = Math.floor(centre) - 1
    const weight = (tap: number): number => cubic(centre - from - tap)
    return { from, weights: [weight(0), weight(1), weight(2), weight(3)] }
  })
}

function reducingTaps(factor: number): Float64Array {
  const taps = Float64Array.from({ length: 4 * factor }, (_, tap) => cubic((tap + 0.5) / factor - 2))
  const sum = taps.reduce((total, weight) => total + weight, 0)
  return taps.map((weight) => weight / sum)
}
