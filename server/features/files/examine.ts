import { createHash } from "node:crypto"
import type { Services } from "#server/services.ts"
import { type Bucket, extensionOf } from "./buckets.ts"
import { headBytes, isPicture, pictureTypes, sniff } from "./content.ts"
import { type KeptPiece, readObjects, readWhole } from "./objects.ts"
import { inspectPicture, inTurn, unreadable } from "./pictures.ts"
import type { Content, ObjectRow } from "./queries.ts"

/**
 * Finds out what a file really is.
 * @throws AppError `storage_file_type_unsupported` where its content does not belong into the bucket or fit its name
 */
export async function examine(
  s: Pick<Services, "storage">,
  bucket: Bucket,
  name: string,
  pieces: readonly (ObjectRow & Partial<KeptPiece>)[],
): Promise<Content> {
  const [first] = pieces
  const { signature, head } =
    pieces.length === 1 && first?.md5 && first.head
      ? { signature: first.md5, head: first.head }
      : await readThrough(s, pieces)
  const extension = extensionOf(name)
  const mimeType = sniff(head, extension)
  if (bucket.isPicturesOnly && pictureTypes.get(extension) !== mimeType) throw unreadable()
  const picture = isPicture(mimeType)
    ? await inTurn(async () => inspectPicture(await readWhole(s.storage, pieces), mimeType))
    : null
  if (bucket.isPicturesOnly && !picture) throw unreadable()
  const isBrokenPicture = isPicture(mimeType) && !picture
  return {
    mimeType: isBrokenPicture ? "application/octet-stream" : mimeType,
    signature,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    hasPlace: picture?.hasPlace ?? false,
  }
}

async function readThrough(
  s: Pick<Services, "storage">,
  pieces: readonly ObjectRow[],
): Promise<{ signature: string; head: Buffer }> {
  const md5 = createHash("md5")
  let head = Buffer.alloc(0)
  for await (const bytes of readObjects(s.storage, pieces)) {
    md5.update(bytes)
    if (head.length < headBytes) head = Buffer.concat([head, bytes]).subarray(0, headBytes)
  }
  return { signature: md5.digest("hex"), head }
}
