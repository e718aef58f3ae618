import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

/** Owners who can read a mail, with their addresses. */
export function listOwners(db: Db) {
  return db
    .selectFrom("operators")
    .innerJoin("accounts", "accounts.id", "operators.accountId")
    .select(["accounts.id", "accounts.email"])
    .where("operators.role", "=", "owner")
    .where("accounts.email", "is not", null)
    .execute()
}

/** Forgets calls and messages of providers that are older than that. @param days */
export async function deleteOld(db: Db, days: number): Promise<void> {
  const before = sql<Date>`now() - make_interval(days => ${days})`
  await db.deleteFrom("providerCalls").where("createdAt", "<", before).execute()
  await db.deleteFrom("providerEvents").where("createdAt", "<", before).execute()
}
