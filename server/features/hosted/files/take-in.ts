import { createHash } from "node:crypto"
import { fileQuota, type StoredFile } from "#contract/hosted/files.ts"
import type { Tx } from "#server/db/open.ts"
import type { Arrival, WriteArrival } from "#server/declarations/personal-data.ts"
import type { Services } from "#server/declarations/services.ts"
import { openDrafts, storePieces } from "#server/media/objects.ts"
import { AppError } from "#server/platform/errors.ts"
import { jobWorker } from "#server/platform/pictures/picture-turns.ts"
import { imagesBucket } from "./buckets.ts"
import { examine } from "./examine.ts"
import { publishFileChange } from "./publish.ts"
import { insertWholeFiles, listIds, type WholeFile } from "./queries.ts"
import { noRoom, readName } from "./upload.ts"

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
  const known = accountId === null ? new Set() : await listIds(s.db, imagesBucket.id, accountId)
  const uploads: Upload[] = []
  let before = 0
  for (const path of copy.names.filter((name) => name.startsWith(uploadsFolder))) {
    const [, thereId = "", given = ""] = /^([\w.-]{1,36}) (.+)$/.exec(path.slice(uploadsFolder.length)) ?? []
    const isHere = known.has(thereId) || (accountId !== null && known.has(idOf(accountId, thereId)))
    if (isHere) before++
    else uploads.push(await store(s, drafts, { thereId, name: readName(given) }, await copy.bytes(path)))
  }
  arrival.left("uploaded pictures", before, "they are here already")
  return async (tx, owner) => {
    for (const upload of uploads) await write(tx, owner, upload)
    arrival.came("uploaded pictures, seen by their owner alone", uploads.length)
  }
}

/** The same upload in the same account has the same id, and nobody else's has it. */
function idOf(accountId: string, thereId: string): string {
  return createHash("sha256").update(`${accountId} ${thereId}`).digest("hex").slice(0, 20)
}

async function store(
  s: Services,
  drafts: ReturnType<typeof openDrafts>,
  upload: { thereId: string; name: string },
  bytes: Buffer,
): Promise<Upload> {
  const bucketId = imagesBucket.id
  // What is passed on belongs to storage, which may take it away.
  const byteSize = bytes.length
  if (byteSize > imagesBucket.maxBytes) {
    throw new AppError("storage_invalid_file_size", `${upload.name} of the copy is too large.`)
  }
  async function* body() {
    yield bytes
  }
  const pieces = await storePieces(drafts, body())
  const content = await examine(s, imagesBucket, upload.name, pieces, jobWorker("an import")).catch(
    (cause: unknown) => {
      if (!(cause instanceof AppError)) throw cause
      throw new AppError(cause.type, `${upload.name} of the copy cannot be taken in. ${cause.message}`, { cause })
    },
  )
  return { ...upload, bucketId, byteSize, chunksTotal: pieces.length, ...content, pieces }
}

async function write(tx: Tx, accountId: string, { thereId, ...upload }: Upload): Promise<void> {
  const permissions = ["read", "update", "delete"].map((action) => `${action}("user:${accountId}")`)
  // One after the other: a statement does not see the room that its own files take.
  const [made] = await insertWholeFiles(
    tx,
    [{ ...upload, id: idOf(accountId, thereId), accountId, permissions }],
    quota,
  )
  if (made === "full") throw await noRoom(tx, accountId)
  // It came by another call of the same moment.
  if (made === undefined || made === "taken") return
  await publishFileChange(tx, JSON.parse(made.json) as StoredFile, "create")
}
