// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Picture } from "#imaging/pixels/picture.ts"
import type { Matte } from "./matte.ts"

/**
 * The picture with the matte as its alpha and the old background's colour taken out of half-covered pixels, so that no
 * fringe shows on a new background. Inverts the compositing equation (Porter and Duff, 1984); where little of the
 * product is in a pixel the inversion is mostly noise and the colour of the nearby product stands in. The matte may be
 * smaller than the picture; alpha the picture already has stays.
 * @param out where it is written, four bytes a pixel
 */
export function decontaminate(
  picture: Picture,
  matte: Matte,
  out: Uint8Array | Uint8ClampedArray = new Uint8Array(picture.width * picture.height * 4),
): Picture {
  const { width, height, channels, data } = picture
  const across = samplesOf(matte.width, width)
  const down = samplesOf(matte.height, height)
  for (let y = 0, p = 0; y < height; y++) {
    const row = down.at[y]! * matte.width
    const below = down.at[y]! < matte.height - 1 ? matte.width : 0
    const fy = down.share[y]!
    for (let x = 0; x < width; x++, p++) {
      const at = row + across.at[x]!
      const right = across.at[x]! < matte.width - 1 ? 1 : 0
      const fx = across.share[x]!
      const cover = between(matte.alpha, at, right, below, fx, fy)
      const own = channels === 4 ? data[p * 4 + 3]! / 255 : 1
      out[p * 4 + 3] = Math.round(255 * cover * own)
      if (cover <= 0 || cover >= 0.995) {
        out[p * 4] = data[p * channels]!
        out[p * 4 + 1] = data[p * channels + 1]!
        out[p * 4 + 2] = data[p * channels + 2]!
        continue
      }
      const trust = Math.min(1, Math.max(0, 1.4 * cover - 0.2))
      for (let c = 0; c < 3; c++) {
        const old = between(matte.background[c]!, at, right, below, fx, fy)
        const inverted = (data[p * channels + c]! - (1 - cover) * old) / Math.max(cover, 0.15)
        const nearby = between(matte.object[c]!, at, right, below, fx, fy)
        const clean = Math.min(255, Math.max(0, inverted)) * trust + nearby * (1 - trust)
        out[p * 4 + c] = Math.round(Math.min(255, Math.max(0, clean)))
      }
    }
  }
  return { width, height, channels: 4, data: out }
}

/** Where the places of a longer line lie on a shorter one: the place before, and how far on the way to the next. */
function samplesOf(from: number, to: number): { at: Int32Array; share: Float64Array } {
  const at = new Int32Array(to)
  const share = new Float64Array(to)
  const scale = from / to
  for (let i = 0; i < to; i++) {
    const place = Math.min(from - 1, Math.max(0, (i + 0.5) * scale - 0.5))
    at[i] = Math.floor(place)
    share[i] = place - at[i]!
  }
  return { at, share }
}

/** Bilinear, so that the large plane is never built. */
function between(plane: Float32Array, at: number, right: number, below: number, fx: number, fy: number): number {
  const upper = plane[at]! * (1 - fx) + plane[at + right]! * fx
  const lower = plane[at + below]! * (1 - fx) + plane[at + below + right]! * fx
  return upper * (1 - fy) + lower * fy
}
