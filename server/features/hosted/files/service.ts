import { type RawBuilder, sql } from "kysely"
import { imagesBucketId, viewPath } from "#contract/hosted/files.ts"
import type { OperatorRole } from "#contract/identity/operators.ts"
import { projectId } from "#contract/project.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Condition, RecordSource } from "#server/declarations/collection.ts"
import type { Services } from "#server/declarations/services.ts"
import { listRecords } from "#server/features/hosted/documents/service.ts"
import { readWhole } from "#server/media/objects.ts"
import type { Sending } from "#server/media/send.ts"
import { sweepMedia } from "#server/media/sweep.ts"
import { type Caller, operatorsTeam } from "#server/platform/http/caller.ts"
import { isPermitted, keptPermissions, type PermittedAction } from "#server/platform/http/permissions.ts"
import { unreadable } from "#server/platform/pictures/picture.ts"
import { type Bucket, imagesBucket } from "./buckets.ts"
import * as copies from "./hand-in-copies.ts"
import type { Reader } from "./made-limit.ts"
import { toSending } from "./outgoing.ts"
import { publishFile } from "./publish.ts"
import * as queries from "./queries.ts"
import { findReadable } from "./readable.ts"
import { smallCopy as copyOf } from "./small-copy.ts"
import * as arrivals from "./take-in.ts"
import { requireRoom as checkRoom, notAllowed, notFound } from "./upload.ts"

/** A small copy of an upload, made once and kept. */
export const smallCopy = copyOf

/** How much a person keeps; undefined for whoever never kept anything. */
export const findUsage = queries.findUsage

/** Takes in files of another server, as `take-in.ts` says. */
export const hasArrived = arrivals.hasArrived
export const takeInFile = arrivals.takeInFile

/** Refuses early what would be kept for nothing. @throws AppError `storage_quota_exceeded` */
export const requireRoom = checkRoom

/** What lists of files may be filtered and ordered by (docs/hosted-backend.md#file-calls). */
const source: RecordSource = {
  table: "files",
  attributes: {
    name: { column: "name", type: "text", isFilterable: true, isOrderable: true },
    signature: { column: "signature", type: "text", isFilterable: true, isOrderable: true },
    mimeType: { column: "mimeType", type: "text", isFilterable: true, isOrderable: true },
    sizeOriginal: { column: "byteSize", type: "integer", isFilterable: true, isOrderable: true },
    chunksTotal: { column: "chunksTotal", type: "integer", isFilterable: true, isOrderable: true },
    chunksUploaded: { column: "chunksUploaded", type: "integer", isFilterable: true, isOrderable: true },
  },
}

/**
 * One page of the bucket's files that the caller may read.
 * @returns JSON text of a file list
 * @throws AppError as `listRecords`
 */
export async function listFiles(
  s: Pick<Services, "lists">,
  bucket: Bucket,
  caller: Caller,
  request: { queries: readonly string[]; search: string; isTotalWanted: boolean },
): Promise<string> {
  const found: Condition = request.search
    ? sql`strpos(lower(document.name), lower(${request.search}::text)) > 0`
    : sql`true`
  const readable = [sql<boolean>`${isPermitted("read", caller)} and ${found}`]
  const scope: Condition = sql`document.bucket_id = ${bucket.id}`
  const page = await listRecords(s, { source, json: queries.fileJson, readable, scope }, request)
  return `{"total":${page.total},"files":${page.records}}`
}

/**
 * @returns the file as JSON text
 * @throws AppError `storage_file_not_found`, also when the caller may not read it
 */
export async function getFile(s: Pick<Services, "db">, bucket: Bucket, caller: Caller, id: string): Promise<string> {
  const json = await queries.findFileJson(s.db, bucket.id, id, isPermitted("read", caller))
  if (json === null) throw notFound()
  return json
}

/**
 * @returns the file as JSON text
 * @throws AppError `storage_file_not_found`, `user_unauthorized`
 */
export function updateFile(
  s: Pick<Services, "db">,
  bucket: Bucket,
  caller: Caller,
  id: string,
  change: { name?: string | null | undefined; permissions?: readonly string[] | null | undefined },
): Promise<string> {
  return transact(s.db, async (tx) => {
    const file = await lockAllowed(tx, bucket, caller, id, "update")
    const name = change.name ?? file.name
    const permissions = change.permissions ? keptPermissions(caller, change.permissions) : file.permissions
    await queries.updateFile(tx, file.sequence, { name, permissions })
    return publishFile(tx, bucket.id, id, "update")
  })
}

/** @throws AppError `storage_file_not_found`, `user_unauthorized` */
export async function deleteFile(
  s: Pick<Services, "db" | "queue">,
  bucket: Bucket,
  caller: Caller,
  id: string,
): Promise<void> {
  await transact(s.db, async (tx) => {
    await queries.lockUploader(tx, bucket.id, id)
    const { sequence } = await lockAllowed(tx, bucket, caller, id, "delete")
    await publishFile(tx, bucket.id, id, "delete")
    await queries.deleteFile(tx, sequence)
    await s.queue.enqueue(tx, sweepMedia, {})
  })
}

/**
 * Lets operators of these roles see a person's own finished upload, a picture unless another bucket is named.
 * @returns what it is; null when the person has no such file
 */
export function letOperatorsSee(
  tx: Tx,
  file: { accountId: string; fileId: string; bucketId?: string; roles: readonly OperatorRole[] },
): Promise<queries.SharedFile | null> {
  const { accountId, fileId, bucketId = imagesBucketId, roles } = file
  const permissions = roles.map((role) => `read("team:${operatorsTeam}/${role}")`)
  return queries.addPermissions(tx, { bucketId, id: fileId, accountId, permissions })
}

/**
 * Gives an own finished upload to the person it is about: it is in their copy and goes with their account. Operators of
 * these roles see it, and nobody else does.
 * @returns what it is; null when there is no such upload
 */
export function handOver(
  tx: Tx,
  file: { from: string; to: string; bucketId: string; fileId: string; roles: readonly OperatorRole[] },
): Promise<queries.SharedFile | null> {
  const { from, to, bucketId, fileId, roles } = file
  const permissions = roles.map((role) => `read("team:${operatorsTeam}/${role}")`)
  return queries.changeOwner(tx, { bucketId, id: fileId, from, to, permissions })
}

/**
 * A finished file to send, for whoever was allowed to read it by what it is attached to.
 * @throws AppError `storage_file_not_found`, and as `toSending`
 */
export async function attachedFile(
  s: Services,
  { bucketId, fileId, sequence }: { bucketId: string; fileId: string; sequence: string },
  reader: Reader,
): Promise<Sending> {
  const found = await queries.findReadyFile(s.db, bucketId, fileId, sql`document.sequence = ${sequence}`)
  if (!found) throw notFound()
  return toSending(s, { ...found, isOwn: false }, reader, "view")
}

/** Copies of own uploads for what is handed in, as `hand-in-copies.ts` says. */
export const withHandInCopies = copies.withHandInCopies

/** Removes a copy that its maker handed in and took back. */
export async function removeCopy(s: Pick<Services, "queue">, tx: Tx, copy: { bucketId: string; fileId: string }) {
  await queries.lockUploader(tx, copy.bucketId, copy.fileId)
  const file = await queries.lockFile(tx, copy.bucketId, copy.fileId)
  if (!file) return
  await publishFile(tx, copy.bucketId, copy.fileId, "delete")
  await queries.deleteFile(tx, file.sequence)
  await s.queue.enqueue(tx, sweepMedia, {})
}

/** The address at which a file is seen. */
export function fileAddress(publicUrl: string, bucketId: string, id: string): string {
  return publicUrl + viewPath(bucketId, id, projectId)
}

/** The address of a picture whose row goes by the name `file`. */
export function pictureAddressSql(publicUrl: string): RawBuilder<string> {
  const [before = "", after = ""] = viewPath(imagesBucketId, "@", projectId).split("@")
  return sql<string>`${publicUrl + before}::text || file.id || ${after}::text`
}

/** A file that exists but may not be touched is 401, unlike one that may not be read (docs/hosted-backend.md#permissions). */
async function lockAllowed(
  tx: Services["db"],
  bucket: Bucket,
  caller: Caller,
  id: string,
  action: PermittedAction,
): Promise<queries.FileRow> {
  const file = await queries.lockFile(tx, bucket.id, id, isPermitted(action, caller))
  if (!file) throw notFound()
  if (!file.isAllowed) throw notAllowed()
  return file
}

/**
 * An uploaded picture, as work on it needs to know it.
 * @throws AppError `storage_file_not_found`, also when the caller may not read it
 */
export async function describePictureFile(
  s: Pick<Services, "db">,
  caller: Caller,
  id: string,
): Promise<{ id: string; sequence: string; name: string; width: number; height: number; mimeType: string }> {
  const { sequence, name, width, height, mimeType } = await findReadable(s, imagesBucket, caller, id)
  if (width === null || height === null) throw unreadable()
  return { id, sequence, name: name.replace(/\.[^.]*$/, "") || name, width, height, mimeType }
}

/**
 * An uploaded picture's bytes, for whoever was allowed to read it.
 * @param sequence number of its row, whose content never changes; null for work from before it was kept
 * @returns null when it is gone, also when another one came under its id
 */
export async function readPictureFile(
  s: Pick<Services, "db" | "storage">,
  { id, sequence }: { id: string; sequence: string | null },
): Promise<Buffer | null> {
  const isSame = sql<boolean>`${sequence}::bigint is null or document.sequence = ${sequence}::bigint`
  const file = await queries.findReadyFile(s.db, imagesBucket.id, id, isSame)
  return file ? readWhole(s.storage, file.pieces) : null
}
