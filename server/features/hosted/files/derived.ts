import type { Services } from "#server/declarations/services.ts"
import { openDrafts, readWhole } from "#server/media/objects.ts"
import type { PreviewRequest } from "#server/media/previews.ts"
import { withoutMetadata } from "#server/media/without-metadata.ts"
import { inTurn, workerOf } from "#server/platform/pictures/picture-turns.ts"
import { countMade, type Reader } from "./made-limit.ts"
import { findStored, hasRoom } from "./preview-queries.ts"
import { attachObject } from "./queries.ts"
import type { ReadableFile } from "./readable.ts"

type Keeping = Pick<Services, "db" | "database" | "storage" | "log">

/** What is being made right now, and how many wait for it. */
interface UnderWay {
  made: Promise<Buffer>
  readers: number
  end: AbortController
}

/** Many who ask for the same at once wait for one. */
const underWay = new Map<string, UnderWay>()

/**
 * What is made of a file is made once and kept with it.
 * @param slot names what it is: `shared`, or `preview-` and how it was asked for
 * @param left ends the waiting of this reader; once no reader is left, the work as well
 */
export async function derive(
  s: Keeping,
  file: ReadableFile,
  slot: string,
  left: AbortSignal,
  make: (signal: AbortSignal) => Promise<Buffer>,
): Promise<Buffer> {
  const kept = await readStored(s, file, slot)
  if (kept) return kept
  left.throwIfAborted()
  const name = `${file.sequence} ${slot}`
  const work = underWay.get(name) ?? begin()
  work.readers += 1
  const { promise: gone, reject } = Promise.withResolvers<never>()
  const leave = (): void => {
    work.readers -= 1
    if (work.readers === 0) {
      forget(work)
      work.end.abort(left.reason)
    }
    reject(left.reason)
  }
  left.addEventListener("abort", leave, { once: true })
  try {
    return await Promise.race([work.made, gone])
  } finally {
    left.removeEventListener("abort", leave)
  }

  function begin(): UnderWay {
    const end = new AbortController()
    const made = makeAndKeep(s, file, slot, () => make(end.signal)).finally(() => forget(begun))
    const begun: UnderWay = { made, readers: 0, end }
    underWay.set(name, begun)
    return begun
  }

  function forget(one: UnderWay): void {
    if (underWay.get(name) === one) underWay.delete(name)
  }
}

/** Under which a preview is kept. */
export function previewSlot(wanted: PreviewRequest): string {
  return `preview-${JSON.stringify(Object.values(wanted))}`
}

/** What is kept of a file by its row's number; null where nothing is. */
export async function readStored(
  s: Keeping,
  file: Pick<ReadableFile, "sequence">,
  slot: string,
): Promise<Buffer | null> {
  const storageKey = await findStored(s.db, file.sequence, slot)
  if (storageKey === null) return null
  const stored = await s.storage.get(storageKey)
  if (!stored) return null
  return Buffer.concat(await stored.body.toArray())
}

async function makeAndKeep(s: Keeping, file: ReadableFile, slot: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const bytes = await make()
  const isPreview = slot.startsWith("preview-")
  const { sequence: fileSequence, accountId } = file
  if (!isPreview || (await hasRoom(s.db, { fileSequence, accountId, byteSize: bytes.length }))) {
    const of = { fileSequence, slot, previewOf: isPreview ? accountId : null }
    await keep(s, of, bytes).catch((error) => s.log.warn({ err: error }, "a preview was not kept"))
  }
  return bytes
}

async function keep(
  s: Keeping,
  of: { fileSequence: string; slot: string; previewOf: string | null },
  bytes: Buffer,
): Promise<void> {
  const drafts = openDrafts(s)
  try {
    const storageKey = await drafts.reserve()
    await s.storage.put(storageKey, bytes, "application/octet-stream")
    if (!(await attachObject(s.db, { ...of, storageKey, byteSize: bytes.length }))) await drafts.drop()
  } catch (error) {
    await drafts.drop()
    throw error
  }
}

/**
 * What others see of a picture: the same with nothing but what is seen.
 * @throws AppError `storage_file_type_unsupported` for a damaged one, `general_rate_limit_exceeded` when this reader had too
 * many made or too many wait
 */
export function sharedCopy(s: Keeping & Pick<Services, "config">, file: ReadableFile, reader: Reader): Promise<Buffer> {
  return derive(s, file, "shared", reader.left, async (signal) => {
    await countMade(s, reader)
    const { share } = workerOf(reader)
    const pixels = (file.width ?? 1) * (file.height ?? 1)
    return inTurn("preview", { share, signal }, pixels, async () =>
      Buffer.from(await withoutMetadata(await readWhole(s.storage, file.pieces), file.mimeType)),
    )
  })
}
