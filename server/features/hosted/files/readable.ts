import type { Services } from "#server/declarations/services.ts"
import type { StoredPiece } from "#server/media/objects.ts"
import type { CachePolicy } from "#server/media/send.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import { isPermitted } from "#server/platform/http/permissions.ts"
import { isPicture } from "#server/platform/pictures/content.ts"
import type { Bucket } from "./buckets.ts"
import * as queries from "./queries.ts"
import { notFound } from "./upload.ts"

/** A file whose bytes the caller may see. */
export interface ReadableFile extends queries.FileRow {
  pieces: StoredPiece[]
  /** Whether the caller put it there and so may see all of it. */
  isOwn: boolean
}

/** @throws AppError `storage_file_not_found`, also while it is uploaded and when the caller may not read it */
export async function findReadable(
  s: Pick<Services, "db">,
  bucket: Bucket,
  caller: Caller,
  id: string,
): Promise<ReadableFile> {
  const file = await queries.findReadyFile(s.db, bucket.id, id, isPermitted("read", caller))
  if (!file) throw notFound()
  const isOwn = caller.kind === "key" || (caller.kind === "person" && caller.accountId === file.accountId)
  return { ...file, isOwn }
}

/** Seconds for which somebody's browser keeps a file of another person, who may take it back (docs/decisions/011-copies-of-pictures.md). */
const othersSeconds = 300

/** How long the caller's browser keeps the bytes. @param ownSeconds of whoever put the file there */
export function copiesOf({ isOwn }: ReadableFile, ownSeconds: number): CachePolicy {
  return { who: "person", seconds: isOwn ? ownSeconds : othersSeconds }
}

/** Pictures above this many bytes have no preview (docs/hosted-backend.md#previews). */
const maxPreviewedBytes = 20_000_000

/** Whether previews show what is in a file. */
export function mayBePreviewed({ mimeType, byteSize }: Pick<queries.FileRow, "mimeType" | "byteSize">): boolean {
  return isPicture(mimeType) && Number(byteSize) <= maxPreviewedBytes
}

/** Whether everybody may see it, whoever asks now. */
export function isForAll({ permissions }: ReadableFile): boolean {
  return permissions.includes('read("any")')
}

/**
 * Whether this reader gets a copy with nothing but what is seen: everybody but the owner, of every picture. What a
 * picture says of itself has too many places to be sure that one says nothing.
 */
export function needsCopy(file: ReadableFile): boolean {
  return !file.isOwn && isPicture(file.mimeType)
}
