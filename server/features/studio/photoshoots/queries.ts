import type { Insertable } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

export function insertShot(tx: Tx, shot: Insertable<Tables["photoshoots"]>) {
  return tx.insertInto("photoshoots").values(shot).returningAll().executeTakeFirstOrThrow()
}

/** What serving a picture needs to know, for anyone who may see it. */
export function findShot(db: Db, id: string) {
  return db
    .selectFrom("photoshoots")
    .select([
      "id",
      "accountId",
      "isPublic",
      "isTakenDown",
      "waitsUntil",
      "storageKey",
      "mimeType",
      "prompt",
      "width",
      "height",
    ])
    .where("id", "=", id)
    .executeTakeFirst()
}

/** A page of a person's pictures as they are stored, those in the trash too, oldest first. @param after `sequence` of the last one before */
export function listStoredShots(db: Db, accountId: string, limit: number, after: string | null) {
  return db
    .selectFrom("photoshootsWithTrash")
    .select(["id", "storageKey", "sequence", "createdAt"])
    .where("accountId", "=", accountId)
    .$if(after !== null, (query) => query.where("sequence", ">", after ?? ""))
    .orderBy("sequence")
    .limit(limit)
    .execute()
}
