// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { boxMean, smooth } from "#imaging/pixels/box-mean.ts"
import type { Picture } from "#imaging/pixels/picture.ts"

/** Longer side of the product over the radius of the brush that evens its outline. */
const brush = 150
/** Share of a wide window that is solid inside a body; stems, straps and laces never get there. */
const bodyFrom = 0.97
/** From this share of half-transparent pixels around it, an edge is fur, hair or glass, and stays as it is. */
const fluff = { some: 0.25, much: 0.45 }
/** Between these values of the blurred outline, its colours go over from those further in to its own. */
const fringe = { outer: 0.65, inner: 0.85 }
/** How fast coverage rises across the evened outline, per pixel. */
const steepness = 0.6

/**
 * Evens the outline of solid bodies and takes the old ground's colour out of their edge: teeth of a pixel or two that
 * nobody sees over the ground they came from stand out in a new set. What is thin, hairy or see-through stays as it is.
 * Takes and gives RGBA.
 */
export function calmOutline(picture: Picture): Picture {
  const { width, height, data } = picture
  const alpha = new Float32Array(width * height)
  for (let p = 0; p < alpha.length; p++) alpha[p] = data[p * 4 + 3]! / 255
  const radius = Math.round(longSide(alpha, width) / brush)
  if (radius < 1) return picture
  const blurred = smooth(alpha, width, height, radius)
  const weight = bodyWeight(alpha, width, height, radius)
  const out = Uint8ClampedArray.from(data)
  const rise = steepness * 2.5 * (0.8 * radius + 0.4)
  for (let p = 0; p < alpha.length; p++) {
    if (weight[p] === 0) continue
    const even = Math.min(1, Math.max(0, (blurred[p]! - 0.5) * rise + 0.5))
    out[p * 4 + 3] = 255 * (alpha[p]! + (even - alpha[p]!) * weight[p]!)
  }
  const inside = alpha.map((a, p) => (a > 0.98 && blurred[p]! > fringe.inner ? 1 : 0))
  const share = boxMean(inside, width, height, 2 * radius)
  const plane = new Float32Array(alpha.length)
  for (let c = 0; c < 3; c++) {
    for (let p = 0; p < plane.length; p++) plane[p] = inside[p]! * data[p * 4 + c]!
    const sum = boxMean(plane, width, height, 2 * radius)
    for (let p = 0; p < plane.length; p++) {
      if (weight[p] === 0 || out[p * 4 + 3] === 0 || share[p]! < 1e-3) continue
      const outside = Math.min(1, Math.max(0, (fringe.inner - blurred[p]!) / (fringe.inner - fringe.outer)))
      const own = data[p * 4 + c]!
      out[p * 4 + c] = own + (sum[p]! / share[p]! - own) * outside * weight[p]!
    }
  }
  return { width, height, channels: 4, data: out }
}

/** 1 along the edges of solid bodies, 0 at thin and fluffy things. */
function bodyWeight(alpha: Float32Array, width: number, height: number, radius: number): Float32Array {
  const core = boxMean(alpha, width, height, 3 * radius).map((share) => (share > bodyFrom ? 1 : 0))
  const weight = boxMean(core, width, height, 4 * radius)
  const partial = alpha.map((a) => (a > 0.04 && a < 0.96 ? 1 : 0))
  const soft = boxMean(partial, width, height, 2 * radius)
  for (let p = 0; p < weight.length; p++) {
    const crisp = Math.min(1, Math.max(0, (fluff.much - soft[p]!) / (fluff.much - fluff.some)))
    weight[p] = Math.min(1, weight[p]! * 12) * crisp
  }
  return weight
}

function longSide(alpha: Float32Array, width: number): number {
  let [left, right, top, bottom] = [width, -1, -1, -1]
  for (let p = 0; p < alpha.length; p++) {
    if (alpha[p]! < 0.5) continue
    const x = p % width
    if (x < left) left = x
    if (x > right) right = x
    if (top < 0) top = Math.floor(p / width)
    bottom = Math.floor(p / width)
  }
  return Math.max(right - left, bottom - top) + 1
}
