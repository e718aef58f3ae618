import { linearToOklab } from "#imaging/colour/oklab.ts"
import { linearOfByte } from "#imaging/colour/srgb.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import type { Rgb } from "#imaging/render/language/colours.ts"
import { type BaseLine, estimateTilt, readBaseLine } from "./base-line.ts"
import { levelPicture, slopeToLevel } from "./level.ts"
import { calmOutline } from "./outline.ts"
import { type Silhouette, solidAlpha, traceSilhouette } from "./silhouette.ts"
import { turnPicture } from "./straighten.ts"

/** A cut-out made ready for a set: upright, measured. */
export interface Product {
  picture: Picture
  shape: Silhouette
  base: BaseLine
  /** By how much it was turned to stand upright, radians; positive when the right end had been lower. */
  tilt: number
  /** World height and width of its outline, in the units of a set: the longer side is about 2. */
  tall: number
  wide: number
  /** World units per pixel. */
  unit: number
  /** The colour people would name, linear light. */
  colour: Rgb
}

/** Products stay at or below this height and width, in world units. */
const largest = { tall: 2, wide: 2.5 }

/**
 * Measures a cut-out (RGBA) and sets it upright when the photo was taken askew.
 * @throws PictureError when there is nothing in it
 */
export function prepareProduct(cutOut: Picture): Product {
  traceSilhouette(cutOut)
  const calm = calmOutline(cutOut)
  const askew = traceSilhouette(calm)
  const tilt = estimateTilt(calm, askew)
  const upright = turnPicture(calm, -tilt)
  const sloping = tilt === 0 ? askew : traceSilhouette(upright)
  const picture = levelPicture(upright, slopeToLevel(sloping))
  const shape = picture === upright ? sloping : traceSilhouette(picture)
  const base = readBaseLine(shape)
  const width = shape.right - shape.left + 1
  const height = base.anchor - shape.top + 1
  const unit = Math.min(largest.tall / height, largest.wide / width)
  const colour = namedColour(picture, shape)
  return { picture, shape, base, tilt, unit, tall: height * unit, wide: width * unit, colour }
}

/** Mean colour with colourful pixels counting more, so that a red label on a white bottle names it red. */
function namedColour({ width, data }: Picture, shape: Silhouette): Rgb {
  const sums = [0, 0, 0, 0]
  const stride = Math.max(1, Math.floor((shape.right - shape.left) / 160))
  for (let y = shape.top; y <= shape.bottom; y += stride) {
    for (let x = shape.left; x <= shape.right; x += stride) {
      const at = (y * width + x) * 4
      if ((data[at + 3] ?? 0) < solidAlpha) continue
      const colour = [0, 1, 2].map((c) => linearOfByte[data[at + c] ?? 0] ?? 0) as [number, number, number]
      const [, a, b] = linearToOklab(...colour)
      const weight = 0.012 + Math.hypot(a, b) ** 1.5
      for (let c = 0; c < 3; c++) sums[c] = (sums[c] ?? 0) + weight * (colour[c] ?? 0)
      sums[3] = (sums[3] ?? 0) + weight
    }
  }
  const [red = 0, green = 0, blue = 0, weight = 1] = sums
  return [red / weight, green / weight, blue / weight]
}
