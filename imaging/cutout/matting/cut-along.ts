// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { smooth } from "#imaging/pixels/box-mean.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { resamplePlane, shrinkToLongSide } from "#imaging/pixels/resize.ts"
import { decontaminate } from "./decontaminate.ts"
import { bandOf, type Matte, matte } from "./matte.ts"
import { openSlivers } from "./slivers.ts"

/** A hard mask at working size; 1 is product. */
export interface Mask {
  width: number
  height: number
  data: Uint8Array
}

/** Coverage that a model found, of any size, a byte a pixel. */
export interface Cover {
  width: number
  height: number
  data: Uint8Array
}

/** Soft edges are worked out at most at this size; a larger picture's alpha is enlarged from it. Bounds the memory. */
export const matteLongSide = 1280

/**
 * Cuts a picture along a mask of any size: soft edges, the old background's colour taken out of them.
 * @param out where it is written, four bytes a pixel
 * @returns the picture in full size with four channels
 */
export function cutAlong(picture: Picture, mask: Mask, out?: Picture["data"]): Picture {
  const small = shrinkToLongSide(picture, matteLongSide)
  const enlarged = smooth(resamplePlane(mask.data, mask, small), small.width, small.height, 1)
  const hard = new Uint8Array(enlarged.length)
  for (let p = 0; p < hard.length; p++) hard[p] = enlarged[p]! > 0.5 ? 1 : 0
  return decontaminate(picture, matteAround(small, hard), out)
}

/**
 * Cuts a picture where a model sees half coverage. How soft the edge is says the photo itself: models blur over several pixels,
 * and more when the photo is larger than what they saw. Thin parts that the matte would take off stay as the model sees them. Of 40
 * real photos: mean error of coverage 0.0258 instead of 0.0280 with the model's answer enlarged, 0.0054 instead of 0.0154 on the one
 * with soft coverage.
 * @param out as for `cutAlong`
 * @returns the picture in full size with four channels
 */
export function cutAlongCover(picture: Picture, cover: Cover, out?: Picture["data"]): Picture {
  const small = shrinkToLongSide(picture, matteLongSide)
  const seen = resamplePlane(cover.data, cover, small)
  const hard = Uint8Array.from(seen, (value) => (value > 127 ? 1 : 0))
  const found = matteAround(small, hard)
  const alpha = found.alpha.map((value, p) => (hard[p] === 1 ? Math.max(value, seen[p]! / 255) : value))
  return decontaminate(picture, { ...found, alpha }, out)
}

/** The matte, worked out only around the product: time and memory then follow its size, not the picture's. */
function matteAround(picture: Picture, mask: Uint8Array): Matte {
  const { width, height } = picture
  const band = bandOf(width, height)
  const { left, top, right, bottom } = boundsOf(mask, width, Math.ceil(12 * band))
  const [innerWidth, innerHeight] = [right - left, bottom - top]
  const inner: Picture = {
    width: innerWidth,
    height: innerHeight,
    channels: 3,
    data: new Uint8Array(innerWidth * innerHeight * 3),
  }
  const innerMask = new Uint8Array(innerWidth * innerHeight)
  for (let y = 0, p = 0; y < innerHeight; y++) {
    for (let x = 0; x < innerWidth; x++, p++) {
      const from = (y + top) * width + x + left
      innerMask[p] = mask[from]!
      for (let c = 0; c < 3; c++) inner.data[p * 3 + c] = picture.data[from * picture.channels + c]!
    }
  }
  const { alpha, object, background } = matte(inner, openSlivers(inner, innerMask), band)
  const place = (plane: Float32Array): Float32Array => {
    const out = new Float32Array(width * height)
    for (let y = 0; y < innerHeight; y++) {
      out.set(plane.subarray(y * innerWidth, (y + 1) * innerWidth), (y + top) * width + left)
    }
    return out
  }
  const [red, green, blue] = object
  const [backRed, backGreen, backBlue] = background
  return {
    width,
    height,
    alpha: place(alpha),
    object: [place(red), place(green), place(blue)],
    background: [place(backRed), place(backGreen), place(backBlue)],
  }
}

interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

/** The box around the mask's ones, `margin` wider on each side; the whole picture when there are none. */
function boundsOf(mask: Uint8Array, width: number, margin: number): Bounds {
  const height = mask.length / width
  const found = { left: width, top: height, right: 0, bottom: 0 }
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      if (mask[p] === 0) continue
      found.left = Math.min(found.left, x)
      found.right = Math.max(found.right, x + 1)
      found.top = Math.min(found.top, y)
      found.bottom = Math.max(found.bottom, y + 1)
    }
  }
  if (found.right === 0) return { left: 0, top: 0, right: width, bottom: height }
  return {
    left: Math.max(0, found.left - margin),
    top: Math.max(0, found.top - margin),
    right: Math.min(width, found.right + margin),
    bottom: Math.min(height, found.bottom + margin),
  }
}
