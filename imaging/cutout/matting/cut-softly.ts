import type { Picture } from "#imaging/pixels/picture.ts"
import { resamplePlane, shrinkToLongSide } from "#imaging/pixels/resize.ts"
import { matteLongSide } from "./cut-along.ts"
import { decontaminate } from "./decontaminate.ts"
import { localColours } from "./local-colours.ts"
import { bandOf } from "./matte.ts"

/** Coverage that somebody else found, of any size, 0 to 1 per pixel. */
export interface Cover {
  width: number
  height: number
  data: Float32Array
}

/** Above this (and below its opposite) a pixel shows only one of the two layers. */
const sure = 0.95

/**
 * Cuts a picture by soft coverage, a model's for instance: its edges are kept as they are, and only the old
 * background's colour is taken out of them.
 * @returns the picture in full size with four channels
 */
export function cutSoftly(picture: Picture, cover: Cover): Picture {
  const small = shrinkToLongSide(picture, matteLongSide)
  const { width, height } = small
  const alpha = resamplePlane(cover.data, cover, small)
  const isOpen = Uint8Array.from(alpha, (a) => (a > 0 && a < 1 ? 1 : 0))
  const radius = Math.round(2.2 * bandOf(width, height))
  const inside = alpha.map((a) => (a > sure ? 1 : 0))
  const outside = alpha.map((a) => (a < 1 - sure ? 1 : 0))
  const object = localColours(small, inside, isOpen, radius)
  const background = localColours(small, outside, isOpen, radius)
  return decontaminate(picture, { width, height, alpha, object, background })
}
