import type { Services } from "#server/declarations/services.ts"
import { openObjects } from "#server/media/objects.ts"
import type { Sending } from "#server/media/send.ts"
import { servedAs } from "#server/platform/pictures/content.ts"
import { sharedCopy } from "./derived.ts"
import type { Reader } from "./made-limit.ts"
import { copiesOf, isForAll, needsCopy, type ReadableFile } from "./readable.ts"

/** How long browsers keep a file, in seconds (docs/hosted-backend.md#downloads); ids never change their content. */
const fileSeconds = 45 * 86_400

/** Files from here on are read from storage itself where it lets browsers, in bytes; for less the way round is longer. */
const redirectedBytes = 1024 * 1024

/**
 * A file that the caller may see, as it leaves.
 * @throws AppError as `sharedCopy` where others get a copy
 */
export async function toSending(
  s: Services,
  file: ReadableFile,
  reader: Reader,
  use: "view" | "download",
): Promise<Sending> {
  const copy = needsCopy(file) ? await sharedCopy(s, file, reader) : null
  const { type, isInline } = servedAs(file.mimeType, use)
  const [piece, ...more] = file.pieces
  const isRedirected = piece && more.length === 0 && piece.byteSize >= redirectedBytes
  return {
    bytes: copy ?? {
      signRead: isRedirected ? s.storage.signRead?.bind(null, piece.storageKey) : undefined,
      size: async () => Number(file.byteSize),
      open: (range) => openObjects(s.storage, file.pieces, range),
    },
    type,
    name: file.name,
    isAttachment: !isInline,
    etag: `${file.signature}${copy ? "-shared" : ""}`,
    cache: copiesOf(file, fileSeconds),
    isForAll: isForAll(file),
  }
}
