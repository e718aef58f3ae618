import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

export function findById(db: Db, id: string) {
  return db.selectFrom("sandboxTransactions").selectAll().where("id", "=", id).executeTakeFirst()
}

/** A successful one before all others, else the newest; a pending one whose time has come counts as successful. */
export function findByReference(db: Db, txRef: string) {
  return db
    .selectFrom("sandboxTransactions")
    .selectAll()
    .where("txRef", "=", txRef)
    .orderBy(sql`status = 'successful' or (status = 'pending' and ends_at <= now())`, "desc")
    .orderBy("id", "desc")
    .executeTakeFirst()
}
