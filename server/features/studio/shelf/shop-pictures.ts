import sharp from "sharp"
import { type ExportPreset, exportPresets } from "#contract/catalogue/export-presets.ts"
import type { Services } from "#server/declarations/services.ts"
import { readPictureFile } from "#server/features/hosted/files/service.ts"
import { makeExport, readExportSource } from "#server/features/studio/exports/service.ts"
import { missingPicture } from "#server/media/published-picture.ts"
import type { Sending } from "#server/media/send.ts"
import { storedAt } from "#server/media/stored-picture.ts"
import { thumbnailKey } from "#server/media/thumbnails.ts"
import { type ByteCache, createByteCache } from "#server/platform/limits/byte-cache.ts"
import { openPicture } from "#server/platform/pictures/picture.ts"
import { inTurn, type PictureWorker } from "#server/platform/pictures/picture-turns.ts"
import type { StoredSource } from "./shop-queries.ts"

/** Copies that strangers get are asked for again each time: a shop that closes is closed at once. */
const askedAgain = { who: "anyone", seconds: 0 } as const

/** Bytes of copies that a process keeps, so that a shop that many look at costs one decoding each. */
const keptBytes = 48_000_000

/** Largest link preview, in bytes: chats leave out what is larger. */
const previewBytes = 300_000

export const shopSides = ["320", "640", "1080", "jumia", "preview"] as const
export type ShopSide = (typeof shopSides)[number]

/** Makes the copies of pictures that shops show. */
export interface ShopPictures {
  /** @throws AppError `not_found` when the bytes are gone */
  send(source: StoredSource, side: ShopSide, worker: PictureWorker): Promise<Sending>
  /** The link preview of a shop without pictures: a ground in its colour. */
  sendPlain(colour: string, worker: PictureWorker): Promise<Sending>
}

/** Opens the copies of one process. Who may see a picture was found out before. */
export function openShopPictures(s: Services): ShopPictures {
  const kept = createByteCache(keptBytes)
  return {
    async send(source, side, worker) {
      if (source.storageKey !== null && (side === "320" || side === "640")) {
        const key = thumbnailKey(source.storageKey, side === "320" ? 320 : 640)
        const bytes = storedAt(s.storage, key, missingPicture)
        return { bytes, type: "image/webp", name: "picture.webp", etag: key, cache: askedAgain, isForAll: true }
      }
      const name = `${source.storageKey ?? source.fileSequence}:${side}`
      const bytes = kept.get(name) ?? (await makeCopy(s, kept, { name, source, side, worker }))
      const isJpeg = side !== "320" && side !== "640"
      return {
        bytes,
        type: isJpeg ? "image/jpeg" : "image/webp",
        name: isJpeg ? "picture.jpg" : "picture.webp",
        etag: name.replaceAll("/", "-"),
        cache: askedAgain,
        isForAll: true,
      }
    },
    async sendPlain(colour, worker) {
      const { width, height } = linkPreview
      const bytes =
        kept.get(colour) ??
        (await inTurn("work", worker, width * height, () =>
          sharp({ create: { width, height, channels: 3, background: colour } })
            .jpeg({ quality: 80 })
            .toBuffer(),
        ))
      kept.set(colour, bytes)
      return { bytes, type: "image/jpeg", name: "preview.jpg", etag: colour, cache: askedAgain, isForAll: true }
    },
  }
}

interface Wanted {
  name: string
  source: StoredSource
  side: ShopSide
  worker: PictureWorker
}

function makeCopy(s: Services, kept: ByteCache, { name, source, side, worker }: Wanted): Promise<Buffer> {
  const preset = side === "preview" ? linkPreview : side === "jumia" ? jumia : null
  const pixels = preset ? preset.width * preset.height : Number(side) ** 2
  return inTurn("work", worker, pixels, async () => {
    const known = kept.get(name)
    if (known) return known
    const original = await readOriginal(s, source)
    if (!original) throw missingPicture()
    const copy = preset
      ? await makeExport(await readExportSource(original, source.mimeType), preset)
      : await smaller(original, source, Number(side))
    kept.set(name, copy)
    return copy
  })
}

/** @returns the bytes of a picture; null when they are gone */
export async function readOriginal(
  s: Pick<Services, "db" | "storage">,
  { storageKey, fileId, fileSequence }: StoredSource,
): Promise<Buffer | null> {
  if (storageKey === null) return fileId === null ? null : readPictureFile(s, { id: fileId, sequence: fileSequence })
  const stored = await s.storage.get(storageKey)
  return stored && Buffer.concat(await stored.body.toArray())
}

async function smaller(original: Buffer, { mimeType }: StoredSource, side: number): Promise<Buffer> {
  const isLarge = side > 640
  const size = { width: side, height: side, fit: "inside", withoutEnlargement: !isLarge } as const
  const copy = openPicture(original, mimeType, "first").autoOrient().resize(size)
  return isLarge
    ? copy.flatten({ background: "#ffffff" }).jpeg({ quality: 84 }).toBuffer()
    : copy.webp({ quality: 80 }).toBuffer()
}

/** What chats show beside a link. */
const linkPreview: ExportPreset = {
  slug: "shop-link",
  place: "Links",
  title: "Link preview",
  width: 1_200,
  height: 630,
  maxBytes: previewBytes,
  ground: "any",
  rule: "At most 300 kB.",
  formats: ["jpeg"],
}

/** What Jumia's table leads to. */
const jumia: ExportPreset = exportPresets[0]
