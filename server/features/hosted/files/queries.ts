import { type OperandValueExpressionOrList, type RawBuilder, type Selectable, sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import { precompiled } from "#server/db/precompiled-sql.ts"
import type { FilesTable } from "#server/db/tables/files.ts"
import type { Tables } from "#server/db/tables/index.ts"
import { serialisedDateSql } from "#server/db/wire-date.ts"
import type { Condition } from "#server/declarations/collection.ts"
import type { StoredPiece } from "#server/media/objects.ts"

export type FileRow = Selectable<FilesTable>

/** How long somebody who finishes a file keeps others from doing it too, in seconds. */
const finishingSeconds = 20

/** The row that goes by the name `document` as the wire shows it (docs/hosted-backend.md#files). */
export const fileJson: RawBuilder<string> = precompiled(sql<string>`json_build_object(
  '$id', document.id, 'bucketId', document.bucket_id,
  '$createdAt', ${serialisedDateSql("createdAt")}, '$updatedAt', ${serialisedDateSql("updatedAt")},
  '$permissions', document.permissions, 'name', document.name, 'folder', '', 'key', document.name,
  'signature', document.signature, 'mimeType', document.mime_type,
  'sizeOriginal', document.byte_size, 'sizeActual', document.byte_size,
  'chunksTotal', document.chunks_total, 'chunksUploaded', document.chunks_uploaded,
  'encryption', false, 'compression', 'none', 'width', document.width, 'height', document.height)::text`)

function rowsAt(db: Db, bucketId: string, id: string) {
  return db.selectFrom("files as document").where("document.bucketId", "=", bucketId).where("document.id", "=", id)
}

/** @returns the file as JSON text, null when there is none or the condition does not hold */
export async function findFileJson(
  db: Db,
  bucketId: string,
  id: string,
  condition: Condition = sql`true`,
): Promise<string | null> {
  const found = await rowsAt(db, bucketId, id).select(fileJson.as("json")).where(condition).executeTakeFirst()
  return found?.json ?? null
}

/** Locks a file for a change. @returns undefined when there is none */
export function lockFile(
  tx: Db,
  bucketId: string,
  id: string,
  condition: Condition = sql`true`,
): Promise<(FileRow & { isAllowed: boolean }) | undefined> {
  return rowsAt(tx, bucketId, id)
    .selectAll()
    .select(condition.$castTo<boolean>().as("isAllowed"))
    .forUpdate()
    .executeTakeFirst()
}

export interface NewFile {
  id: string
  bucketId: string
  accountId: string | null
  name: string
  permissions: string[]
  byteSize: number
  chunksTotal: number
}

/** @returns undefined when the id is taken */
export async function insertFile(tx: Db, file: NewFile): Promise<string | undefined> {
  const made = await tx
    .insertInto("files")
    .values({ ...file, finishingAt: null, width: null, height: null })
    .onConflict((conflict) => conflict.columns(["bucketId", "id"]).doNothing())
    .returning("sequence")
    .executeTakeFirst()
  return made?.sequence
}

/** What a person may have in all. */
export interface FileQuota {
  files: number
  bytes: number
  /** Of an account that confirmed nothing. */
  unconfirmed: { files: number; bytes: number }
}

/** A file that is all there, with its pieces in their order. */
export interface WholeFile extends NewFile, Content {
  pieces: readonly StoredPiece[]
}

/**
 * Makes files by one statement.
 * @param files of different people, with different ids
 * @param quota what a person may have in all
 * @returns each as JSON text, `taken` when its id is, `full` when the person has no room
 */
export async function insertWholeFiles(
  db: Db,
  files: readonly WholeFile[],
  quota: FileQuota,
): Promise<({ json: string } | "taken" | "full")[]> {
  const given = JSON.stringify(
    files.map(({ pieces, ...file }, place) => ({
      ...file,
      place,
      keys: pieces.map(({ storageKey }) => storageKey),
      sizes: pieces.map(({ byteSize }) => byteSize),
    })),
  )
  // Each person's row is locked before it is read, so two uploads at once cannot both take the last place. Their accounts
  // are locked first, one after the other: whoever has no file yet has no row, and two calls could wait for each other.
  const { rows } = await sql<{ json: string | null; isFull: boolean }>`
    with given as materialized (
      select * from json_to_recordset(${given}::json) as given(
        place int, id text, "bucketId" text, "accountId" text, name text, permissions text[], "byteSize" bigint,
        "chunksTotal" int, "mimeType" text, signature text, width int, height int, keys text[], sizes int[])),
    people as materialized (
      select id, is_email_verified or is_phone_verified as is_confirmed from accounts
      where id in (select "accountId" from given) order by id for no key update),
    allowed as (
      select id, case when is_confirmed then ${quota.files}::int else ${quota.unconfirmed.files}::int end as most_files,
        case when is_confirmed then ${quota.bytes}::bigint else ${quota.unconfirmed.bytes}::bigint end as most_bytes
      from people),
    used as materialized (
      select account_id, files, bytes from file_usage where account_id in (select id from people)
      order by account_id for update),
    too_much as (
      select place from given join allowed on allowed.id = "accountId" left join used on account_id = "accountId"
      where coalesce(files, 0) >= most_files or coalesce(bytes, 0) + "byteSize" > most_bytes),
    document as (
      insert into files (id, bucket_id, account_id, name, permissions, byte_size, chunks_total, chunks_uploaded, mime_type,
        signature, width, height, is_ready)
      select id, "bucketId", "accountId", name, permissions, "byteSize", "chunksTotal", "chunksTotal", "mimeType", signature,
        width, height, true
      from given where place not in (select place from too_much) order by "accountId", "bucketId", id
      on conflict (bucket_id, id) do nothing returning *),
    attached as (
      insert into file_objects (storage_key, file_sequence, slot, byte_size)
      select piece.key, document.sequence, 'piece-' || piece.number - 1, piece.size
      from document join given on given.id = document.id and "bucketId" = document.bucket_id,
        unnest(keys, sizes) with ordinality as piece (key, size, number)
      returning storage_key),
    kept as (delete from media_orphans where storage_key in (select storage_key from attached))
    select case when document.id is null then null else ${fileJson} end as json,
      given.place in (select place from too_much) as is_full
    from given left join document on given.id = document.id and "bucketId" = document.bucket_id
    order by given.place`.execute(db)
  return rows.map(({ json, isFull }) => (json === null ? (isFull ? "full" : "taken") : { json }))
}

export async function updateFile(
  tx: Db,
  sequence: string,
  values: { name?: string; permissions?: string[] },
): Promise<void> {
  await tx
    .updateTable("files")
    .set({ ...values, updatedAt: sql`now()` })
    .where("sequence", "=", sequence)
    .execute()
}

export async function deleteFile(tx: Db, sequence: string): Promise<void> {
  await tx.deleteFrom("files").where("sequence", "=", sequence).execute()
}

/** Gives a written object to its file. @returns false when the file has one in this place already */
export async function attachObject(
  db: Db,
  object: StoredPiece & { fileSequence: string; slot: string; previewOf?: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    with attached as (
      insert into file_objects (storage_key, file_sequence, slot, byte_size, preview_of)
      values (${object.storageKey}, ${object.fileSequence}, ${object.slot}, ${object.byteSize},
        ${object.previewOf ?? null})
      on conflict (file_sequence, slot) do nothing returning storage_key)
    delete from media_orphans where storage_key in (select storage_key from attached) returning 1 as attached`.execute(
    db,
  )
  return rows.length > 0
}

/** Counts the pieces that are there. @returns whether they are all */
export async function countPieces(tx: Db, sequence: string): Promise<boolean> {
  const { rows } = await sql<{ isComplete: boolean }>`
    with counted as (
      select count(*)::int as pieces from file_objects where file_sequence = ${sequence} and slot like 'piece-%')
    update files set chunks_uploaded = least(counted.pieces, chunks_total - 1), updated_at = now()
    from counted where sequence = ${sequence}
    returning counted.pieces = chunks_total as is_complete`.execute(tx)
  return rows[0]?.isComplete ?? false
}

/** The one statement that decides who finishes a file. @returns true for that one, and again when it seems to have died */
export async function claimFinish(db: Db, sequence: string): Promise<boolean> {
  const { rows } = await sql`
    update files set finishing_at = now()
    where sequence = ${sequence} and not is_ready
      and (finishing_at is null or finishing_at < now() - ${finishingSeconds} * interval '1 second')
    returning 1 as claimed`.execute(db)
  return rows.length > 0
}

export async function releaseFinish(db: Db, sequence: string): Promise<void> {
  await db.updateTable("files").set({ finishingAt: null }).where("sequence", "=", sequence).execute()
}

export type Content = Pick<FileRow, "mimeType" | "signature" | "width" | "height">

/** @returns false when somebody else did so before */
export async function markReady(tx: Db, sequence: string, content: Content): Promise<boolean> {
  const changed = await tx
    .updateTable("files")
    .set({ ...content, isReady: true, chunksUploaded: sql`chunks_total`, updatedAt: sql`now()` })
    .where("sequence", "=", sequence)
    .where("isReady", "=", false)
    .returning("sequence")
    .executeTakeFirst()
  return changed !== undefined
}

/** A finished file with its pieces in their order. @returns undefined when there is none or the condition does not hold */
export async function findReadyFile(
  db: Db,
  bucketId: string,
  id: string,
  condition: Condition,
): Promise<(FileRow & { pieces: StoredPiece[] }) | undefined> {
  const pieces = sql<StoredPiece[]>`(
    select json_agg(json_build_object('storageKey', storage_key, 'byteSize', byte_size) order by substr(slot, 7)::int)
    from file_objects where file_sequence = document.sequence and slot like 'piece-%')`
  const found = await rowsAt(db, bucketId, id)
    .selectAll()
    .select(pieces.as("pieces"))
    .where("isReady", "=", true)
    .where(condition)
    .executeTakeFirst()
  return found && { ...found, pieces: found.pieces ?? [] }
}

/** A person's own finished file with its pieces. */
export function findOwnFile(db: Db, { bucketId, id, accountId }: { bucketId: string; id: string; accountId: string }) {
  return findReadyFile(db, bucketId, id, sql`document.account_id = ${accountId}`)
}

/** The number of a file's row. */
export async function findSequence(db: Db, { bucketId, id }: { bucketId: string; id: string }): Promise<string> {
  return (await rowsAt(db, bucketId, id).select("document.sequence").executeTakeFirstOrThrow()).sequence
}

/** The pieces of a file in their order. */
export async function listPieces(db: Db, sequence: string): Promise<StoredPiece[]> {
  const { rows } = await sql<StoredPiece>`
    select storage_key, byte_size from file_objects where file_sequence = ${sequence} and slot like 'piece-%'
    order by substr(slot, 7)::int`.execute(db)
  return rows
}

/** What a file was begun as. */
export function findBegun(db: Db, sequence: string): Promise<{ name: string; byteSize: string } | undefined> {
  return db.selectFrom("files").select(["name", "byteSize"]).where("sequence", "=", sequence).executeTakeFirst()
}

/** A page of a person's finished files. @param after `sequence` of the last one before */
export function listOwnFiles(db: Db, accountId: string, limit: number, after: string | null) {
  return db
    .selectFrom("files")
    .select(["sequence", "id", "bucketId", "name", "createdAt", "mimeType", "permissions"])
    .where("accountId", "=", accountId)
    .where("isReady", "=", true)
    .$if(after !== null, (query) => query.where("sequence", ">", after ?? ""))
    .orderBy("sequence")
    .limit(limit)
    .execute()
}

/** Ids of a person's finished uploads in a bucket. */
export async function listIds(db: Db, bucketId: string, accountId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("files")
    .select("id")
    .where("bucketId", "=", bucketId)
    .where("accountId", "=", accountId)
    .where("isReady", "=", true)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** What a person keeps, and whether they confirmed an address or a number. */
export interface Usage {
  files: number
  bytes: string
  unfinished: number
  isConfirmed: boolean
}

function usageOf(db: Db, accountId: string) {
  return db
    .selectFrom("fileUsage")
    .innerJoin("accounts", "accounts.id", "fileUsage.accountId")
    .select(["files", "bytes", "unfinished"])
    .select(sql<boolean>`is_email_verified or is_phone_verified`.as("isConfirmed"))
    .where("accountId", "=", accountId)
}

/** @returns undefined for whoever never kept anything */
export function findUsage(db: Db, accountId: string): Promise<Usage | undefined> {
  return usageOf(db, accountId).executeTakeFirst()
}

/** Bytes of a person's pictures in the trash that take room of their files. */
export async function sumTrash(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select coalesce(sum(byte_size), 0) as bytes from generations_with_trash
    where account_id = ${accountId} and trashed_at is not null and is_in_quota`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

/** The same, unchanged until the transaction ends. */
export function lockUsage(tx: Db, accountId: string): Promise<Usage | undefined> {
  return usageOf(tx, accountId).forUpdate("fileUsage").executeTakeFirst()
}

/**
 * Keeps people from changing what they keep until the transaction ends: one after the other in the order of their ids,
 * so that no two calls wait for each other.
 */
async function lockUsages(
  tx: Db,
  accountIds: OperandValueExpressionOrList<Tables, "fileUsage", "accountId">,
): Promise<void> {
  await tx
    .selectFrom("fileUsage")
    .select("accountId")
    .where("accountId", "in", accountIds)
    .orderBy("accountId")
    .forUpdate()
    .execute()
}

/** The same for a file's uploader. Comes before the file is locked, wherever the change counts. */
export async function lockUploader(tx: Db, bucketId: string, id: string): Promise<void> {
  await lockUsages(tx, rowsAt(tx, bucketId, id).select("document.accountId"))
}

/** Forgets uploads that nobody went on with for so many days; their objects are left to the sweep. */
export async function deleteAbandoned(tx: Db, days: number): Promise<void> {
  const since = sql<Date>`now() - make_interval(days => ${days})`
  const uploaders = tx
    .selectFrom("files")
    .select("accountId")
    .where("isReady", "=", false)
    .where("updatedAt", "<", since)
  await lockUsages(tx, uploaders)
  await tx.deleteFrom("files").where("isReady", "=", false).where("updatedAt", "<", since).execute()
}

/** What a file is, for whoever it was shared with. */
export interface SharedFile {
  /** Number of its row, whose content never changes: what refers to a file keeps this. */
  sequence: string
  mimeType: string
  byteSize: number
}

/**
 * Makes a finished file of one person another's, with these permissions and no others.
 * @returns null when the first has no such file
 */
export async function changeOwner(
  tx: Db,
  given: { bucketId: string; id: string; from: string; to: string; permissions: readonly string[] },
): Promise<SharedFile | null> {
  const { bucketId, id, from, to, permissions } = given
  await lockUsages(tx, [from, to])
  const changed = await tx
    .updateTable("files")
    .set({ accountId: to, permissions: [...permissions] })
    .where("bucketId", "=", bucketId)
    .where("id", "=", id)
    .where("accountId", "=", from)
    .where("isReady", "=", true)
    .returning(["sequence", "mimeType", "byteSize"])
    .executeTakeFirst()
  return changed ? { ...changed, byteSize: Number(changed.byteSize) } : null
}

/** Adds to what a finished file's permissions allow. @returns null when the person has no such file */
export async function addPermissions(
  tx: Db,
  given: { bucketId: string; id: string; accountId: string; permissions: readonly string[] },
): Promise<SharedFile | null> {
  const { bucketId, id, accountId, permissions } = given
  const { rows } = await sql<{ sequence: string; mimeType: string; byteSize: string }>`
    update files set permissions = array(select distinct unnest(permissions || ${permissions}::text[]))
    where bucket_id = ${bucketId} and id = ${id} and account_id = ${accountId} and is_ready
    returning sequence, mime_type as "mimeType", byte_size as "byteSize"`.execute(tx)
  const [row] = rows
  return row ? { ...row, byteSize: Number(row.byteSize) } : null
}
