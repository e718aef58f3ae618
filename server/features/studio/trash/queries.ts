import { type RawBuilder, sql } from "kysely"
import { type TrashedPicture, trashDays, trashPage } from "#contract/studio/trash.ts"
import type { Db, Tx } from "#server/db/open.ts"
import { isInTrash, type PictureTable, withTrash } from "#server/media/trash.ts"

const tables: readonly PictureTable[] = ["generations", "photoshoots"]

/** What is in a person's trash, of both tables. */
function trashOf(accountId: string): RawBuilder<unknown> {
  const parts = tables.map(
    (
      table,
    ) => sql`select ${table}::text as source, id, prompt, width, height, byte_size, placeholder, storage_key, trashed_at,
      ${table === "generations" ? sql`is_in_quota` : sql`false`} as is_in_quota
      from ${withTrash(table)} where account_id = ${accountId} and ${isInTrash}`,
  )
  return sql`(${sql.join(parts, sql` union all `)})`
}

interface TrashedRow extends Omit<TrashedPicture, "size" | "preview" | "trashed_at" | "gone_at"> {
  byteSize: number
  trashedAt: Date
  goneAt: Date
  cursor: string
}

/** A page of a person's trash, what was put there last first. @param after cursor of the last one before */
export async function listPage(db: Db, accountId: string, after: string | undefined): Promise<TrashedRow[]> {
  const [, micros, id] = /^(\d+)-(.+)$/.exec(after ?? "") ?? []
  const time = sql`'epoch'::timestamptz + ${micros ?? 0}::bigint * interval '1 microsecond'`
  const isAfter = micros === undefined ? sql`true` : sql`(trashed_at, id) < (${time}, ${id}::text)`
  const { rows } = await sql<TrashedRow>`
    select source, id, prompt, width, height, byte_size as "byteSize", placeholder, trashed_at as "trashedAt",
      trashed_at + make_interval(days => ${trashDays}) as "goneAt",
      (extract(epoch from trashed_at) * 1000000)::bigint || '-' || id as cursor
    from ${trashOf(accountId)} as trash where ${isAfter} order by trashed_at desc, id desc limit ${trashPage}`.execute(
    db,
  )
  return rows
}

/** How much there is in a person's trash. */
export async function measure(
  db: Db,
  accountId: string,
): Promise<{ count: number; bytes: number; quotaBytes: number }> {
  const { rows } = await sql<{ count: string; bytes: string; quotaBytes: string }>`
    select count(*) as count, coalesce(sum(byte_size), 0) as bytes,
      coalesce(sum(byte_size) filter (where is_in_quota), 0) as "quotaBytes"
    from ${trashOf(accountId)} as trash`.execute(db)
  const [all] = rows
  return { count: Number(all?.count), bytes: Number(all?.bytes), quotaBytes: Number(all?.quotaBytes) }
}

/** Where the bytes of a picture in a person's trash are; undefined when it is not there. */
export async function findStored(
  db: Db,
  accountId: string,
  table: PictureTable,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ storageKey: string }>`select storage_key as "storageKey" from ${withTrash(table)}
    where id = ${id} and account_id = ${accountId} and ${isInTrash}`.execute(db)
  return rows[0]?.storageKey
}

/** Takes a person's picture out of the trash. @returns false when it is not there */
export async function restore(tx: Tx, accountId: string, table: PictureTable, id: string): Promise<boolean> {
  const { rows } = await sql`update ${withTrash(table)} set trashed_at = null
    where id = ${id} and account_id = ${accountId} and ${isInTrash} returning id`.execute(tx)
  return rows.length > 0
}

/** Rows that one statement deletes, so that none holds others up. */
export const stepRows = 200

/** Deletes some of what a condition lets go. @returns how many */
async function deleteSome(db: Db, table: PictureTable, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`delete from ${withTrash(table)} where trashed_at is not null and id in (
    select id from ${withTrash(table)} where trashed_at is not null and ${condition} limit ${stepRows} for update skip locked)
    returning id`.execute(db)
  return rows.length
}

async function deleteInSteps(db: Db, table: PictureTable, condition: RawBuilder<unknown>): Promise<number> {
  for (let deleted = 0; ; ) {
    const step = await deleteSome(db, table, condition)
    deleted += step
    if (step < stepRows) return deleted
  }
}

/** Deletes of a person's trash for good, in small steps. @param chosen ids by table; all when undefined */
export async function deleteOwn(
  db: Db,
  accountId: string,
  chosen: ReadonlyMap<PictureTable, readonly string[]> | undefined,
): Promise<number> {
  let deleted = 0
  for (const table of tables) {
    const ids = chosen?.get(table)
    if (chosen && !ids) continue
    const isChosen = ids ? sql`id in (${sql.join(ids)})` : sql`trashed_at <= now()`
    deleted += await deleteInSteps(db, table, sql`account_id = ${accountId} and ${isChosen}`)
  }
  return deleted
}

/** Deletes of everybody's trash what has had its time, in small steps. */
export async function deleteDue(db: Db): Promise<void> {
  for (const table of tables) await deleteInSteps(db, table, sql`not (${isInTrash})`)
}

/** Everything in a person's trash, for the copy of their data. */
export async function listForCopy(db: Db, accountId: string) {
  const { rows } = await sql<{ source: PictureTable; id: string; prompt: string; trashedAt: Date }>`
    select source, id, prompt, trashed_at as "trashedAt" from ${trashOf(accountId)} as trash
    order by trashed_at desc, id desc`.execute(db)
  return rows
}
