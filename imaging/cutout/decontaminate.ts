// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Picture } from "#imaging/pixels/picture.ts"
import type { Matte } from "./matte.ts"

/**
 * The picture with the matte as its alpha and the old background's colour taken out of half-covered pixels, so that no
 * fringe shows on a new background. Inverts the compositing equation (Porter and Duff, 1984); where little of the
 * product is in a pixel the inversion is mostly noise and the colour of the nearby product stands in. The matte may be
 * smaller than the picture; alpha the picture already has stays.
 */
export function decontaminate(picture: Picture, matte: Matte): Picture {
  const { width, height, channels, data } = picture
  const out = new Uint8Array(width * height * 4)
  const look = new Look(matte, width, height)
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      look.moveTo(x, y)
      const cover = look.at(matte.alpha)
      const own = channels === 4 ? data[p * 4 + 3]! / 255 : 1
      out[p * 4 + 3] = Math.round(255 * cover * own)
      const trust = Math.min(1, Math.max(0, 1.4 * cover - 0.2))
      for (let c = 0; c < 3; c++) {
        const value = data[p * channels + c]!
        if (cover <= 0 || cover >= 0.995) {
          out[p * 4 + c] = value
          continue
        }
        const inverted = (value - (1 - cover) * look.at(matte.background[c]!)) / Math.max(cover, 0.15)
        const clean = Math.min(255, Math.max(0, inverted)) * trust + look.at(matte.object[c]!) * (1 - trust)
        out[p * 4 + c] = Math.round(Math.min(255, Math.max(0, clean)))
      }
    }
  }
  return { width, height, channels: 4, data: out }
}

/** Reads a smaller plane at a larger picture's pixels, centred and bilinear, without ever building the large plane. */
class Look {
  private readonly matte: Matte
  private readonly scaleX: number
  private readonly scaleY: number
  private p = 0
  private right = 0
  private below = 0
  private fx = 0
  private fy = 0

  constructor(matte: Matte, width: number, height: number) {
    this.matte = matte
    this.scaleX = matte.width / width
    this.scaleY = matte.height / height
  }

  moveTo(x: number, y: number): void {
    const { width, height } = this.matte
    const u = Math.min(width - 1, Math.max(0, (x + 0.5) * this.scaleX - 0.5))
    const v = Math.min(height - 1, Math.max(0, (y + 0.5) * this.scaleY - 0.5))
    const [column, row] = [Math.floor(u), Math.floor(v)]
    this.p = row * width + column
    this.right = column < width - 1 ? 1 : 0
    this.below = row < height - 1 ? width : 0
    this.fx = u - column
    this.fy = v - row
  }

  at(plane: Float32Array): number {
    const { p, right, below, fx, fy } = this
    if (fx === 0 && fy === 0) return plane[p]!
    const upper = plane[p]! * (1 - fx) + plane[p + right]! * fx
    const lower = plane[p + below]! * (1 - fx) + plane[p + below + right]! * fx
    return upper * (1 - fy) + lower * fy
  }
}
