import { type documentsBucketId, fileQuota, type imagesBucketId, type StoredFile } from "#contract/hosted/files.ts"
import type { OperatorRole } from "#contract/identity/operators.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { type DraftPiece, openDrafts, readObjects } from "#server/media/objects.ts"
import { AppError } from "#server/platform/errors.ts"
import { operatorsTeam } from "#server/platform/http/caller.ts"
import { newId } from "#server/platform/ids.ts"
import { publishFileChange } from "./publish.ts"
import { findOwnFile, findSequence, insertWholeFiles, type WholeFile } from "./queries.ts"
import { noRoom } from "./upload.ts"

type HandInBucket = typeof imagesBucketId | typeof documentsBucketId

/** A file as it was handed in. */
interface HandedInCopy {
  bucketId: HandInBucket
  fileId: string
  /** Number of its row. */
  sequence: string
}

/**
 * Copies of own finished uploads, for what is handed in: in the person's quota and copy of their data, gone with the
 * account, seen by them and by operators of these roles, and changed or removed by nobody.
 * @param work is called in one transaction, once the bytes are there; `keep` makes the files in it
 * @throws AppError `general_argument_invalid` for what is no own upload, `storage_quota_exceeded`, and what `work` throws
 */
export async function withHandInCopies<Result>(
  s: Services,
  given: {
    accountId: string
    files: readonly { bucketId: HandInBucket; fileId: string }[]
    roles: readonly OperatorRole[]
  },
  work: (tx: Tx, keep: () => Promise<HandedInCopy[]>) => Promise<Result>,
): Promise<Result> {
  const { accountId, roles } = given
  const readers = [`user:${accountId}`, ...roles.map((role) => `team:${operatorsTeam}/${role}`)]
  const permissions = readers.map((reader) => `read("${reader}")`)
  const drafts = openDrafts(s)
  try {
    const copies: (WholeFile & { bucketId: HandInBucket })[] = []
    for (const { bucketId, fileId } of given.files) {
      const file = await findOwnFile(s.db, { bucketId, id: fileId, accountId })
      if (!file) throw noUpload()
      const pieces: DraftPiece[] = []
      for (const piece of file.pieces) pieces.push(await drafts.keep(readObjects(s.storage, [piece])))
      const { name, byteSize, chunksTotal, mimeType, signature, width, height } = file
      const content = { mimeType, signature, width, height }
      const sizes = { byteSize: Number(byteSize), chunksTotal }
      copies.push({ id: newId(), bucketId, accountId, name, permissions, ...sizes, ...content, pieces })
    }
    return await transact(s.db, (tx) => work(tx, () => keepAll(tx, copies)))
  } finally {
    // What no file came to refer to, whether the work failed or had no need of it.
    await drafts.drop()
  }
}

async function keepAll(tx: Tx, copies: readonly (WholeFile & { bucketId: HandInBucket })[]): Promise<HandedInCopy[]> {
  const kept: HandedInCopy[] = []
  for (const copy of copies) {
    // One after the other: a statement does not see the room that its own files take.
    const [made] = await insertWholeFiles(tx, [copy], fileQuota)
    if (made === undefined || typeof made === "string") throw await noRoom(tx, copy.accountId ?? "")
    await publishFileChange(tx, JSON.parse(made.json) as StoredFile, "create")
    const sequence = await findSequence(tx, copy)
    kept.push({ bucketId: copy.bucketId, fileId: copy.id, sequence })
  }
  return kept
}

function noUpload(): AppError {
  return new AppError("general_argument_invalid", "One of the files is not an upload of yours. Please choose it again.")
}
