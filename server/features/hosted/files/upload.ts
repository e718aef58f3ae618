import { createHash } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { FastifyRequest } from "fastify"
import {
  FileName,
  fileQuota,
  pieceBytes,
  pieceBytesHeader,
  pieceDigestHeader,
  type StoredFile,
} from "#contract/hosted/files.ts"
import { uniqueId } from "#contract/primitives.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { type DraftPiece, type Drafts, openDrafts } from "#server/media/objects.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import { defaultPermissions, keptPermissions } from "#server/platform/http/permissions.ts"
import { newId } from "#server/platform/ids.ts"
import { unreadable } from "#server/platform/pictures/picture.ts"
import { type PictureWorker, workerOf } from "#server/platform/pictures/picture-turns.ts"
import { type Bucket, checkKind } from "./buckets.ts"
import { examine } from "./examine.ts"
import { insertWholeFile } from "./file-insert-batch.ts"
import { noFile, readForm, readUploadFields } from "./form.ts"
import { publishFile, publishFileChange } from "./publish.ts"
import * as queries from "./queries.ts"
import {
  invalidRange,
  type PieceRange,
  readPieceBytes,
  readPieceDigest,
  readPieceRange,
  readUploadId,
} from "./range.ts"

type Uploads = Pick<Services, "db" | "database" | "storage" | "log">

/** How often a file that somebody else finishes is looked at, in milliseconds. */
const pollEveryMs = 50

/**
 * Takes a file of up to 5 MiB, or one piece of a longer one: in any order, several at once, repeated, by any process
 * (docs/hosted-backend.md#uploads).
 * @returns the file as JSON text, as it is after this call
 * @throws AppError `user_unauthorized` and the `storage_…` types of docs/hosted-backend.md#file-calls, docs/hosted-backend.md#uploads
 */
export async function receiveUpload(
  s: Uploads,
  bucket: Bucket,
  caller: Caller,
  request: FastifyRequest,
): Promise<string> {
  if (!bucket.mayCreate(caller)) throw notAllowed()
  const range = readPieceRange(request.headers["content-range"], readPieceBytes(request.headers[pieceBytesHeader]))
  const digest = readPieceDigest(request.headers[pieceDigestHeader])
  const uploadId = readUploadId(request.headers["x-appwrite-id"])
  if (range && range.total > bucket.maxBytes) throw tooLarge(bucket)
  const worker = workerOf(request)
  const drafts = openDrafts(s)
  try {
    const form = await readForm(request, pieceBytes, (body) => drafts.keep(digest ? checked(body, digest) : body))
    if (!form.file || form.file.kept.byteSize === 0) throw noFile()
    const fields = readUploadFields(form)
    if (!fields.fileId && !uploadId) {
      throw new AppError("general_argument_invalid", 'Param "fileId" is not optional.')
    }
    const wantedId = uploadId ?? fields.fileId ?? uniqueId
    const upload = {
      id: wantedId === uniqueId ? newId() : wantedId,
      name: readName(form.file.name),
      permissions: fields.permissions ? keptPermissions(caller, fields.permissions) : defaultPermissions(caller),
    }
    if (!range || range.number === 0) checkKind(bucket, upload.name, form.file.kept.head)
    if (range && form.file.kept.byteSize !== range.length) throw invalidRange("The piece is not as long as its range.")
    return range && range.total > range.pieceBytes
      ? await addPiece(s, bucket, caller, upload, range, form.file.kept, drafts, worker)
      : await keepFile(s, bucket, caller, upload, [form.file.kept], worker)
  } catch (error) {
    await drafts.drop()
    throw error
  }
}

/** Passes a piece on. @throws AppError `storage_piece_damaged` at its end when it is not the one that was hashed */
async function* checked(body: AsyncIterable<Uint8Array>, digest: string): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256")
  for await (const bytes of body) {
    hash.update(bytes)
    yield bytes
  }
  if (hash.digest("base64") !== digest) {
    throw new AppError("storage_piece_damaged", "This piece did not arrive as it was sent. Please send it again.")
  }
}

export interface NewUpload {
  id: string
  name: string
  permissions: string[]
}

/** @throws AppError `general_argument_invalid` */
export function readName(name: string): string {
  const result = FileName.safeParse(name)
  if (!result.success) throw new AppError("general_argument_invalid", "Invalid `file` param: Invalid name")
  return result.data
}

/**
 * Makes a file of pieces that are all there.
 * @returns the file as JSON text
 * @throws AppError `storage_file_already_exists`, `storage_file_type_unsupported`, `storage_quota_exceeded`
 */
export async function keepFile(
  s: Uploads,
  bucket: Bucket,
  caller: Caller,
  upload: NewUpload,
  pieces: readonly DraftPiece[],
  worker: PictureWorker,
): Promise<string> {
  const content = await examine(s, bucket, upload.name, pieces, worker)
  const byteSize = pieces.reduce((sum, piece) => sum + piece.byteSize, 0)
  const file = newFile(bucket, caller, upload, { total: byteSize, pieceBytes })
  const made = await insertWholeFile(s.db, { ...file, ...content, pieces })
  if (made === "full") throw await noRoom(s.db, file.accountId ?? "")
  if (made === "taken") throw alreadyExists()
  await publishFileChange(s.db, JSON.parse(made.json) as StoredFile, "create")
  return made.json
}

function newFile(
  bucket: Bucket,
  caller: Caller,
  upload: NewUpload,
  { total, pieceBytes }: Pick<PieceRange, "total" | "pieceBytes">,
): queries.NewFile {
  return {
    ...upload,
    bucketId: bucket.id,
    accountId: caller.kind === "person" ? caller.accountId : null,
    byteSize: total,
    chunksTotal: Math.ceil(total / pieceBytes),
  }
}

/**
 * Writes down a file whose pieces are to come, unless the id is taken.
 * @throws AppError `storage_quota_exceeded`
 */
async function begin(tx: Tx, bucket: Bucket, caller: Caller, upload: NewUpload, range: PieceRange): Promise<void> {
  const file = newFile(bucket, caller, upload, range)
  const { accountId } = file
  // Locked before the file, as a whole file does it: two uploads at once cannot both take the last place, nor wait for
  // each other.
  if (accountId !== null) await queries.lockUsage(tx, accountId)
  const sequence = await queries.insertFile(tx, file)
  if (sequence === undefined || accountId === null) return
  const usage = await queries.lockUsage(tx, accountId)
  if (usage && (isOver(usage, 0) || usage.unfinished > fileQuota.unfinished)) throw await noRoom(tx, accountId)
}

/** Whether a person keeps more than they may. @param more files that are to come */
function isOver({ files, bytes, isConfirmed }: queries.Usage, more: 0 | 1): boolean {
  const most = isConfirmed ? fileQuota : fileQuota.unconfirmed
  return files + more > most.files || Number(bytes) + more > most.bytes
}

/** Refuses early what would be kept for nothing. @throws AppError `storage_quota_exceeded` for whoever has no room left */
export async function requireRoom(db: Db, accountId: string): Promise<void> {
  const usage = await queries.findUsage(db, accountId)
  if (usage && isOver(usage, 1)) throw await noRoom(db, accountId)
}

async function addPiece(
  s: Uploads,
  bucket: Bucket,
  caller: Caller,
  upload: NewUpload,
  range: PieceRange,
  piece: DraftPiece,
  drafts: Drafts,
  worker: PictureWorker,
): Promise<string> {
  const { sequence, isComplete, isNew } = await transact(s.db, async (tx) => {
    let file = await queries.lockFile(tx, bucket.id, upload.id)
    if (!file) {
      await begin(tx, bucket, caller, upload, range)
      file = await queries.lockFile(tx, bucket.id, upload.id)
    }
    if (!file) throw alreadyExists()
    if (!isUploader(caller, file)) throw file.isReady ? alreadyExists() : notAllowed()
    if (Number(file.byteSize) !== range.total) throw invalidRange("The file was begun with another size.")
    // Its pieces say their length nowhere: as many as it was begun with are of that length.
    if (file.chunksTotal !== Math.ceil(range.total / range.pieceBytes)) {
      throw invalidRange("The file was begun with pieces of another length.")
    }
    if (file.isReady) return { sequence: file.sequence, isComplete: false, isNew: false }
    const slot = `piece-${range.number}`
    const isAttached = await queries.attachObject(tx, { ...piece, fileSequence: file.sequence, slot })
    return { sequence: file.sequence, isComplete: await queries.countPieces(tx, file.sequence), isNew: isAttached }
  })
  if (!isNew) await drafts.drop()
  if (isComplete) await finish(s, bucket, upload.id, sequence, worker)
  const json = await queries.findFileJson(s.db, bucket.id, upload.id)
  if (json === null) throw notFound()
  return json
}

function isUploader(caller: Caller, file: queries.FileRow): boolean {
  return caller.kind === "key" || (caller.kind === "person" && caller.accountId === file.accountId)
}

/** Looks through a complete file and opens it for use. One call does; the others wait until it is done. */
async function finish(s: Uploads, bucket: Bucket, id: string, sequence: string, worker: PictureWorker): Promise<void> {
  while (!(await queries.claimFinish(s.db, sequence))) {
    const json = await queries.findFileJson(s.db, bucket.id, id)
    if (json === null) throw unreadable()
    const { chunksUploaded, chunksTotal } = JSON.parse(json) as { chunksUploaded: number; chunksTotal: number }
    if (chunksUploaded === chunksTotal) return
    await sleep(pollEveryMs)
  }
  try {
    const { name = "", byteSize = "0" } = (await queries.findBegun(s.db, sequence)) ?? {}
    const pieces = await queries.listPieces(s.db, sequence)
    if (pieces.reduce((sum, piece) => sum + piece.byteSize, 0) !== Number(byteSize)) {
      throw invalidRange("The pieces are of different lengths. Please begin again.")
    }
    const content = await examine(s, bucket, name, pieces, worker)
    await transact(s.db, async (tx) => {
      await queries.lockUploader(tx, bucket.id, id)
      if (await queries.markReady(tx, sequence, content)) await publishFile(tx, bucket.id, id, "create")
    })
  } catch (error) {
    // What can never become a file is removed, so that its id is free; anything else may be tried again.
    if (error instanceof AppError && error.status === 400) {
      await transact(s.db, async (tx) => {
        await queries.lockUploader(tx, bucket.id, id)
        await queries.deleteFile(tx, sequence)
      })
    } else await queries.releaseFinish(s.db, sequence)
    throw error
  }
}

function alreadyExists(): AppError {
  return new AppError("storage_file_already_exists", "There is a file with this id already.")
}

/** Says what takes the room, and how to get it back, where pictures in the trash take some of it. */
export async function noRoom(db: Db, accountId: string): Promise<AppError> {
  const bytes = await queries.sumTrash(db, accountId)
  const inTrash =
    bytes > 0 ? ` Pictures in your trash take ${(bytes / 1_000_000).toFixed(1)} MB: empty it for more room.` : ""
  return new AppError("storage_quota_exceeded", `There is no room for more files. Please remove some first.${inTrash}`)
}

export function tooLarge(bucket: Bucket): AppError {
  return new AppError("storage_invalid_file_size", `At most ${bucket.maxBytes} bytes are taken.`)
}

export function notAllowed(): AppError {
  return new AppError("user_unauthorized", "You may not do this with this file.")
}

export function notFound(): AppError {
  return new AppError("storage_file_not_found", "This file does not exist.")
}
