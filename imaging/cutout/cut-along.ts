// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { smooth } from "#imaging/pixels/box-mean.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { resamplePlane, shrinkToLongSide } from "#imaging/pixels/resize.ts"
import { decontaminate } from "./decontaminate.ts"
import { matte } from "./matte.ts"

/** A hard mask at working size; 1 is product. */
export interface Mask {
  width: number
  height: number
  data: Uint8Array
}

/** Soft edges are worked out at most at this size; a larger picture's alpha is enlarged from it. Bounds the memory. */
const matteLongSide = 1280

/**
 * Cuts a picture along a mask of any size: soft edges, the old background's colour taken out of them.
 * @returns the picture in full size with four channels
 */
export function cutAlong(picture: Picture, mask: Mask): Picture {
  const small = shrinkToLongSide(picture, matteLongSide)
  const enlarged = smooth(resamplePlane(mask.data, mask, small), small.width, small.height, 1)
  const hard = Uint8Array.from(enlarged, (value) => (value > 0.5 ? 1 : 0))
  return decontaminate(picture, matte(small, hard))
}
