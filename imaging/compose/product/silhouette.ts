// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { linearOfByte } from "#imaging/colour/srgb.ts"
import { checkPicture, type Picture, PictureError } from "#imaging/pixels/picture.ts"
import type { Rgb } from "#imaging/render/language/colours.ts"

/** From this alpha on (of 255) a pixel belongs to the product's outline. */
export const solidAlpha = 110

/** Where the product lies in its cut-out, in pixels; right and bottom belong to it. */
export interface Silhouette {
  left: number
  top: number
  right: number
  bottom: number
  /** Lowest solid row of each column of the picture, -1 where there is none. */
  lowest: Int32Array
  /** Column of the centre of mass. */
  balance: number
  /** Mean colour, linear light. */
  mean: Rgb
}

/**
 * Finds the product in a cut-out.
 * @throws PictureError `nothing_visible` when no pixel is solid, and what `checkPicture` throws
 */
export function traceSilhouette(picture: Picture): Silhouette {
  checkPicture(picture)
  const { width, height, data } = picture
  if (picture.channels !== 4)
    throw new PictureError("nothing_visible", "The product has not been cut out of its photo.")
  const lowest = new Int32Array(width).fill(-1)
  let [left, top, right] = [width, height, -1]
  const sums = [0, 0, 0, 0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      if (data[at + 3]! < solidAlpha) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      lowest[x] = y
      for (let c = 0; c < 3; c++) sums[c] = sums[c]! + linearOfByte[data[at + c]!]!
      sums[3] = sums[3]! + 1
      sums[4] = sums[4]! + x
    }
  }
  const count = sums[3]!
  if (count === 0) throw new PictureError("nothing_visible", "There is no product in this cut-out.")
  const bottom = lowest.reduce((most, y) => Math.max(most, y), 0)
  const mean: Rgb = [sums[0]! / count, sums[1]! / count, sums[2]! / count]
  return { left, top, right, bottom, lowest, balance: sums[4]! / count, mean }
}

/** Runs of solid pixels in one row, as first and last column. */
export function spansOf({ width, data }: Picture, y: number): [number, number][] {
  const spans: [number, number][] = []
  let start = -1
  for (let x = 0; x <= width; x++) {
    const isSolid = x < width && data[(y * width + x) * 4 + 3]! >= solidAlpha
    if (isSolid && start < 0) start = x
    if (!isSolid && start >= 0) {
      spans.push([start, x - 1])
      start = -1
    }
  }
  return spans
}
