// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Plane } from "./plane.ts"

/** Pixels on each side that deciding a class, and the filters themselves, read. */
export const filterReach = 3

/**
 * Borders between levels of local structure. Strength: root of the larger eigenvalue of the structure tensor, in grey
 * levels per pixel. Coherence: 0 for corners and noise, 1 for a straight edge. Bend: size of the Laplacian over the
 * strength, small on an edge's flank, large on thin lines and at an edge's foot. The first two follow RAISR (Romano,
 * Isidoro, Milanfar 2017); the bend is our addition and is worth 0.45 dB on pictures not trained on.
 */
const strengthBorders = [0.6, 1.2, 2, 3.5, 6, 10, 17, 28] as const
const coherenceBorders = [0.25, 0.55] as const
const bendBorders = [0.4, 1, 2] as const
const directions = 2

/** Number of classes: one for flat areas, and strength × coherence × bend × direction for the rest. */
export const classCount =
  1 + strengthBorders.length * (coherenceBorders.length + 1) * (bendBorders.length + 1) * directions

/**
 * How a patch must be turned so that its gradient lies between 0 and 45 degrees: bit 1 mirrors left and right, bit 2
 * swaps x and y. Filters are stored for turned patches only.
 */
export const turnCount = 4

/** Gaussian window of the structure tensor, sigma √2, normalised. */
const window = [Math.exp(-1), Math.exp(-0.25), 1, Math.exp(-0.25), Math.exp(-1)]
const windowSum = window.reduce((total, weight) => total + weight, 0)
const [outer, inner, middle] = window.map((weight) => weight / windowSum) as [number, number, number]

/**
 * Class and turn of every pixel at least `filterReach` from the plane's border, as class × `turnCount` + turn.
 * Rows of the result have the width of the plane; the border stays 0.
 */
export function classify(plane: Plane): Uint16Array {
  const { width, height, data } = plane
  const result = new Uint16Array(width * height)
  const tensor = smoothTensor(plane)
  for (let y = filterReach; y < height - filterReach; y++) {
    for (let x = filterReach; x < width - filterReach; x++) {
      const at = y * width + x
      const laplacian = data[at - 1]! + data[at + 1]! + data[at - width]! + data[at + width]! - 4 * data[at]!
      result[at] = decide(tensor.xx[at]!, tensor.xy[at]!, tensor.yy[at]!, laplacian)
    }
  }
  return result
}

function decide(xx: number, xy: number, yy: number, laplacian: number): number {
  const spread = Math.sqrt((xx - yy) * (xx - yy) + 4 * xy * xy)
  const strength = Math.sqrt((xx + yy + spread) / 2)
  if (strength < strengthBorders[0]) return 0
  const across = Math.sqrt(Math.max(0, (xx + yy - spread) / 2))
  const coherence = (strength - across) / (strength + across)
  const bend = Math.abs(laplacian) / (strength + 0.5)
  // The tensor of the mirrored or swapped patch has xy negated, or xx and yy exchanged; angles need no trigonometry.
  const turn = (xy < 0 ? 1 : 0) | (xx < yy ? 2 : 0)
  const direction = 2 * Math.abs(xy) < Math.abs(xx - yy) ? 0 : 1
  const steps = level(strength, strengthBorders) - 1
  const form = (steps * (coherenceBorders.length + 1) + level(coherence, coherenceBorders)) * (bendBorders.length + 1)
  return (1 + (form + level(bend, bendBorders)) * directions + direction) * turnCount + turn
}

function level(value: number, borders: readonly number[]): number {
  let steps = 0
  while (steps < borders.length && value >= borders[steps]!) steps++
  return steps
}

interface Tensor {
  xx: Float32Array
  xy: Float32Array
  yy: Float32Array
}

function smoothTensor({ width, height, data }: Plane): Tensor {
  const raw = {
    xx: new Float32Array(data.length),
    xy: new Float32Array(data.length),
    yy: new Float32Array(data.length),
  }
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const dx = (data[at + 1]! - data[at - 1]!) / 2
      const dy = (data[at + width]! - data[at - width]!) / 2
      raw.xx[at] = dx * dx
      raw.xy[at] = dx * dy
      raw.yy[at] = dy * dy
    }
  }
  const spare = new Float32Array(data.length)
  return { xx: smooth(raw.xx, spare, width), xy: smooth(raw.xy, spare, width), yy: smooth(raw.yy, spare, width) }
}

/** Smooths in place; wrong only within two pixels of the border, which nobody reads. */
function smooth(values: Float32Array, spare: Float32Array, width: number): Float32Array {
  blurAlong(values, spare, 1)
  blurAlong(spare, values, width)
  return values
}

function blurAlong(from: Float32Array, to: Float32Array, step: number): void {
  for (let at = 2 * step; at < from.length - 2 * step; at++) {
    const far = from[at - 2 * step]! + from[at + 2 * step]!
    to[at] = outer * far + inner * (from[at - step]! + from[at + step]!) + middle * from[at]!
  }
}
