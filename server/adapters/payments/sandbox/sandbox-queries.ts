import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

export function findById(db: Db, id: string) {
  return db.selectFrom("sandboxTransactions").selectAll().where("id", "=", id).executeTakeFirst()
}

/** A pending one whose time has come counts as successful. */
const isPaid = sql<boolean>`status = 'successful' or (status = 'pending' and ends_at <= now())`

/** Successful ones of a reference, oldest first. */
export function listPaid(db: Db, txRef: string) {
  return db
    .selectFrom("sandboxTransactions")
    .selectAll()
    .where("txRef", "=", txRef)
    .where(isPaid)
    .orderBy("id")
    .execute()
}

/** A successful one before all others, else the newest. */
export function findByReference(db: Db, txRef: string) {
  return db
    .selectFrom("sandboxTransactions")
    .selectAll()
    .where("txRef", "=", txRef)
    .orderBy(isPaid, "desc")
    .orderBy("id", "desc")
    .executeTakeFirst()
}
