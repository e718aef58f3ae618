// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { smooth } from "#imaging/pixels/box-mean.ts"
import type { Picture } from "#imaging/pixels/picture.ts"

/** Three planes of byte values (0 to 255, fractions allowed): red, green, blue. */
export type ColourPlanes = [Float32Array, Float32Array, Float32Array]

/**
 * The colour that the chosen pixels have around every place: normalised convolution (Knutsson and Westin, 1993), near
 * by where enough chosen pixels are near, else over a window four times as wide.
 * @param chosen 1 where the colour is known to belong to the wanted layer
 * @param isWanted where the answer will be used; elsewhere it may be anything
 */
export function localColours(
  picture: Picture,
  chosen: Float32Array,
  isWanted: Uint8Array,
  radius: number,
): ColourPlanes {
  const { width, height, channels, data } = picture
  const near = smooth(chosen, width, height, radius)
  const isFar = isWanted.map((wanted, p) => (wanted === 1 && near[p]! <= enough ? 1 : 0))
  const wide = isFar.includes(1) ? smooth(chosen, width, height, 4 * radius) : undefined
  const planes = [0, 1, 2].map((c) => {
    const weighted = chosen.map((weight, p) => weight * data[p * channels + c]!)
    const out = smooth(weighted, width, height, radius)
    const wideSum = wide && smooth(weighted, width, height, 4 * radius)
    for (let p = 0; p < out.length; p++) {
      if (isFar[p] === 1 && wide !== undefined && wideSum !== undefined) out[p] = wideSum[p]! / (wide[p]! + 1e-5)
      else out[p] = out[p]! / Math.max(near[p]!, 1e-5)
    }
    return out
  })
  return planes as ColourPlanes
}

/** Share of the near window that must be chosen for its mean to be trusted. */
const enough = 0.02
