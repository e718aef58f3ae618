// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Picture } from "#imaging/pixels/picture.ts"
import type { Matte } from "./matte.ts"

/**
 * The picture with the matte as its alpha and the old background's colour taken out of half-covered pixels, so that no
 * fringe shows on a new background. Inverts the compositing equation (Porter and Duff, 1984); where little of the
 * product is in a pixel the inversion is mostly noise and the colour of the nearby product stands in.
 */
export function decontaminate(picture: Picture, { alpha, object, background }: Matte): Picture {
  const { width, height, channels, data } = picture
  const out = new Uint8Array(width * height * 4)
  for (let p = 0; p < alpha.length; p++) {
    const cover = alpha[p]!
    out[p * 4 + 3] = Math.round(255 * cover)
    for (let c = 0; c < 3; c++) {
      const value = data[p * channels + c]!
      if (cover <= 0 || cover >= 0.995) {
        out[p * 4 + c] = value
        continue
      }
      const inverted = (value - (1 - cover) * background[c]![p]!) / Math.max(cover, 0.15)
      const trust = Math.min(1, Math.max(0, 1.4 * cover - 0.2))
      const clean = Math.min(255, Math.max(0, inverted)) * trust + object[c]![p]! * (1 - trust)
      out[p * 4 + c] = Math.round(Math.min(255, Math.max(0, clean)))
    }
  }
  return { width, height, channels: 4, data: out }
}
