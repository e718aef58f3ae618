import { createHash } from "node:crypto"
import { fileQuota, type StoredFile } from "#contract/hosted/files.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Arrival, WriteArrival } from "#server/declarations/personal-data.ts"
import type { Services } from "#server/declarations/services.ts"
import { type Drafts, openDrafts, storePieces } from "#server/media/objects.ts"
import { AppError } from "#server/platform/errors.ts"
import { jobWorker } from "#server/platform/pictures/picture-turns.ts"
import { type Bucket, bucketAt, checkKind, imagesBucket } from "./buckets.ts"
import { examine } from "./examine.ts"
import { publishFileChange } from "./publish.ts"
import { findOwnFile, insertWholeFiles, listIds, type WholeFile } from "./queries.ts"
import { noRoom, readName, tooLarge } from "./upload.ts"

/** Where a copy has uploaded pictures; the other buckets' files belong to lessons and hand-ins there. */
export const uploadsFolder = `files/${imagesBucket.id}/`

/** Whoever brings them here has been trusted with it: an account that confirmed nothing yet has the same room. */
const quota = { ...fileQuota, unconfirmed: fileQuota }

/** A picture that was uploaded, stored here; its owner and its id follow once they are known. */
type Upload = Omit<WholeFile, "id" | "accountId" | "permissions"> & { thereId: string }

/** Takes in a person's uploaded pictures. They are seen by that person alone, whoever saw them. */
export async function takeInUploads(s: Services, arrival: Arrival): Promise<WriteArrival> {
  const { copy, accountId } = arrival
  const drafts = openDrafts(s)
  arrival.onFailure(() => drafts.drop())
  const known = accountId === null ? new Set<string>() : await listIds(s.db, imagesBucket.id, accountId)
  const uploads: Upload[] = []
  let before = 0
  for (const path of copy.names.filter((name) => name.startsWith(uploadsFolder))) {
    const [, thereId = "", given = ""] = /^([\w.-]{1,36}) (.+)$/.exec(path.slice(uploadsFolder.length)) ?? []
    const ids = [thereId, ...(accountId === null ? [] : [idOf(accountId, thereId)])]
    const idHere = ids.find((id) => known.has(id))
    if (idHere !== undefined) {
      arrival.uploads.set(thereId, idHere)
      before++
    } else {
      const upload = { thereId, name: readName(given) }
      const bytes = await copy.bytes(path)
      const stored = await store(s, drafts, imagesBucket, upload, bytes).catch((cause: unknown) => {
        if (!(cause instanceof AppError)) throw cause
        throw new AppError(cause.type, `${upload.name} of the copy cannot be taken in. ${cause.message}`, { cause })
      })
      uploads.push(stored)
    }
  }
  arrival.left("uploaded pictures", before, "they are here already")
  return async (tx, owner) => {
    for (const upload of uploads) {
      const id = idOf(owner, upload.thereId)
      // Taken: it came by another call of the same moment.
      await insert(tx, owner, id, upload)
      arrival.uploads.set(upload.thereId, id)
    }
    arrival.came("uploaded pictures, seen by their owner alone", uploads.length)
  }
}

/** The same upload in the same account has the same id, and nobody else's has it. */
function idOf(accountId: string, thereId: string): string {
  return createHash("sha256").update(`${accountId} ${thereId}`).digest("hex").slice(0, 20)
}

async function store(
  s: Services,
  drafts: Drafts,
  bucket: Bucket,
  upload: { thereId: string; name: string },
  bytes: Buffer,
): Promise<Upload> {
  // What is passed on belongs to storage, which may take it away.
  const byteSize = bytes.length
  if (byteSize > bucket.maxBytes) throw tooLarge(bucket)
  checkKind(bucket, upload.name, bytes)
  async function* body() {
    yield bytes
  }
  const pieces = await storePieces(drafts, body())
  const content = await examine(s, bucket, upload.name, pieces, jobWorker("an import"))
  return { ...upload, bucketId: bucket.id, byteSize, chunksTotal: pieces.length, ...content, pieces }
}

/** @returns false when the id is taken @throws AppError `storage_quota_exceeded` */
async function insert(tx: Tx, accountId: string, id: string, { thereId, ...upload }: Upload): Promise<boolean> {
  const permissions = ["read", "update", "delete"].map((action) => `${action}("user:${accountId}")`)
  // One after the other: a statement does not see the room that its own files take.
  const [made] = await insertWholeFiles(tx, [{ ...upload, id, accountId, permissions }], quota)
  if (made === "full") throw await noRoom(tx, accountId)
  if (made === undefined || made === "taken") return false
  await publishFileChange(tx, JSON.parse(made.json) as StoredFile, "create")
  return true
}

/** A file of another server, and whose it becomes here. */
export interface ArrivingFile {
  accountId: string
  bucketId: string
  thereId: string
  /** Its bucket there: ids are told apart within one. */
  thereBucketId: string
  name: string
  byteSize: number
}

/** Whether a file of another server is here already, under its own id or under the one it was given here. */
export async function hasArrived(db: Db, file: ArrivingFile): Promise<boolean> {
  const { accountId, bucketId, thereId, byteSize } = file
  const own = await findOwnFile(db, { bucketId, id: thereId, accountId })
  if (own && Number(own.byteSize) === byteSize) return true
  return (await findOwnFile(db, { bucketId, id: otherIdOf(file), accountId })) !== undefined
}

/** What it is called where its own id is not free. */
function otherIdOf({ accountId, thereBucketId, thereId }: ArrivingFile): string {
  return idOf(accountId, `${thereBucketId} ${thereId}`)
}

/**
 * Takes in one file of another server, seen by its owner alone and checked like an upload. It keeps its id where that is free.
 * @returns false when another run took it in at the same moment
 * @throws AppError as an upload
 */
export async function takeInFile(s: Services, file: ArrivingFile, bytes: Buffer): Promise<boolean> {
  const { accountId, bucketId, thereId, name } = file
  const drafts = openDrafts(s)
  try {
    const upload = await store(s, drafts, bucketAt(s.config, bucketId), { thereId, name: readName(name) }, bytes)
    const isMade = await transact(s.db, async (tx) => {
      if (await insert(tx, accountId, thereId, upload)) return true
      if (await hasArrived(tx, file)) return false
      return insert(tx, accountId, otherIdOf(file), upload)
    })
    if (!isMade) await drafts.drop()
    return isMade
  } catch (error) {
    await drafts.drop()
    throw error
  }
}
