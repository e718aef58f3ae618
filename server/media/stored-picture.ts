import { randomBytes } from "node:crypto"
import type { Storage } from "#server/adapters/storage/port.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { sniff } from "#server/platform/pictures/content.ts"
import { inspectPicture } from "#server/platform/pictures/picture.ts"
import { makePlaceholder } from "#server/platform/pictures/placeholder.ts"
import { type AiMark, putMark } from "./ai-mark.ts"
import { barePicture } from "./bare-picture.ts"
import { removeOrphans } from "./objects.ts"
import { deleteOrphans, leaveObjects } from "./queries.ts"
import type { Bytes } from "./send.ts"
import { makeThumbnails, thumbnailKey, thumbnailSides } from "./thumbnails.ts"

/** Endings of the pictures that the server keeps of its own making, by their types. */
const endings = new Map([
  ["image/webp", "webp"],
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
])

/** A picture whose bytes are in our storage, as its row needs it. */
export interface StoredPicture {
  storageKey: string
  mimeType: string
  width: number
  height: number
  byteSize: number
  placeholder: string
}

/** How long a stored picture waits for the row that refers to it unless its maker says more, and a passing one is kept, in seconds. */
const waitingSeconds = 3_600

/**
 * Looks into a picture of the engine, makes its thumbnails and stores all of it, without words of the engine's own. Unless `holdPicture` follows within the
 * hour, the sweep removes it again. A trigger on the table of its row leaves it to the sweep when that row goes.
 * @param mark written into every file of it; null for a picture that no generator had a part in
 * @param seconds how long it waits for its row
 * @throws AppError `engine_failed` when the bytes are no picture
 */
export async function keepPicture(
  s: Pick<Services, "db" | "storage">,
  drawn: Uint8Array,
  mark: AiMark | null,
  seconds = waitingSeconds,
): Promise<StoredPicture> {
  const mimeType = sniff(drawn, "")
  const ending = endings.get(mimeType)
  const found = ending ? await inspectPicture(drawn, mimeType) : null
  if (!found) throw unreadable()
  const bare = await barePicture(drawn, mimeType).catch((cause: unknown) => {
    throw unreadable(cause)
  })
  const bytes = mark ? putMark(bare, mimeType, mark) : bare
  const name = randomBytes(16).toString("hex")
  const storageKey = `pictures/${name.slice(0, 2)}/${name}/original.${ending}`
  const [thumbnails, placeholder] = await Promise.all([
    makeThumbnails(bytes, mimeType),
    makePlaceholder(bytes, mimeType),
    // Waits for the disk, unlike an upload's: beside the drawing it costs nothing, and no crash leaves a file without a row.
    transact(s.db, (tx) => leaveObjects(tx, keysOf(storageKey), seconds)),
  ]).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : unreadable(cause)
  })
  await s.storage.put(storageKey, bytes, mimeType)
  for (const [side, thumbnail] of thumbnails) {
    const marked = mark ? putMark(thumbnail, "image/webp", mark) : thumbnail
    await s.storage.put(thumbnailKey(storageKey, side), marked, "image/webp")
  }
  const { width, height } = found
  return { storageKey, mimeType, width, height, byteSize: bytes.length, placeholder }
}

/** Bytes in storage, as they are sent. @param missing what is thrown when they are gone */
export function storedAt(storage: Storage, key: string, missing: () => Error): Exclude<Bytes, Buffer> {
  return {
    async size() {
      const size = await storage.size(key)
      if (size === null) throw missing()
      return size
    },
    async open(range) {
      const stored = await storage.get(key, range)
      if (!stored) throw missing()
      return stored
    },
  }
}

function unreadable(cause?: unknown): AppError {
  return new AppError("engine_failed", "The picture cannot be read.", { cause })
}

function keysOf(storageKey: string): string[] {
  return [storageKey, ...thumbnailSides.map((side) => thumbnailKey(storageKey, side))]
}

/** Keeps stored pictures for good: their rows are written in the same transaction. */
export async function holdPicture(tx: Tx, ...pictures: readonly Pick<StoredPicture, "storageKey">[]): Promise<void> {
  const keys = pictures.flatMap(({ storageKey }) => keysOf(storageKey))
  if (keys.length > 0) await deleteOrphans(tx, keys)
}

/** Removes at once what `keepPicture` stored and no row refers to. */
export async function dropPicture(s: Pick<Services, "db" | "storage">, { storageKey }: StoredPicture): Promise<void> {
  await removeOrphans(s, keysOf(storageKey))
}

/** Leaves the files of a picture to the sweep: another one stands in its place. Who is just reading them may end. */
export function leavePicture(tx: Tx, { storageKey }: Pick<StoredPicture, "storageKey">): Promise<void> {
  return leaveObjects(tx, keysOf(storageKey), waitingSeconds)
}

/** Stores a picture that is shown for a while only, in place of the one before under this key. */
export async function keepPassing(s: Pick<Services, "db" | "storage">, key: string, bytes: Uint8Array): Promise<void> {
  await transact(s.db, (tx) => leaveObjects(tx, [key], waitingSeconds))
  await s.storage.put(key, bytes, "image/webp")
}
