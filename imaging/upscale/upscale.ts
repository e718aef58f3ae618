import { checkPicture, type Picture, PictureError } from "#imaging/pixels/picture.ts"
import type { Phase } from "#imaging/render/post/phase.ts"
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

/** Where an enlargement goes: its bytes must clamp. */
export type UpscaleResult = Picture & { data: Uint8ClampedArray }

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
  const result = emptyResult(picture, factor)
  const phase = prepareUpscale(picture, factor, result, options)
  const total = phase.parts()
  for (let part = 0; part < total; part++) {
    if (options.isCancelled?.()) throw new UpscaleCancelled()
    phase.run(part)
    options.onTile?.(part + 1, total)
  }
  return result
}

function emptyResult(picture: Picture, factor: UpscaleFactor): UpscaleResult {
  checkUpscale(picture, factor)
  const { channels } = picture
  const [width, height] = [picture.width * factor, picture.height * factor]
  return { width, height, channels, data: new Uint8ClampedArray(width * height * channels) }
}

/** @throws PictureError when the picture's numbers do not fit together, or `too_large` for a result nobody could hold */
function checkUpscale(picture: Picture, factor: UpscaleFactor): void {
  checkPicture(picture)
  if (picture.width * picture.height * factor * factor > maxResultPixels) {
    throw new PictureError("too_large", `The result would have more than ${maxResultPixels / 1_000_000} megapixels.`)
  }
}

/**
 * An enlargement as tiles that any number of threads may share: each writes its own place of `result`, which has
 * `factor` times the size of the picture.
 * @throws PictureError as `upscale`
 */
export function prepareUpscale(
  picture: Picture,
  factor: UpscaleFactor,
  result: UpscaleResult,
  { source = "auto", tileSide = 128 }: Pick<UpscaleOptions, "source" | "tileSide"> = {},
): Phase {
  checkUpscale(picture, factor)
  const filters = loadFilters(isJpeg(picture, source) ? "jpeg" : "clean")
  const tiles = tilesOf(picture.width, picture.height, tileSide)
  return {
    name: "enlarge",
    weight: 1,
    isOptional: false,
    parts: () => tiles.length,
    run: (part) => {
      const tile = tiles[part]
      if (tile) upscaleTile(picture, result, tile, factor, filters)
    },
  }
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
