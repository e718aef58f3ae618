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

/** What was given or taken for a purpose. */
export function findGivenOrTaken(db: Db, purpose: string) {
  return db
    .selectFrom("creditTransfers")
    .select(["accountId", "kind", "amount", "note"])
    .where("reason", "in", [`grant:${purpose}`, `take:${purpose}`])
    .executeTakeFirst()
}

export function findBalance(db: Db, accountId: string) {
  return db
    .selectFrom("creditAccounts")
    .select(["available", "held"])
    .where("accountId", "=", accountId)
    .executeTakeFirst()
}

/** Whether money came in for anything this person ordered. */
export async function hasPaidOrder(db: Db, accountId: string): Promise<boolean> {
  const bought = db
    .selectFrom("creditLots")
    .select(sql`1`.as("one"))
    .where("accountId", "=", accountId)
    .where("isPaid", "=", true)
    .where("isTakenBack", "=", false)
  const found = await db
    .selectFrom("paymentOrders")
    .select(sql`1`.as("one"))
    .where("accountId", "=", accountId)
    .where("status", "in", ["paid", "over"])
    .unionAll(bought)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Items of orders whose credits remain, those held for work under way included. */
export async function listItemsWithCredits(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("creditLots")
    .innerJoin("paymentOrders", "paymentOrders.txRef", "creditLots.source")
    .select("paymentOrders.item")
    .distinct()
    .where("creditLots.accountId", "=", accountId)
    .where(sql<boolean>`credit_lots.available + credit_lots.held > 0`)
    .where("creditLots.isTakenBack", "=", false)
    .execute()
  return rows.map(({ item }) => item)
}

/** No credits of the person move until the transaction ends. @returns false when there is no such person */
export async function lockCredits(tx: Db, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("creditAccounts")
    .select("accountId")
    .where("accountId", "=", accountId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Marks what is left of a purchase as taken back. @returns what is left */
export function markTakenBack(
  tx: Db,
  accountId: string,
  source: string,
): Promise<{ available: number; held: number } | undefined> {
  return tx
    .updateTable("creditLots")
    .set({ isTakenBack: true })
    .where("accountId", "=", accountId)
    .where("source", "=", source)
    .where("isPaid", "=", true)
    .returning(["available", "held"])
    .executeTakeFirst()
}

/** Credits free to spend that nobody paid for. */
export async function sumGiven(db: Db, accountId: string): Promise<number> {
  const { sum } = await db
    .selectFrom("creditLots")
    .select(sql<number>`coalesce(sum(available), 0)::int`.as("sum"))
    .where("accountId", "=", accountId)
    .where("isPaid", "=", false)
    .executeTakeFirstOrThrow()
  return sum
}

/** Free credits of purchases that were taken back: work that held them has given them up since. */
export function listOwed(tx: Db, accountId: string): Promise<{ source: string; available: number }[]> {
  return tx
    .selectFrom("creditLots")
    .select(["source", "available"])
    .where("accountId", "=", accountId)
    .where("isTakenBack", "=", true)
    .where("available", ">", 0)
    .execute()
}

/** One more of the day's free enlargements. @returns false when there were as many as there may be */
export async function takeFreeUpscale(tx: Db, accountId: string, most: number): Promise<boolean> {
  const taken = await tx
    .insertInto("freeUpscales")
    .values({ accountId, day: sql<string>`current_date`, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["accountId", "day"])
        .doUpdateSet({ count: sql<number>`free_upscales.count + 1` })
        .where("freeUpscales.count", "<", most),
    )
    .returning("count")
    .executeTakeFirst()
  return taken !== undefined
}

export async function countFreeUpscales(db: Db, accountId: string): Promise<number> {
  const today = await db
    .selectFrom("freeUpscales")
    .select("count")
    .where("accountId", "=", accountId)
    .where("day", "=", sql<string>`current_date`)
    .executeTakeFirst()
  return today?.count ?? 0
}

/** What changed the free credits, newest first; a hold that became a payment shows once, as the hold. */
export function listMovements(
  db: Db,
  accountId: string,
  page: { limit: number; before: string | null; direction: "in" | "out" | null },
) {
  const { direction } = page
  return db
    .selectFrom("creditTransfers")
    .select(["id", "fromPocket", "amount", "kind", "note", "reason", "createdAt"])
    .where("accountId", "=", accountId)
    .where((where) => {
      const [out, into] = [where("fromPocket", "=", "available"), where("toPocket", "=", "available")]
      return direction === null ? where.or([out, into]) : direction === "out" ? out : into
    })
    .$if(page.before !== null, (query) => query.where("id", "<", page.before ?? ""))
    .orderBy("id", "desc")
    .limit(page.limit)
    .execute()
}

/** Kind of each run, and its first picture where one is kept. */
export function listRunResults(db: Db, runIds: readonly string[]) {
  return db
    .selectFrom("runs")
    .select(["id", "kind"])
    .select((row) =>
      row
        .selectFrom("generations")
        .select("generations.id")
        .whereRef("generations.runId", "=", "runs.id")
        .orderBy("generations.position")
        .limit(1)
        .as("pictureId"),
    )
    .where("id", "in", runIds.length > 0 ? runIds : [""])
    .execute()
}

/** Credits that were spent for a purpose. */
export async function sumSettled(db: Db, accountId: string, purpose: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::int as sum from credit_transfers
    where account_id = ${accountId} and reason = ${`settle:${purpose}`}`.execute(db)
  return rows[0]?.sum ?? 0
}
