import { type Insertable, type Selectable, sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

export type OutsideUpload = Selectable<Tables["imageHostUploads"]>

/** A permit works for one hour; by then nothing comes any more that was not removed. */
const keptHours = 2

/** One person's permits are given one after the other, so that calls at once cannot pass the limit together. */
export async function lockUploads(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`image host ${accountId}`}, 0))`.execute(tx)
}

export async function countUploads(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("imageHostUploads")
    .select((row) => row.fn.countAll<string>().as("count"))
    .where("accountId", "=", accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertUpload(tx: Tx, row: Insertable<Tables["imageHostUploads"]>): Promise<void> {
  await tx.insertInto("imageHostUploads").values(row).execute()
}

export function findUpload(db: Db, id: string, accountId: string): Promise<OutsideUpload | undefined> {
  return db
    .selectFrom("imageHostUploads")
    .selectAll()
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .executeTakeFirst()
}

/** Uploads whose picture leaves the host, oldest first: their permit is over. */
export function listPast(db: Db, limit: number): Promise<OutsideUpload[]> {
  return db
    .selectFrom("imageHostUploads")
    .selectAll()
    .where("createdAt", "<", sql<Date>`now() - make_interval(hours => ${sql.lit(keptHours)})`)
    .orderBy("createdAt")
    .limit(limit)
    .execute()
}

export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom("imageHostUploads").where("id", "=", id).execute()
}
