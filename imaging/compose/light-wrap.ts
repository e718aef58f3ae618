// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { smooth } from "#imaging/pixels/box-mean.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import type { Card } from "./card.ts"

/** How far light from behind reaches around the outline, as a share of the picture's longer side. */
const reach = 0.008
/** Share of the light behind that shows right at the outline. */
const most = 0.34

/** What shines from behind a card: the plate, softened, where the card goes. */
export interface Glow {
  red: Float32Array
  green: Float32Array
  blue: Float32Array
  /** 1 at the outline, 0 well inside. */
  edge: Float32Array
}

/** Reads the plate behind the card, before the card is laid over it. */
export function gatherGlow(plate: Picture, { picture, left, top }: Card): Glow {
  const { width, height } = picture
  const radius = Math.max(1, Math.round(reach * Math.max(plate.width, plate.height)))
  const soft = (read: (x: number, y: number) => number): Float32Array => soften(read, width, height, radius)
  const channel = (c: number): Float32Array =>
    soft((x, y) => {
      const column = Math.min(plate.width - 1, Math.max(0, left + x))
      const row = Math.min(plate.height - 1, Math.max(0, top + y))
      return plate.data[(row * plate.width + column) * plate.channels + c]!
    })
  const cover = soft((x, y) => {
    const isInside = x >= 0 && y >= 0 && x < width && y < height
    return isInside ? picture.data[(y * width + x) * 4 + 3]! / 255 : 0
  })
  const edge = cover.map((share) => Math.min(1, Math.max(0, 2 * (1 - share))))
  return { red: channel(0), green: channel(1), blue: channel(2), edge }
}

/** A softened plane of `width` × `height` that also reads what lies around it. */
function soften(read: (x: number, y: number) => number, width: number, height: number, radius: number): Float32Array {
  const pad = 2 * radius
  const [wide, tall] = [width + 2 * pad, height + 2 * pad]
  const plane = new Float32Array(wide * tall)
  for (let y = 0, p = 0; y < tall; y++) for (let x = 0; x < wide; x++, p++) plane[p] = read(x - pad, y - pad)
  const blurred = smooth(plane, wide, tall, radius)
  const out = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const from = (y + pad) * wide + pad
    out.set(blurred.subarray(from, from + width), y * width)
  }
  return out
}

/**
 * Lets bright surroundings spill a little over the outline, as they do in every lens: without it a product looks pasted
 * on. Only adds light, so dark sets leave the outline alone. Changes the plate, on which the card lies, in place.
 * @param strength 0 to 1
 */
export function wrapLight(plate: Picture, { picture, left, top }: Card, glow: Glow, strength: number): void {
  const channels = [glow.red, glow.green, glow.blue]
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const [column, row, p] = [left + x, top + y, y * picture.width + x]
      if (column < 0 || row < 0 || column >= plate.width || row >= plate.height) continue
      const share = most * strength * glow.edge[p]! * (picture.data[p * 4 + 3]! / 255)
      if (share === 0) continue
      const to = (row * plate.width + column) * plate.channels
      for (let c = 0; c < 3; c++) {
        const own = plate.data[to + c]!
        plate.data[to + c] = Math.round(own + share * Math.max(0, channels[c]![p]! - own))
      }
    }
  }
}
