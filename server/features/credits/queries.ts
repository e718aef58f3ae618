import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import type { Pocket } from "#server/db/tables/credits.ts"

export interface Transfer {
  accountId: string
  fromPocket: Pocket
  toPocket: Pocket
  amount: number
  reason: string
  kind: string
  note: string
}

export async function insertCreditAccount(db: Db, accountId: string): Promise<void> {
  await db
    .insertInto("creditAccounts")
    .values({ accountId, available: 0, held: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns false when the reason has moved credits before */
export async function insertTransfer(db: Db, transfer: Transfer): Promise<boolean> {
  const inserted = await db
    .insertInto("creditTransfers")
    .values(transfer)
    .onConflict((conflict) => conflict.column("reason").doNothing())
    .returning("id")
    .execute()
  return inserted.length > 0
}

export function findBalance(db: Db, accountId: string) {
  return db
    .selectFrom("creditAccounts")
    .select(["available", "held"])
    .where("accountId", "=", accountId)
    .executeTakeFirst()
}

/** Kind of the transfers that a person paid for. */
const purchaseKind = "purchase"

export async function hasTransferOfPurchase(db: Db, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom("creditTransfers")
    .select("id")
    .where("accountId", "=", accountId)
    .where("kind", "=", purchaseKind)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** What changed the free credits, newest first; a hold that became a payment shows once, as the hold. */
export function listMovements(db: Db, accountId: string, page: { limit: number; before: string | null }) {
  return db
    .selectFrom("creditTransfers")
    .select(["id", "fromPocket", "amount", "kind", "note", "createdAt"])
    .where("accountId", "=", accountId)
    .where((where) => where.or([where("fromPocket", "=", "available"), where("toPocket", "=", "available")]))
    .$if(page.before !== null, (query) => query.where("id", "<", page.before ?? ""))
    .orderBy("id", "desc")
    .limit(page.limit)
    .execute()
}

/** Sums of the ledger, to be compared with the kept balance. */
export async function sumLedger(db: Db, accountId: string): Promise<{ available: number; held: number }> {
  const sum = (pocket: Pocket) =>
    sql<number>`coalesce(sum(case when to_pocket = ${pocket} then amount when from_pocket = ${pocket} then -amount else 0 end), 0)::int`
  return db
    .selectFrom("creditTransfers")
    .select([sum("available").as("available"), sum("held").as("held")])
    .where("accountId", "=", accountId)
    .executeTakeFirstOrThrow()
}
