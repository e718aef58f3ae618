import sharp from "sharp"
import { type Contour, coverage } from "./outline.ts"

/** Closed lines of one colour, in the units of the picture they belong to. */
export interface Shape {
  /** Hex digits, three or six. */
  colour: string
  contours: readonly Contour[]
}

export interface Size {
  width: number
  height: number
}

/** Longest side that is drawn; a larger picture is made of it by enlarging. */
const maxDrawnSide = 500

/** The size that is asked for: 0 keeps the ratio, twice 0 is the picture's own (docs/hosted-backend.md#avatars). */
export function wantedSize(own: Size, wanted: Size): Size {
  if (wanted.width === 0 && wanted.height === 0) return own
  const width = wanted.width || Math.max(1, Math.round((wanted.height * own.width) / own.height))
  const height = wanted.height || Math.max(1, Math.round((wanted.width * own.height) / own.width))
  return { width, height }
}

/**
 * Draws shapes over one another, from back to front, as a PNG.
 * @param own size of the field the shapes are on; it covers the wanted size, and what lies beyond is cut at the centre
 */
export async function paint(shapes: readonly Shape[], own: Size, wanted: Size): Promise<Buffer> {
  const { width, height } = wantedSize(own, wanted)
  const shrink = Math.min(1, maxDrawnSide / Math.max(width, height))
  const drawn = { width: Math.max(1, Math.round(width * shrink)), height: Math.max(1, Math.round(height * shrink)) }
  const pixels = drawPixels(shapes, own, drawn)
  const picture = sharp(pixels, { raw: { ...drawn, channels: 3 } })
  return (shrink < 1 ? picture.resize({ width, height, fit: "fill" }) : picture).png().toBuffer()
}

function drawPixels(shapes: readonly Shape[], own: Size, size: Size): Uint8Array {
  const scale = Math.max(size.width / own.width, size.height / own.height)
  const left = (size.width - own.width * scale) / 2
  const top = (size.height - own.height * scale) / 2
  const pixels = new Uint8Array(size.width * size.height * 3).fill(255)
  for (const { colour, contours } of shapes) {
    const placed = contours.map((contour) => contour.map((value, at) => value * scale + (at % 2 === 0 ? left : top)))
    blend(pixels, coverage(placed, size.width, size.height), readColour(colour))
  }
  return pixels
}

function blend(pixels: Uint8Array, amounts: Float32Array, colour: readonly number[]): void {
  for (let pixel = 0; pixel < amounts.length; pixel++) {
    const amount = Math.min(1, amounts[pixel] ?? 0)
    if (amount === 0) continue
    for (let channel = 0; channel < 3; channel++) {
      const at = pixel * 3 + channel
      const before = pixels[at] ?? 0
      pixels[at] = Math.round(before + ((colour[channel] ?? 0) - before) * amount)
    }
  }
}

function readColour(hex: string): number[] {
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex
  return [0, 2, 4].map((start) => Number.parseInt(full.slice(start, start + 2), 16))
}
