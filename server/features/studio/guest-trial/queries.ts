import { type Insertable, type Selectable, sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"
import type { StoredPicture } from "#server/media/stored-picture.ts"

export type TryRow = Selectable<Tables["tries"]>

/** Tries begin one after the other, so that calls at once cannot pass the limit together. */
export async function lockTries(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tries', 0))`.execute(tx)
}

export async function countOpen(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("tries")
    .select((row) => row.fn.countAll<string>().as("count"))
    .where("status", "in", ["waiting", "drawing"])
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function insertTry(tx: Tx, row: Insertable<Tables["tries"]>): Promise<TryRow> {
  return tx.insertInto("tries").values(row).returningAll().executeTakeFirstOrThrow()
}

export function findTry(db: Db, id: string): Promise<TryRow | undefined> {
  return db.selectFrom("tries").selectAll().where("id", "=", id).executeTakeFirst()
}

export function findBySecret(db: Db, secretHash: Buffer): Promise<TryRow | undefined> {
  return db.selectFrom("tries").selectAll().where("secretHash", "=", secretHash).executeTakeFirst()
}

/** Says how far a try is. @returns false when it has ended or is gone */
export async function moveOn(db: Db, id: string, news: { progress: number; hasPreview: boolean }): Promise<boolean> {
  const moved = await db
    .updateTable("tries")
    .set({ ...news, status: "drawing" })
    .where("id", "=", id)
    .where("status", "in", ["waiting", "drawing"])
    .returning("id")
    .executeTakeFirst()
  return moved !== undefined
}

/** @returns false when the try is gone or has ended otherwise */
export async function finishTry(tx: Tx, id: string, kept: StoredPicture): Promise<boolean> {
  const { storageKey, mimeType, width, height, byteSize, placeholder } = kept
  const ready = await tx
    .updateTable("tries")
    .set({ storageKey, mimeType, width, height, byteSize, placeholder, status: "ready", progress: 1 })
    .where("id", "=", id)
    .where("status", "in", ["waiting", "drawing"])
    .returning("id")
    .executeTakeFirst()
  return ready !== undefined
}

export async function failTry(db: Db, id: string): Promise<void> {
  await db
    .updateTable("tries")
    .set({ status: "failed" })
    .where("id", "=", id)
    .where("status", "in", ["waiting", "drawing"])
    .execute()
}

/** Takes a finished try away, for whoever holds its secret. */
export function takeReady(tx: Tx, secretHash: Buffer): Promise<TryRow | undefined> {
  return tx
    .deleteFrom("tries")
    .where("secretHash", "=", secretHash)
    .where("status", "=", "ready")
    .returningAll()
    .executeTakeFirst()
}

/** Removes a try that came to nothing, so that its browser may begin anew. */
export async function deleteFailed(tx: Tx, secretHash: Buffer): Promise<void> {
  await tx.deleteFrom("tries").where("secretHash", "=", secretHash).where("status", "=", "failed").execute()
}

/** Removes what nobody came back for, and what was left lying when a worker died. */
export async function deleteOld(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom("tries")
    .where("createdAt", "<", sql<Date>`now() - make_interval(days => ${sql.lit(days)})`)
    .execute()
  await db
    .updateTable("tries")
    .set({ status: "failed" })
    .where("status", "in", ["waiting", "drawing"])
    .where("createdAt", "<", sql<Date>`now() - interval '1 hour'`)
    .execute()
}
