import { checkPicture, type Picture, PictureError } from "#imaging/pixels/picture.ts"
import type { Phase } from "#imaging/render/post/phase.ts"
import { chooseWay, enlargeTile, tileMargin, type Way } from "./enlarge-tile.ts"
import { fillHiddenColours, hiddenReach } from "./hidden-colours.ts"
import { blockiness, looksLikeJpeg } from "./jpeg-detection.ts"
import type { Doubler } from "./read-doubler.ts"
import { readTile, splitPlanes, tilesOf, writePlanes } from "./tile.ts"

export type UpscaleFactor = 2 | 4

export interface UpscaleOptions {
  /**
   * With what quality the picture was stored, 1 to 100 as libjpeg counts it; 100 when it never lost anything. Where it is not
   * known, squares of JPEG are looked for.
   */
  quality?: number | undefined
  /** Brings photos 0.7 to 1 dB nearer to the truth, at two to three times the work; filters alone do where it is left out. */
  network?: Doubler | undefined
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
/** Larger pictures are enlarged by filters alone: the network takes some two seconds of a core for each megapixel. */
const mostNetworkPixels = 12_500_000
/** Pictures whose squares show were stored with about this quality. */
const blockyQuality = 75
/** From this blockiness on a picture was stored coarsely before, whatever its file says: about that of quality 80. */
const coarseBlockiness = 0.15

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
  { quality, network, tileSide = 128 }: Pick<UpscaleOptions, "quality" | "network" | "tileSide"> = {},
): Phase {
  checkUpscale(picture, factor)
  const isLarge = picture.width * picture.height > mostNetworkPixels
  const way = chooseWay(qualityOf(picture, quality), isLarge ? undefined : network)
  const tiles = tilesOf(picture.width, picture.height, tileSide)
  return {
    name: "enlarge",
    weight: 1,
    isOptional: false,
    parts: () => tiles.length,
    run: (part) => {
      const tile = tiles[part]
      if (tile) upscaleTile(picture, result, tile, factor, way)
    },
  }
}

function qualityOf(picture: Picture, known: number | undefined): number {
  const isBlocky = known === undefined ? looksLikeJpeg(picture) : blockiness(picture) > coarseBlockiness
  return isBlocky ? Math.min(known ?? 100, blockyQuality) : (known ?? 100)
}

function upscaleTile(
  picture: Picture,
  result: Picture,
  tile: ReturnType<typeof tilesOf>[number],
  factor: UpscaleFactor,
  way: Way,
): void {
  const margin = tileMargin + (picture.channels === 4 ? hiddenReach : 0)
  const pixels = readTile(picture, tile, margin)
  if (picture.channels === 4) fillHiddenColours(pixels.data, pixels.width, pixels.height)
  const planes = enlargeTile(splitPlanes(pixels), factor, way, margin)
  const place = { x: tile.x * factor, y: tile.y * factor, width: tile.width * factor, height: tile.height * factor }
  writePlanes(planes, result, place)
}
