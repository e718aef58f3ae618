import { openDrafts, readWhole } from "#server/media/objects.ts"
import { inTurn, withoutMetadata } from "#server/media/picture.ts"
import type { Services } from "#server/services.ts"
import * as queries from "./queries.ts"
import type { ReadableFile } from "./readable.ts"

type Keeping = Pick<Services, "db" | "storage" | "log">

/** Most previews kept of one file; more are made each time they are asked for. */
const maxPreviews = 32

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
  const kept = await findKept(s, file, slot)
  if (kept) return kept
  const name = `${file.sequence} ${slot}`
  const running = underWay.get(name)
  if (running) return running
  const work = makeAndKeep(s, file, slot, make).finally(() => underWay.delete(name))
  underWay.set(name, work)
  return work
}

async function findKept(s: Keeping, file: ReadableFile, slot: string): Promise<Buffer | null> {
  const storageKey = await queries.findObject(s.db, file.sequence, slot)
  if (storageKey === null) return null
  const stored = await s.storage.get(storageKey)
  if (!stored) return null
  return Buffer.concat(await stored.body.toArray())
}

async function makeAndKeep(s: Keeping, file: ReadableFile, slot: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const bytes = await make()
  const isKept = !slot.startsWith("preview-") || (await queries.countPreviews(s.db, file.sequence)) < maxPreviews
  if (isKept) await keep(s, file, slot, bytes).catch((error) => s.log.warn({ err: error }, "a preview was not kept"))
  return bytes
}

async function keep(s: Keeping, file: ReadableFile, slot: string, bytes: Buffer): Promise<void> {
  const drafts = openDrafts(s)
  try {
    const storageKey = await drafts.reserve()
    await s.storage.put(storageKey, bytes, "application/octet-stream")
    const object = { storageKey, byteSize: bytes.length, fileSequence: file.sequence, slot }
    if (!(await queries.attachObject(s.db, object))) await drafts.drop()
  } catch (error) {
    await drafts.drop()
    throw error
  }
}

/** What others see of a picture that says where it was taken: the same without any such words. */
export function sharedCopy(s: Keeping, file: ReadableFile): Promise<Buffer> {
  return derive(s, file, "shared", () =>
    inTurn(async () => withoutMetadata(await readWhole(s.storage, file.pieces), file.mimeType)),
  )
}
