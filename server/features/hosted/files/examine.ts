import { createHash } from "node:crypto"
import { pictureKinds } from "#contract/hosted/picture-kinds.ts"
import type { Services } from "#server/declarations/services.ts"
import { type DraftPiece, readObjects, readWhole, type StoredPiece } from "#server/media/objects.ts"
import { AppError } from "#server/platform/errors.ts"
import { headLength, isPicture, sniff } from "#server/platform/pictures/content.ts"
import { inspectPicture, isToldByHead, type Picture, unreadable } from "#server/platform/pictures/picture.ts"
import { inTurn, type PictureWorker, smallCost } from "#server/platform/pictures/picture-turns.ts"
import { type Bucket, extensionOf } from "./buckets.ts"
import type { Content } from "./queries.ts"

/**
 * Finds out what a file really is.
 * @throws AppError `storage_file_type_unsupported` where its content does not belong into the bucket or fit its name
 */
export async function examine(
  s: Pick<Services, "storage">,
  bucket: Bucket,
  name: string,
  pieces: readonly (StoredPiece & Partial<DraftPiece>)[],
  worker: PictureWorker,
): Promise<Content> {
  const [first] = pieces
  const { signature, head } =
    pieces.length === 1 && first?.md5 && first.head
      ? { signature: first.md5, head: first.head }
      : await readThrough(s, pieces)
  const extension = extensionOf(name)
  const mimeType = sniff(head, extension)
  if (bucket.isPicturesOnly && !isPicture(mimeType)) throw notTaken()
  const picture = isPicture(mimeType)
    ? await inTurn("upload", worker, smallCost, () => lookInto(s, pieces, head, mimeType)).catch((error: unknown) => {
        if (!bucket.isPicturesOnly && error instanceof AppError && error.type === "picture_too_large") return null
        throw error
      })
    : null
  if (bucket.isPicturesOnly && !picture) throw unreadable()
  const isBrokenPicture = isPicture(mimeType) && !picture
  return {
    mimeType: isBrokenPicture ? "application/octet-stream" : mimeType,
    signature,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
  }
}

function notTaken(): AppError {
  const kinds = Object.keys(pictureKinds).map((kind) => kind.replace("image/", "").toUpperCase())
  return new AppError("storage_file_type_unsupported", `Only pictures are taken here: ${kinds.join(", ")}.`)
}

/** What a photo's header says was seen while it passed; only where that is not enough is the file read back. */
async function lookInto(
  s: Pick<Services, "storage">,
  pieces: readonly StoredPiece[],
  head: Buffer,
  mimeType: string,
): Promise<Picture | null> {
  const byteSize = pieces.reduce((sum, piece) => sum + piece.byteSize, 0)
  if (isToldByHead(mimeType) || head.length === byteSize) {
    const found = await inspectPicture(head, mimeType)
    if (found || head.length === byteSize) return found
  }
  return inspectPicture(await readWhole(s.storage, pieces), mimeType)
}

async function readThrough(
  s: Pick<Services, "storage">,
  pieces: readonly StoredPiece[],
): Promise<{ signature: string; head: Buffer }> {
  const md5 = createHash("md5")
  let head: Buffer = Buffer.alloc(0)
  for await (const bytes of readObjects(s.storage, pieces)) {
    md5.update(bytes)
    if (head.length < headLength(head)) head = startOf(Buffer.concat([head, bytes]))
  }
  return { signature: md5.digest("hex"), head }
}

function startOf(bytes: Buffer): Buffer {
  return bytes.subarray(0, headLength(bytes))
}
