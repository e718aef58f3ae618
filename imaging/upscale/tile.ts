// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Picture } from "#imaging/pixels/picture.ts"
import { createPlane, type Plane } from "./plane.ts"

/** A rectangle of a picture, in its pixels. */
export interface Tile {
  x: number
  y: number
  width: number
  height: number
}

/** Rectangles that cover the picture row by row; the last of each row and column may be smaller. */
export function tilesOf(width: number, height: number, side: number): Tile[] {
  const tiles: Tile[] = []
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      tiles.push({ x, y, width: Math.min(side, width - x), height: Math.min(side, height - y) })
    }
  }
  return tiles
}

/** Brightness and two colour differences of a piece of picture, and its alpha if it has any that is not full. */
export interface TilePlanes {
  luma: Plane
  /** Red minus brightness. */
  red: Plane
  /** Blue minus brightness. */
  blue: Plane
  alpha: Plane | null
}

/** Weights of brightness in red, green and blue (ITU-R BT.601). */
export const lumaWeights = [0.299, 0.587, 0.114] as const

/** Reads a tile and `margin` pixels around it. Beyond the picture its border pixels repeat. */
export function readTile(
  picture: Picture,
  tile: Tile,
  margin: number,
): { data: Uint8Array; width: number; height: number } {
  const width = tile.width + 2 * margin
  const height = tile.height + 2 * margin
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    const row = Math.min(picture.height - 1, Math.max(0, tile.y + y - margin)) * picture.width
    for (let x = 0; x < width; x++) {
      const from = (row + Math.min(picture.width - 1, Math.max(0, tile.x + x - margin))) * picture.channels
      const to = (y * width + x) * 4
      data[to] = picture.data[from]!
      data[to + 1] = picture.data[from + 1]!
      data[to + 2] = picture.data[from + 2]!
      data[to + 3] = picture.channels === 4 ? picture.data[from + 3]! : 255
    }
  }
  return { data, width, height }
}

/** Splits interleaved RGBA into planes. */
export function splitPlanes({ data, width, height }: { data: Uint8Array; width: number; height: number }): TilePlanes {
  const luma = createPlane(width, height)
  const red = createPlane(width, height)
  const blue = createPlane(width, height)
  const alpha = createPlane(width, height)
  let isOpaque = true
  for (let i = 0; i < luma.data.length; i++) {
    const [r, g, b] = [data[i * 4]!, data[i * 4 + 1]!, data[i * 4 + 2]!]
    const brightness = lumaWeights[0] * r + lumaWeights[1] * g + lumaWeights[2] * b
    luma.data[i] = brightness
    red.data[i] = r - brightness
    blue.data[i] = b - brightness
    alpha.data[i] = data[i * 4 + 3]!
    if (data[i * 4 + 3] !== 255) isOpaque = false
  }
  return { luma, red, blue, alpha: isOpaque ? null : alpha }
}

/** Writes enlarged planes, all of the size of the target tile, into the result. */
export function writePlanes(planes: TilePlanes, result: Picture, tile: Tile): void {
  const { data, channels } = result
  for (let y = 0; y < tile.height; y++) {
    let to = ((tile.y + y) * result.width + tile.x) * channels
    for (let i = y * tile.width; i < (y + 1) * tile.width; i++, to += channels) {
      const brightness = planes.luma.data[i]!
      const red = planes.red.data[i]!
      const blue = planes.blue.data[i]!
      data[to] = brightness + red
      data[to + 1] = brightness - (lumaWeights[0] * red + lumaWeights[2] * blue) / lumaWeights[1]
      data[to + 2] = brightness + blue
      if (channels === 4) data[to + 3] = planes.alpha ? planes.alpha.data[i]! : 255
    }
  }
}
