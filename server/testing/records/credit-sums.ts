import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import type { Pocket } from "#server/db/tables/credits.ts"

/** What a person's credits are by pocket. */
export interface CreditSums {
  available: number
  held: number
}

/** Sums of the ledger, to be compared with the kept balance. */
export function sumLedger(db: Db, accountId: string): Promise<CreditSums> {
  const sum = (pocket: Pocket) =>
    sql<number>`coalesce(sum(case when to_pocket = ${pocket} then amount when from_pocket = ${pocket} then -amount else 0 end), 0)::int`
  return db
    .selectFrom("creditTransfers")
    .select([sum("available").as("available"), sum("held").as("held")])
    .where("accountId", "=", accountId)
    .executeTakeFirstOrThrow()
}

/** Sums of the lots, to be compared with the kept balance. */
export function sumLots(db: Db, accountId: string): Promise<CreditSums> {
  return db
    .selectFrom("creditLots")
    .select([
      sql<number>`coalesce(sum(available), 0)::int`.as("available"),
      sql<number>`coalesce(sum(held), 0)::int`.as("held"),
    ])
    .where("accountId", "=", accountId)
    .executeTakeFirstOrThrow()
}
