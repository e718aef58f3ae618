// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { smooth } from "#imaging/pixels/box-mean.ts"
import type { Picture } from "#imaging/pixels/picture.ts"

/** Three planes of byte values (0 to 255, fractions allowed): red, green, blue. */
export type ColourPlanes = [Float32Array, Float32Array, Float32Array]

/**
 * The colour that the chosen pixels have around every place: normalised convolution (Knutsson and Westin, 1993), near
 * by where enough chosen pixels are near, else over a window four times as wide.
 * @param chosen 1 where the colour is known to belong to the wanted layer
 */
export function localColours(picture: Picture, chosen: Float32Array, radius: number): ColourPlanes {
  const { width, height, channels, data } = picture
  const near = smooth(chosen, width, height, radius)
  const wide = smooth(chosen, width, height, 4 * radius)
  const planes = [0, 1, 2].map((c) => {
    const weighted = chosen.map((weight, p) => weight * data[p * channels + c]!)
    const nearSum = smooth(weighted, width, height, radius)
    const wideSum = smooth(weighted, width, height, 4 * radius)
    for (let p = 0; p < nearSum.length; p++) {
      nearSum[p] = near[p]! > 0.02 ? nearSum[p]! / near[p]! : wideSum[p]! / (wide[p]! + 1e-5)
    }
    return nearSum
  })
  return planes as ColourPlanes
}
