// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Picture } from "#imaging/pixels/picture.ts"

/**
 * A cut-out turned by `angle` radians (positive: clockwise as seen) around its middle on a canvas large enough for all
 * of it. Bilinear with colours weighted by alpha; angle 0 gives the same picture.
 */
export function turnPicture(picture: Picture, angle: number): Picture {
  if (angle === 0) return picture
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const width = Math.ceil(Math.abs(picture.width * cos) + Math.abs(picture.height * sin)) + 2
  const height = Math.ceil(Math.abs(picture.width * sin) + Math.abs(picture.height * cos)) + 2
  const data = new Uint8ClampedArray(width * height * 4)
  const sums: Sums = [0, 0, 0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const dx = x + 0.5 - width / 2
      const dy = y + 0.5 - height / 2
      readAt(
        picture,
        cos * dx + sin * dy + picture.width / 2 - 0.5,
        cos * dy - sin * dx + picture.height / 2 - 0.5,
        sums,
      )
      const alpha = sums[3]
      if (alpha <= 0) continue
      const to = (y * width + x) * 4
      for (let c = 0; c < 3; c++) data[to + c] = sums[c]! / alpha
      data[to + 3] = alpha
    }
  }
  return { width, height, channels: 4, data }
}

type Sums = [number, number, number, number]

/** Colour times alpha, and alpha, between pixels; nothing outside the picture. */
function readAt({ width, height, data }: Picture, x: number, y: number, sums: Sums): void {
  sums.fill(0)
  const left = Math.floor(x)
  const top = Math.floor(y)
  for (let row = top; row <= top + 1; row++) {
    for (let column = left; column <= left + 1; column++) {
      if (row < 0 || column < 0 || row >= height || column >= width) continue
      const at = (row * width + column) * 4
      const weight = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row)) * data[at + 3]!
      for (let c = 0; c < 3; c++) sums[c] = sums[c]! + weight * data[at + c]!
      sums[3] += weight
    }
  }
}
