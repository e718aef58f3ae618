// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { distanceTo } from "#imaging/pixels/distance.ts"
import type { Picture } from "#imaging/pixels/picture.ts"

/** A part of a picture, in its pixels. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface Size {
  width: number
  height: number
}

/** The pixels of a part as a picture of their own. */
export function partOf({ width, channels, data }: Picture, box: Box): Picture {
  const out = new Uint8Array(box.width * box.height * channels)
  for (let y = 0; y < box.height; y++) {
    const from = ((y + box.top) * width + box.left) * channels
    out.set(data.subarray(from, from + box.width * channels), y * box.width * channels)
  }
  return { width: box.width, height: box.height, channels, data: out }
}

/** How much of a new answer counts: all of it well within its reach, none outside, a soft step of `fade` pixels between. */
export function weightsWithin(reach: Uint8Array, { width, height }: Size, fade: number): Float32Array {
  return distanceTo(reach, 0, width, height).map((inside) => Math.min(1, inside / Math.max(1, fade)))
}

/** Lays a new part of a cut-out over the former one, by weights of any size. */
export function layPart(
  fresh: Picture,
  former: Picture,
  result: Picture,
  box: Box,
  weights: Float32Array,
  { width, height }: Size,
): void {
  for (let y = 0; y < box.height; y++) {
    const row = Math.floor((y * height) / box.height) * width
    for (let x = 0; x < box.width; x++) {
      const weight = weights[row + Math.floor((x * width) / box.width)]!
      if (weight === 0) continue
      const from = (y * box.width + x) * 4
      const to = ((y + box.top) * result.width + x + box.left) * 4
      const alphaBefore = former.data[from + 3]!
      const alphaNow = fresh.data[from + 3]!
      result.data[to + 3] = Math.round(alphaBefore + (alphaNow - alphaBefore) * weight)
      // A colour counts by how much of it is seen; what was transparent has none worth keeping.
      const seen = alphaBefore * (1 - weight) + alphaNow * weight
      const share = seen === 0 ? weight : (alphaNow * weight) / seen
      for (let c = 0; c < 3; c++) {
        const before = former.data[from + c]!
        result.data[to + c] = Math.round(before + (fresh.data[from + c]! - before) * share)
      }
    }
  }
}
