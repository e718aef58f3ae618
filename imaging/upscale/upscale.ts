import { checkPicture, type Picture, PictureError } from "#imaging/pixels/picture.ts"
import { enlargeTile, type FilterPair, loadFilters, tileMargin } from "./enlarge-tile.ts"
import { fillHiddenColours, hiddenReach } from "./hidden-colours.ts"
import { looksLikeJpeg } from "./jpeg-detection.ts"
import { readTile, splitPlanes, tilesOf, writePlanes } from "./tile.ts"

export type UpscaleFactor = 2 | 4

export interface UpscaleOptions {
  /** What the picture went through before: chooses the filters. "auto", the default, looks for traces of JPEG blocks. */
  source?: "auto" | "clean" | "jpeg"
  /** Side of the pieces worked on, in source pixels. Bounds the working memory; the result does not depend on it. */
  tileSide?: number
  /** Called after every piece. */
  onTile?: (done: number, total: number) => void
  /** Asked before every piece. */
  isCancelled?: () => boolean
}

/** Thrown when `isCancelled` said yes. */
export class UpscaleCancelled extends Error {
  constructor() {
    super("The enlargement was cancelled.")
    this.name = "UpscaleCancelled"
  }
}

/** Most pixels of a result: a 24-megapixel photo at ×4, which is 1.5 GB as RGBA. */
export const maxResultPixels = 400_000_000

/**
 * A sharper picture of twice or four times the size. Edges follow filters learned from our own pictures; nothing is
 * invented, so say "larger and sharper", never "restored". The same input gives the same bytes.
 * @throws PictureError for a picture whose numbers do not fit together, or `too_large`
 * @throws UpscaleCancelled
 */
export function upscale(picture: Picture, factor: UpscaleFactor, options: UpscaleOptions = {}): Picture {
  checkPicture(picture)
  const { width, height, channels } = picture
  if (width * height * factor * factor > maxResultPixels) {
    throw new PictureError("too_large", `The result would have more than ${maxResultPixels / 1_000_000} megapixels.`)
  }
  const filters = loadFilters(isJpeg(picture, options.source ?? "auto") ? "jpeg" : "clean")
  const data = new Uint8ClampedArray(width * height * factor * factor * channels)
  const result: Picture = { width: width * factor, height: height * factor, channels, data }
  const tiles = tilesOf(width, height, options.tileSide ?? 128)
  tiles.forEach((tile, i) => {
    if (options.isCancelled?.()) throw new UpscaleCancelled()
    upscaleTile(picture, result, tile, factor, filters)
    options.onTile?.(i + 1, tiles.length)
  })
  return result
}

function isJpeg(picture: Picture, source: "auto" | "clean" | "jpeg"): boolean {
  return source === "auto" ? looksLikeJpeg(picture) : source === "jpeg"
}

function upscaleTile(
  picture: Picture,
  result: Picture,
  tile: ReturnType<typeof tilesOf>[number],
  factor: UpscaleFactor,
  filters: FilterPair,
): void {
  const margin = tileMargin + (picture.channels === 4 ? hiddenReach : 0)
  const pixels = readTile(picture, tile, margin)
  if (picture.channels === 4) fillHiddenColours(pixels.data, pixels.width, pixels.height)
  const planes = enlargeTile(splitPlanes(pixels), factor, filters, margin)
  const place = { x: tile.x * factor, y: tile.y * factor, width: tile.width * factor, height: tile.height * factor }
  writePlanes(planes, result, place)
}
