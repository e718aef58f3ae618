import { randomBytes } from "node:crypto"
import { z } from "zod"
import { imagesBucketId, viewPath } from "#contract/hosted/files.ts"
import { maxPhotoPixels } from "#contract/hosted/picture-kinds.ts"
import { projectId } from "#contract/project.ts"
import { maxDataPhotoBytes } from "#contract/studio/photos.ts"
import type { Services } from "#server/declarations/services.ts"
import { describePictureFile, readPictureFile } from "#server/features/hosted/files/service.ts"
import {
  describePicture,
  pictureUrl,
  readPicture,
  versionChanged,
} from "#server/features/studio/generations/service.ts"
import { describeShot, readShot } from "#server/features/studio/photoshoots/service.ts"
import { keepPassing } from "#server/media/stored-picture.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { sniff } from "#server/platform/pictures/content.ts"
import { inspectPicture } from "#server/platform/pictures/picture.ts"

/** Where a photo is, and what is known of it. Whoever asked for the work was allowed to see it. */
export const PhotoSource = z.object({
  from: z.enum(["file", "picture", "shot", "data"]),
  /** Id of the file or picture, which may be one of a photoshoot, or storage key of what came as data. */
  id: z.string(),
  name: z.string(),
  width: z.number(),
  height: z.number(),
  mimeType: z.string(),
  /** Of a file: number of its row, which has no other content ever; another one may come under its id. */
  sequence: z.string().optional(),
  /** Of a picture: which version the person saw, and where its bytes are; a cut-out may be refined before the work begins. */
  version: z.number().int().optional(),
  storageKey: z.string().optional(),
})
export type PhotoSource = z.infer<typeof PhotoSource>

const pictureAddress = /^\/pictures\/([a-zA-Z0-9._-]{1,40})$/
const shotAddress = /^\/photoshoots\/([a-zA-Z0-9._-]{1,40})$/
const fileAddress = new RegExp(
  `^/v1/storage/buckets/${imagesBucketId}/files/([a-zA-Z0-9][a-zA-Z0-9._-]{0,35})/(?:view|download|preview)$`,
)

/** A photo that was found. */
export interface FoundPhoto {
  source: PhotoSource
  /** Stores what came as data, where the work finds it: called when nothing else refuses the photo. */
  keep(): Promise<void>
  /** @throws AppError `general_argument_invalid` when it is gone meanwhile */
  read(): Promise<Buffer>
}

/**
 * Finds the photo that a person named. Nothing is stored yet.
 * @throws AppError `general_argument_invalid` for any address but those of our own pictures, and for what is no picture;
 * `not_found` for what the person may not see; `version_changed` for an address of a version that is not there any more
 */
export async function findPhoto(s: Services, caller: Person, image: string): Promise<FoundPhoto> {
  if (image.startsWith("data:")) return readData(s, image)
  const url = ownAddress(image, s.config.publicUrl)
  const path = url?.pathname
  const pictureId = path && pictureAddress.exec(path)?.[1]
  const shotId = path && shotAddress.exec(path)?.[1]
  const fileId = path && fileAddress.exec(path)?.[1]
  if (pictureId) {
    const picture = await describePicture(s, caller, pictureId)
    const seen = url.searchParams.get("v")
    if (seen !== null && seen !== String(picture.version)) throw versionChanged()
    return storedHere(s, { from: "picture", ...picture })
  }
  if (shotId) return storedHere(s, { from: "shot", ...(await describeShot(s, caller, shotId)) })
  if (fileId) return storedHere(s, { from: "file", ...(await describePictureFile(s, caller, fileId)) })
  throw refuse("Only pictures that are kept here are taken. Please upload the photo first.")
}

function storedHere(s: Services, source: PhotoSource): FoundPhoto {
  return { source, keep: async () => {}, read: () => readSource(s, source) }
}

/** @returns null for an address that is not one of this installation */
function ownAddress(image: string, publicUrl: string): URL | null {
  const url = URL.parse(image, publicUrl)
  return url && url.origin === new URL(publicUrl).origin && !url.username ? url : null
}

async function readData(s: Services, image: string): Promise<FoundPhoto> {
  const [, base64] = /^data:image\/[a-z0-9.+-]{1,40};base64,([A-Za-z0-9+/]+={0,2})$/.exec(image) ?? []
  if (!base64) throw refuse("This data address holds no picture.")
  const bytes = Buffer.from(base64, "base64")
  if (bytes.length > maxDataPhotoBytes) throw refuse(`File is larger than ${maxDataPhotoBytes} bytes`)
  const mimeType = sniff(bytes, "")
  const found = /^image\/(jpeg|png|webp|gif|avif)$/.test(mimeType) ? await inspectPicture(bytes, mimeType) : null
  if (!found) throw refuse("This picture cannot be read. Please send a JPEG, PNG or WebP picture.")
  const id = `run-sources/${randomBytes(16).toString("hex")}`
  return {
    source: { from: "data", id, name: "Photo", width: found.width, height: found.height, mimeType },
    keep: () => keepPassing(s, id, bytes),
    read: async () => bytes,
  }
}

/** @throws AppError `general_argument_invalid` when it is gone meanwhile */
export async function readSource(s: Services, source: PhotoSource): Promise<Buffer> {
  const { from, id, sequence = null, storageKey } = source
  const bytes =
    from === "file"
      ? await readPictureFile(s, { id, sequence })
      : from === "picture"
        ? await readPicture(s, id, storageKey)
        : from === "shot"
          ? await readShot(s, id)
          : await readKey(s, id)
  if (!bytes) throw refuse("The photo was deleted before its turn came.")
  return bytes
}

async function readKey(s: Services, key: string): Promise<Buffer | null> {
  const stored = await s.storage.get(key)
  return stored && Buffer.concat(await stored.body.toArray())
}

/** @throws AppError `general_argument_invalid` for a photo larger than the engine has memory for */
export function checkSize(s: Services, { width, height }: PhotoSource): void {
  const most = Math.min(s.engine.capabilities.maxFilePixels, maxPhotoPixels)
  if (width * height > most) {
    throw refuse(`The photo has more than ${most / 1_000_000} megapixels. Please send a smaller copy.`)
  }
}

/** Where the person sees the photo; null for one that came as data. */
export function sourceUrl(publicUrl: string, source: PhotoSource): string | null {
  const { from, id, version = 0 } = source
  if (from === "data") return null
  if (from === "shot") return `${publicUrl}/photoshoots/${id}`
  return from === "picture"
    ? pictureUrl(publicUrl, { id, version })
    : `${publicUrl}${viewPath(imagesBucketId, id, projectId)}`
}

export function refuse(message: string): AppError {
  return new AppError("general_argument_invalid", message)
}
