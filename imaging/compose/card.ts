import type { Product } from "#imaging/compose/product/product.ts"
import type { ProductSet, ShotRequest } from "#imaging/compose/set/set.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { project } from "#imaging/render/trace/lens.ts"
import { resample } from "#imaging/upscale/resample.ts"
import { upscale } from "#imaging/upscale/upscale.ts"

/** The photo at its size in the shot, and where its upper left corner goes. */
export interface Card {
  picture: Picture
  left: number
  top: number
  /** Where a column of the product's own picture lies in the card. */
  columnOf(column: number): number
}

/** From this enlargement on, the learned filters are worth their time. */
const enlargementWorthFilters = 1.25

/** Sizes the product's photo so that it covers its stand-in, the middle of its base where the set has it. */
export function placeCard(product: Product, { scene, floor }: ProductSet, shot: ShotRequest): Card {
  const { width, height } = shot
  const [middleX, anchorY, ahead] = project(scene.camera, width, height, [0, floor, 0])
  const pixelsPerUnit = Math.max(width, height) / 2 / Math.tan((scene.camera.fov * Math.PI) / 360) / ahead
  const trimmed = trim(product)
  const scale = product.unit * pixelsPerUnit
  const picture = scaleTo(
    trimmed,
    Math.max(1, Math.round(trimmed.width * scale)),
    Math.max(1, Math.round(trimmed.height * scale)),
  )
  const below = (product.shape.bottom + 1 - product.base.anchor + edge) * scale
  return {
    picture,
    columnOf: (column) => (column + 0.5 - product.shape.left + edge) * (picture.width / trimmed.width),
    left: Math.round(middleX - picture.width / 2),
    top: Math.round(anchorY + below - picture.height),
  }
}

/** Pixels inside the outline that still show the set to the filters, so that the edge of the shot stays calm. */
const rim = 4

/** Which pixels of a shot the card covers for good: 1 where the set behind need not be drawn well. */
export function hiddenBy({ picture, left, top }: Card, width: number, height: number): Uint8Array {
  const hidden = new Uint8Array(width * height)
  // Distance to the outline, counted along the row from either side and from the rows above and below.
  const isSolid = (x: number, y: number): boolean => (picture.data[(y * picture.width + x) * 4 + 3] ?? 0) === 255
  const run = new Int16Array(picture.width)
  for (let y = 0; y < picture.height; y++) {
    let across = 0
    for (let x = 0; x < picture.width; x++) {
      across = isSolid(x, y) ? across + 1 : 0
      // a pixel whose row was solid for `2 × rim` pixels, as were the rows before it
      run[x] = across > 2 * rim ? (run[x] ?? 0) + 1 : 0
      if ((run[x] ?? 0) <= 2 * rim) continue
      const [column, row] = [left + x - rim, top + y - rim]
      if (column >= 0 && row >= 0 && column < width && row < height) hidden[row * width + column] = 1
    }
  }
  return hidden
}

/** Pixels kept around the outline for its soft edge. */
const edge = 3

/** The product without the empty area around it. */
function trim({ picture, shape }: Product): Picture {
  const width = shape.right - shape.left + 1 + 2 * edge
  const height = shape.bottom - shape.top + 1 + 2 * edge
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    const row = shape.top - edge + y
    if (row < 0 || row >= picture.height) continue
    const from = Math.max(0, shape.left - edge)
    const to = Math.min(picture.width, shape.right + 1 + edge)
    const source = picture.data.subarray((row * picture.width + from) * 4, (row * picture.width + to) * 4)
    data.set(source, (y * width + from - (shape.left - edge)) * 4)
  }
  return { width, height, channels: 4, data }
}

function scaleTo(picture: Picture, width: number, height: number): Picture {
  const isSmall = width > picture.width * enlargementWorthFilters
  return resample(isSmall ? upscale(picture, 2) : picture, width, height)
}
