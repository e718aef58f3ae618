import { createHash } from "node:crypto"
import sharp from "sharp"
import type { z } from "zod"
import { usualColours } from "#contract/studio/brand-kit.ts"
import { type downloadPoster, type PosterSize, posterLookWidth, posterSizes } from "#contract/studio/shelf-posters.ts"
import { slugOf } from "#contract/studio/shelf-slug.ts"
import type { Services } from "#server/declarations/services.ts"
import { readExportSource, writeExport } from "#server/features/studio/exports/service.ts"
import type { Box } from "#server/media/product-box.ts"
import type { Sending } from "#server/media/send.ts"
import { shareThread } from "#server/platform/documents/shared-thread.ts"
import { AppError } from "#server/platform/errors.ts"
import { createByteCache } from "#server/platform/limits/byte-cache.ts"
import { limitConcurrency } from "#server/platform/limits/limit-concurrency.ts"
import { smallCopy } from "#server/platform/pictures/picture.ts"
import { inTurn, type PictureWorker } from "#server/platform/pictures/picture-turns.ts"
import { leastSeen, leastSeenHigh, type PosterDrawing, type PosterWords } from "./posters/draw-poster.ts"
import { findProduct } from "./queries.ts"
import { readOriginal } from "./shop-pictures.ts"
import { findShop, listStoredPictures, type StoredSource } from "./shop-queries.ts"
import { shownPrice } from "./shown-price.ts"

/** Bytes of posters, and of small pictures for looks at them, that a process keeps. */
const keptBytes = 24_000_000

/** Longest side of the picture in a small look, in pixels. */
const lookSide = 640

/** Largest poster, in bytes: what chats send without making it smaller. */
const maxBytes = 1_000_000

const drawOnThread = shareThread<PosterWords, PosterDrawing>({
  module: new URL("./posters/poster-thread.ts", import.meta.url),
  name: "posters",
  heapMb: 128,
  stackMb: 4,
  longestMs: 5_000,
})

const drawInTurn = limitConcurrency(1, 60, "Many posters are drawn at this moment. Please try again shortly.")

export interface Posters {
  /**
   * A price poster of a person's own product, as it is saved.
   * @throws AppError `not_found`; `general_argument_invalid` where name, price or picture is missing
   */
  make(
    accountId: string,
    productId: string,
    wanted: z.output<typeof downloadPoster.query>,
    worker: PictureWorker,
  ): Promise<Sending>
}

/** Opens the posters of one process. */
export function openPosters(s: Services): Posters {
  const kept = createByteCache(keptBytes)
  return {
    async make(accountId, productId, { layout, size, picture, look }, worker) {
      const product = await findProduct(s.db, accountId, productId)
      if (!product) throw new AppError("not_found", "This product does not exist.")
      const shop = await findShop(s.db, accountId)
      const price = shownPrice(product, shop?.currency ?? "NGN")
      const source = (await listStoredPictures(s.db, productId))[picture]
      if (product.name === "") throw lacks("name", "Please name it first.")
      if (price === null) throw lacks("priceNgn", "Please give a price first.")
      if (!source || source.mimeType === null)
        throw lacks("pictures", "This picture is not there any more. Please choose another one.")
      const { brandColour, accentColour } = shop ?? usualColours
      const words = { layout, size, name: product.name, price, shop: shop?.name ?? "", brandColour, accentColour }
      const stored = source.storageKey ?? source.fileSequence
      const key = createHash("sha256")
        .update(JSON.stringify([words, stored, look]))
        .digest("base64url")
        .slice(0, 32)
      const bytes = kept.get(key) ?? (await makePoster(s, kept, { source, words, isSmall: look === "small" }, worker))
      kept.set(key, bytes)
      return {
        bytes,
        type: "image/jpeg",
        name: `${slugOf(product.name) || "product"}-${layout}-${size}.jpg`,
        etag: key,
        // A change of the product or a picture that is deleted shows at once.
        cache: { who: "person", seconds: 0 },
      }
    },
  }
}

function lacks(field: string, message: string): AppError {
  return new AppError("general_argument_invalid", message, { fields: { [field]: message } })
}

interface Wanted {
  source: StoredSource
  words: Omit<PosterWords, "aspect">
  isSmall: boolean
}

async function makePoster(
  s: Services,
  kept: ReturnType<typeof createByteCache>,
  { source, words, isSmall }: Wanted,
  worker: PictureWorker,
): Promise<Buffer> {
  const { width, height } = posterSizes[words.size]
  const scale = isSmall ? posterLookWidth / width : 1
  return inTurn("work", worker, width * height * scale ** 2, async () => {
    const bytes = await (isSmall ? readSmall(s, kept, source) : readOriginal(s, source))
    if (!bytes) throw lacks("pictures", "This picture is not there any more. Please choose another one.")
    const picture = await readExportSource(bytes, isSmall ? smallType(bytes) : source.mimeType)
    const drawing = await drawInTurn(async () => drawOnThread({ ...words, aspect: await aspectOf(picture) }))
    if (!drawing) throw new AppError("picture_too_slow", "This poster takes too long to draw.")
    const poster = await composePoster(drawing, picture, { size: words.size, scale })
    return writeExport(sharp(poster), picture.mark, maxBytes)
  })
}

async function readSmall(
  s: Services,
  kept: ReturnType<typeof createByteCache>,
  source: StoredSource,
): Promise<Buffer | null> {
  const key = `small:${source.storageKey ?? source.fileSequence}`
  const known = kept.get(key)
  if (known) return known
  const original = await readOriginal(s, source)
  if (!original) return null
  const small = await smallCopy(original, source.mimeType, lookSide, "clear")
  kept.set(key, small)
  return small
}

/** `smallCopy` writes WebP for what is transparent, JPEG for the rest. */
function smallType(bytes: Buffer): "image/webp" | "image/jpeg" {
  return bytes.toString("latin1", 0, 4) === "RIFF" ? "image/webp" : "image/jpeg"
}

/** Width ÷ height of a photo; null for a product by itself. */
export async function aspectOf({
  image,
  standsAlone,
}: Pick<PosterPicture, "image" | "standsAlone">): Promise<number | null> {
  if (standsAlone) return null
  const { width, height } = await sharp(image).metadata()
  return width / height
}

/** Room around a product by itself, as a share of its place. */
const around = 0.06

type PosterPicture = Pick<Awaited<ReturnType<typeof readExportSource>>, "image" | "box" | "standsAlone" | "isCutOut">

/** Where a picture stands on a poster, in its pixels, and which part of it is shown. */
export interface PlacedPosterPicture {
  left: number
  top: number
  width: number
  height: number
  /** The part of the picture that is shown; all of it, cropped to its place, where there is none. */
  part: Box | null
  /** The colour that is laid below it; null where it stands on the poster's own. */
  ground: string | null
}

/** Finds the place of a picture on a poster. @param aspect width ÷ height of the whole picture */
export function placePicture(
  drawing: Pick<PosterDrawing, "picture" | "free" | "ground" | "isBareOnColour">,
  { box, standsAlone, isCutOut }: Omit<PosterPicture, "image">,
  whole: { width: number; height: number },
  scale: number,
): PlacedPosterPicture {
  const { picture, free, ground } = drawing
  const place = picture.width / picture.height
  const aspect = whole.width / whole.height
  const isSeen = place < aspect ? place / aspect >= leastSeen - 0.01 : aspect / place >= leastSeenHigh
  if (!standsAlone && !drawing.isBareOnColour && isSeen) {
    return { ...scaled(picture, scale), part: null, ground: null }
  }
  const part = standsAlone ? box : { left: 0, top: 0, width: whole.width, height: whole.height }
  const room = standsAlone ? around : 0
  const [width, height] = [free.width * (1 - 2 * room), free.height * (1 - 2 * room)]
  const factor = Math.min(width / part.width, height / part.height)
  const area = {
    left: free.left + (free.width - part.width * factor) / 2,
    top: free.top + (free.height - part.height * factor) / 2,
    width: part.width * factor,
    height: part.height * factor,
  }
  const isOnColour = drawing.isBareOnColour && (isCutOut || !standsAlone)
  return { ...scaled(area, scale), part, ground: isOnColour ? null : standsAlone ? "#ffffff" : ground }
}

function scaled({ left, top, width, height }: Box, scale: number): Box {
  return {
    left: Math.round(left * scale),
    top: Math.round(top * scale),
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** Puts picture and drawing together, without loss: PNG. The picture is resized and nothing else. */
export async function composePoster(
  drawing: PosterDrawing,
  picture: PosterPicture,
  { size, scale }: { size: PosterSize; scale: number },
): Promise<Buffer> {
  const whole = posterSizes[size]
  const { width, height } = scaled({ left: 0, top: 0, ...whole }, scale)
  const svg = (inside: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${whole.width} ${whole.height}">${inside}</svg>`,
    )
  const placed = placePicture(drawing, picture, await sharp(picture.image).metadata(), scale)
  const { left, top, width: w, height: h } = drawing.picture
  const ground =
    placed.ground === null ? "" : `<rect x="${left}" y="${top}" width="${w}" height="${h}" fill="${placed.ground}"/>`
  const mount = drawing.isBareOnColour && !picture.standsAlone ? mountOf(placed, scale) : ""
  return sharp(svg(drawing.under + ground + mount))
    .composite([
      { input: await resizePosterPicture(picture.image, placed), left: placed.left, top: placed.top },
      { input: svg(drawing.over), left: 0, top: 0 },
    ])
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** Width of the white edge around a photo before a colour, in pixels of the whole poster. */
const mountEdge = 14

function mountOf({ left, top, width, height }: Box, scale: number): string {
  const [x, y] = [left / scale - mountEdge, top / scale - mountEdge]
  return `<rect x="${x}" y="${y}" width="${width / scale + 2 * mountEdge}" height="${height / scale + 2 * mountEdge}" fill="#ffffff"/>`
}

/** The picture as it stands on a poster. */
export function resizePosterPicture(image: Buffer, { part, width, height }: PlacedPosterPicture): Promise<Buffer> {
  const resized = part
    ? sharp(image).extract(part).resize(width, height, { fit: "fill" })
    : sharp(image).resize(width, height, { fit: "cover", position: "attention" })
  return resized.png({ compressionLevel: 1 }).toBuffer()
}
