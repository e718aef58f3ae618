import type { Insertable } from "kysely"
import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** @returns false when the person used the idempotency key before */
export async function insertOrder(db: Db, order: Insertable<Tables["generationOrders"]>): Promise<boolean> {
  const inserted = await db
    .insertInto("generationOrders")
    .values(order)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute()
  return inserted.length > 0
}

export function findOrder(db: Db, id: string) {
  return db.selectFrom("generationOrders").selectAll().where("id", "=", id).executeTakeFirst()
}

export function findOwnOrder(db: Db, accountId: string, id: string) {
  return db
    .selectFrom("generationOrders")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirst()
}

export function findOrderByKey(db: Db, accountId: string, idempotencyKey: string) {
  return db
    .selectFrom("generationOrders")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst()
}

export function listOpenOrders(db: Db, accountId: string) {
  return db
    .selectFrom("generationOrders")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("status", "in", ["waiting", "drawing"])
    .orderBy("createdAt", "desc")
    .execute()
}

export async function countOpenOrders(db: Db, accountId: string): Promise<number> {
  const { open } = await db
    .selectFrom("generationOrders")
    .select(sql<number>`count(*)::int`.as("open"))
    .where("accountId", "=", accountId)
    .where("status", "in", ["waiting", "drawing"])
    .executeTakeFirstOrThrow()
  return open
}

/** Marks an order as being drawn. @returns undefined when it ended meanwhile */
export function startOrder(db: Db, id: string) {
  return db
    .updateTable("generationOrders")
    .set({ status: "drawing", startedAt: sql<Date>`now()`, progress: 0 })
    .where("id", "=", id)
    .where("status", "in", ["waiting", "drawing"])
    .returningAll()
    .executeTakeFirst()
}

/** @returns false when the order is no longer being drawn */
export async function updateProgress(db: Db, id: string, progress: number, previewCount: number): Promise<boolean> {
  const changed = await db
    .updateTable("generationOrders")
    .set({ progress, previewCount })
    .where("id", "=", id)
    .where("status", "=", "drawing")
    .returning("id")
    .execute()
  return changed.length > 0
}

/** Ends an order; only the first outcome counts. @returns undefined when it ended before */
export function endOrder(
  db: Db,
  id: string,
  outcome:
    | { status: "ready"; progress: 1; understood: string | null; ignored: string | null }
    | { status: "failed"; failure: string },
) {
  return db
    .updateTable("generationOrders")
    .set({ ...outcome, finishedAt: sql<Date>`now()` })
    .where("id", "=", id)
    .where("status", "in", ["waiting", "drawing"])
    .returningAll()
    .executeTakeFirst()
}

/** Takes back an order that has not started. @returns undefined when it has */
export function cancelOrder(db: Db, accountId: string, id: string) {
  return db
    .updateTable("generationOrders")
    .set({ status: "cancelled", finishedAt: sql<Date>`now()` })
    .where("accountId", "=", accountId)
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .returningAll()
    .executeTakeFirst()
}

export function insertPictures(db: Db, pictures: Insertable<Tables["generations"]>[]) {
  return db.insertInto("generations").values(pictures).returningAll().execute()
}

export function listPictures(db: Db, orderIds: readonly string[]) {
  return db
    .selectFrom("generations")
    .select(["id", "orderId", "width", "height"])
    .where("orderId", "in", orderIds)
    .orderBy("position")
    .execute()
}

export async function deletePicture(db: Db, id: string): Promise<{ storageKey: string } | undefined> {
  return db.deleteFrom("generations").where("id", "=", id).returning("storageKey").executeTakeFirst()
}

/** What serving a picture needs to know, for anyone who may see it. */
export function findPicture(db: Db, id: string) {
  return db
    .selectFrom("generations")
    .select(["id", "accountId", "isPublic", "isTakenDown", "storageKey", "mimeType"])
    .where("id", "=", id)
    .executeTakeFirst()
}

export function findPreviewOwner(db: Db, orderId: string) {
  return db
    .selectFrom("generationOrders")
    .select(["accountId", "previewCount"])
    .where("id", "=", orderId)
    .executeTakeFirst()
}

/** A page of everything a person ordered, oldest first. @param after id of the last order of the page before */
export function listOrders(db: Db, accountId: string, limit: number, after: string | null) {
  return db
    .selectFrom("generationOrders")
    .select(["id", "mode", "prompt", "aspectRatio", "count", "seed", "isPublic", "feeCredits", "status", "createdAt"])
    .where("accountId", "=", accountId)
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute()
}

/** A page of a person's pictures as they are stored, oldest first. @param after `sequence` of the last one before */
export function listStoredPictures(db: Db, accountId: string, limit: number, after: string | null) {
  return db
    .selectFrom("generations")
    .select(["id", "storageKey", "sequence", "createdAt"])
    .where("accountId", "=", accountId)
    .$if(after !== null, (query) => query.where("sequence", ">", after ?? ""))
    .orderBy("sequence")
    .limit(limit)
    .execute()
}

export async function hasPicture(db: Db, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom("generations")
    .select("id")
    .where("accountId", "=", accountId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
