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
  const box = boundsOf(picture)
  const radius = Math.round(Math.max(box.width, box.height) / brush)
  if (radius < 1) return picture
  const out = Uint8ClampedArray.from(picture.data)
  evenOut(picture, out, grow(box, 8 * radius, picture), radius)
  return { ...picture, data: out }
}

function evenOut({ width: stride, data }: Picture, out: Uint8ClampedArray, box: Box, radius: number): void {
  const { width, height } = box
  const alpha = new Float32Array(width * height)
  const at = (p: number): number => ((box.top + Math.floor(p / width)) * stride + box.left + (p % width)) * 4
  for (let p = 0; p < alpha.length; p++) alpha[p] = data[at(p) + 3]! / 255
  const blurred = smooth(alpha, width, height, radius)
  const weight = bodyWeight(alpha, width, height, radius)
  const rise = steepness * 2.5 * (0.8 * radius + 0.4)
  for (let p = 0; p < alpha.length; p++) {
    if (weight[p] === 0) continue
    const even = Math.min(1, Math.max(0, (blurred[p]! - 0.5) * rise + 0.5))
    out[at(p) + 3] = 255 * (alpha[p]! + (even - alpha[p]!) * weight[p]!)
  }
  const inside = alpha.map((a, p) => (a > 0.98 && blurred[p]! > fringe.inner ? 1 : 0))
  const share = boxMean(inside, width, height, 2 * radius)
  const plane = new Float32Array(alpha.length)
  for (let c = 0; c < 3; c++) {
    for (let p = 0; p < plane.length; p++) plane[p] = inside[p]! * data[at(p) + c]!
    const sum = boxMean(plane, width, height, 2 * radius)
    for (let p = 0; p < plane.length; p++) {
      if (weight[p] === 0 || blurred[p]! >= fringe.inner || share[p]! < 1e-3) continue
      const outside = Math.min(1, (fringe.inner - blurred[p]!) / (fringe.inner - fringe.outer))
      const own = data[at(p) + c]!
      out[at(p) + c] = own + (sum[p]! / share[p]! - own) * outside * weight[p]!
    }
  }
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

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Where there is anything at all. */
function boundsOf({ width, height, data }: Picture): Box {
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0, at = 3; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      if (data[at] === 0) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

function grow(box: Box, by: number, { width, height }: Picture): Box {
  const [left, top] = [Math.max(0, box.left - by), Math.max(0, box.top - by)]
  const right = Math.min(width, box.left + box.width + by)
  const bottom = Math.min(height, box.top + box.height + by)
  return { left, top, width: right - left, height: bottom - top }
}
