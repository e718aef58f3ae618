// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { linearToOklab } from "#imaging/colour/oklab.ts"
import { linearOfByte } from "#imaging/colour/srgb.ts"
import { smooth } from "./box-mean.ts"
import type { Picture } from "./picture.ts"

/** What the segmentation looks at: Oklab times 100, lightly smoothed, one plane per channel. */
export interface View {
  width: number
  height: number
  /** Lightness 0 to 100, then a and b, about -40 to 40. */
  channels: [lightness: Float32Array, a: Float32Array, b: Float32Array]
}

/** Oklab planes of a picture, smoothed by two 3x3 means: JPEG and sensor noise would otherwise be edges. */
export function viewOf(picture: Picture): View {
  const { width, height, data } = picture
  const size = width * height
  const planes = [new Float32Array(size), new Float32Array(size), new Float32Array(size)] as const
  for (let i = 0; i < size; i++) {
    const at = i * picture.channels
    const lab = linearToOklab(linearOfByte[data[at]!]!, linearOfByte[data[at + 1]!]!, linearOfByte[data[at + 2]!]!)
    planes[0][i] = 100 * lab[0]
    planes[1][i] = 100 * lab[1]
    planes[2][i] = 100 * lab[2]
  }
  const [lightness, a, b] = planes
  return {
    width,
    height,
    channels: [smooth(lightness, width, height, 1), smooth(a, width, height, 1), smooth(b, width, height, 1)],
  }
}
