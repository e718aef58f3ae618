import type { Services } from "#server/declarations/services.ts"
import { openDrafts, readWhole } from "#server/media/objects.ts"
import { previewInTurn } from "#server/media/previews.ts"
import { withoutMetadata } from "#server/media/without-metadata.ts"
import { countMade, type Reader } from "./made-limit.ts"
import { findStored, hasRoom } from "./preview-queries.ts"
import { attachObject } from "./queries.ts"
import type { ReadableFile } from "./readable.ts"

type Keeping = Pick<Services, "db" | "database" | "storage" | "log">

/** What is being made right now, so that many who ask at once wait for one. */
const underWay = new Map<string, Promise<Buffer>>()

/**
 * What is made of a file is made once and kept with it.
 * @param slot names what it is: `shared`, or `preview-` and how it was asked for
 */
export async function derive(
  s: Keeping,
  file: ReadableFile,
  slot: string,
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const kept = await readStored(s, file, slot)
  if (kept) return kept
  const name = `${file.sequence} ${slot}`
  const running = underWay.get(name)
  if (running) return running
  const work = makeAndKeep(s, file, slot, make).finally(() => underWay.delete(name))
  underWay.set(name, work)
  return work
}

async function readStored(s: Keeping, file: ReadableFile, slot: string): Promise<Buffer | null> {
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
  return derive(s, file, "shared", async () => {
    await countMade(s, reader)
    return previewInTurn(async () =>
      Buffer.from(await withoutMetadata(await readWhole(s.storage, file.pieces), file.mimeType)),
    )
  })
}
