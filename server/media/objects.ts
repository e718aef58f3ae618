import { createHash, randomBytes } from "node:crypto"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { pieceBytes } from "#contract/hosted/files.ts"
import type { ByteRange, Storage, StoredObject } from "#server/adapters/storage/port.ts"
import type { OpenDatabase } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { createBatch } from "#server/platform/limits/batch.ts"
import { memoizeByKey } from "#server/platform/limits/memoize-by-key.ts"
import { headLength } from "#server/platform/pictures/content.ts"
import { deleteOrphans, findOrphans, insertOrphans, listDueOrphans, postponeOrphans } from "./queries.ts"

/** An object in storage. */
export interface StoredPiece {
  storageKey: string
  byteSize: number
}

/** A piece that is in storage and that nothing refers to yet. */
export interface DraftPiece extends StoredPiece {
  md5: string
  /** Its first bytes: enough for the header of most pictures. */
  head: Buffer
}

/** How long an object may be in storage before something refers to it, in seconds. */
const draftSeconds = 86_400

/** Objects written for one call. What nothing refers to when the call ends is dropped. */
export interface Drafts {
  /** @returns the key of an object that the caller is about to write */
  reserve(): Promise<string>
  /** @throws what the stream throws, and an Error when it is longer than storage takes at once */
  keep(body: AsyncIterable<Uint8Array>): Promise<DraftPiece>
  /** Removes what nothing refers to; never fails. */
  drop(): Promise<void>
}

export function openDrafts(s: Pick<Services, "db" | "database" | "storage" | "log">): Drafts {
  const keys: string[] = []
  const insert = async (storageKey: string): Promise<void> => {
    await draftsOf(s.database)(storageKey)
    keys.push(storageKey)
  }
  return {
    async reserve() {
      const storageKey = newKey()
      await insert(storageKey)
      return storageKey
    },
    async keep(body) {
      const storageKey = newKey()
      const inserted = insert(storageKey)
      const md5 = createHash("md5")
      const head: Uint8Array[] = []
      let missing = 0
      async function* observed(): AsyncGenerator<Uint8Array> {
        for await (const bytes of body) {
          md5.update(bytes)
          if (head.length === 0) missing = headLength(bytes)
          if (missing > 0) {
            // A copy: what is passed on belongs to storage.
            const part = Buffer.from(bytes.subarray(0, missing))
            head.push(part)
            missing -= part.length
          }
          yield bytes
        }
        // Before the object is there, its row is: storage waits for the stream's end.
        await inserted
      }
      const [stored, draft] = await Promise.allSettled([
        s.storage.putStream(storageKey, observed(), "application/octet-stream"),
        inserted,
      ])
      if (draft.status === "rejected") throw draft.reason
      if (stored.status === "rejected") throw stored.reason
      return { storageKey, byteSize: stored.value, md5: md5.digest("hex"), head: Buffer.concat(head) }
    },
    async drop() {
      if (keys.length === 0) return
      try {
        await removeOrphans(s, keys)
      } catch (error) {
        s.log.warn({ err: error }, "drafts were left to the sweep")
      }
    },
  }
}

/** Uploads that begin together are written down by one statement. */
const draftsOf = memoizeByKey(({ db, raw }: OpenDatabase) =>
  createBatch(async (storageKeys: readonly string[]) => {
    // What the embedded database has not written goes with this process, not only with the power.
    await insertOrphans(db, storageKeys, { seconds: draftSeconds, isHurried: raw.kind === "postgres" })
    return storageKeys
  }),
)

/** The folder spreads many files over 256 of them. */
function newKey(): string {
  const name = randomBytes(16).toString("hex")
  return `files/${name.slice(0, 2)}/${name}`
}

/** Keeps a stream of any length as pieces; no piece is longer than an upload's. */
export async function storePieces(drafts: Drafts, body: AsyncIterable<Uint8Array>): Promise<DraftPiece[]> {
  const source = body[Symbol.asyncIterator]()
  let next: Uint8Array | null = null
  const pull = async (): Promise<Uint8Array | null> => {
    const { done, value } = await source.next()
    return done ? null : value
  }
  async function* piece(): AsyncGenerator<Uint8Array> {
    for (let left = pieceBytes; left > 0 && next; ) {
      const bytes: Uint8Array = next
      if (bytes.length > left) {
        next = bytes.subarray(left)
        yield bytes.subarray(0, left)
        return
      }
      left -= bytes.length
      yield bytes
      next = await pull()
    }
  }
  const pieces: DraftPiece[] = []
  next = await pull()
  while (next) pieces.push(await drafts.keep(piece()))
  return pieces
}

/** A file, ready to be sent. @throws Error when its only object is missing */
export async function openObjects(
  storage: Storage,
  objects: readonly StoredPiece[],
  range?: ByteRange,
): Promise<StoredObject> {
  const [first, ...more] = objects
  if (first && more.length === 0) {
    const stored = await storage.get(first.storageKey, range)
    if (!stored) throw missing(first)
    return stored
  }
  return {
    size: objects.reduce((sum, { byteSize }) => sum + byteSize, 0),
    get body() {
      return readObjects(storage, objects, range)
    },
    async sendTo(target) {
      for await (const stored of openEach(storage, objects, range)) await stored.sendTo(target)
    },
  }
}

function missing({ storageKey }: StoredPiece): Error {
  return new Error(`The object ${storageKey} is missing.`)
}

/** The bytes of a file, one object after the other, each opened when its turn comes. */
export function readObjects(storage: Storage, objects: readonly StoredPiece[], range?: ByteRange): Readable {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const stored of openEach(storage, objects, range)) yield* stored.body
  }
  return Readable.from(bytes(), { objectMode: false })
}

async function* openEach(
  storage: Storage,
  objects: readonly StoredPiece[],
  range?: ByteRange,
): AsyncGenerator<StoredObject> {
  let start = 0
  for (const object of objects) {
    const { storageKey, byteSize } = object
    const from = Math.max(0, (range?.start ?? 0) - start)
    const to = Math.min(byteSize - 1, (range?.end ?? Number.MAX_SAFE_INTEGER) - start)
    start += byteSize
    if (from > to) continue
    const isWhole = from === 0 && to === byteSize - 1
    const stored = await storage.get(storageKey, isWhole ? undefined : { start: from, end: to })
    if (!stored) throw missing(object)
    yield stored
  }
}

export function readWhole(storage: Storage, objects: readonly StoredPiece[]): Promise<Buffer> {
  return buffer(readObjects(storage, objects))
}

/** How long what storage does not let go of is left alone, in seconds. */
const stuckSeconds = 3_600

/** Refusals from the beginning on after which storage itself is in trouble, and not one object. */
const tellingRefusals = 5

/**
 * Removes the bytes whose time is over. One object that storage does not let go of keeps no other from going.
 * @throws what storage says when it removes nothing
 */
export async function removeDue(s: Pick<Services, "db" | "storage" | "log">): Promise<void> {
  for (;;) {
    const keys = await listDueOrphans(s.db, 200)
    if (keys.length === 0) return
    const [removed, stuck]: [string[], string[]] = [[], []]
    let trouble: unknown = null
    for (const key of keys) {
      try {
        await s.storage.remove(key)
        removed.push(key)
      } catch (error) {
        s.log.warn({ err: error, key }, "an object could not be removed; the sweep tries again later")
        stuck.push(key)
        trouble = error
        if (removed.length === 0 && stuck.length === tellingRefusals) break
      }
    }
    if (removed.length > 0) await deleteOrphans(s.db, removed)
    if (stuck.length > 0) await postponeOrphans(s.db, stuck, stuckSeconds)
    if (removed.length === 0) throw trouble
  }
}

/** Removes those of the objects that nothing refers to. Their rows go after the bytes, so that a crash in between forgets nothing. */
export async function removeOrphans(
  s: Pick<Services, "db" | "storage">,
  storageKeys: readonly string[],
): Promise<void> {
  const keys = await findOrphans(s.db, storageKeys)
  for (const key of keys) await s.storage.remove(key)
  if (keys.length > 0) await deleteOrphans(s.db, keys)
}
