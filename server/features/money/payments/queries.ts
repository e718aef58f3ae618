import { type ExpressionBuilder, type Insertable, type Selectable, sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

export type OrderRow = Selectable<Tables["paymentOrders"]>

/** States in which everything that was ordered has been given. */
const givenStatuses = ["paid", "over"] as const

/** @returns undefined when the person used the idempotency key before */
export function insertOrder(db: Db, order: Insertable<Tables["paymentOrders"]>): Promise<OrderRow | undefined> {
  return db
    .insertInto("paymentOrders")
    .values(order)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function findOrder(db: Db, txRef: string): Promise<OrderRow | undefined> {
  return db.selectFrom("paymentOrders").selectAll().where("txRef", "=", txRef).executeTakeFirst()
}

export function findOwnOrder(db: Db, accountId: string, txRef: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom("paymentOrders")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("txRef", "=", txRef)
    .executeTakeFirst()
}

export function findOrderByKey(db: Db, accountId: string, key: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom("paymentOrders")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("idempotencyKey", "=", key)
    .executeTakeFirst()
}

/** Nobody else settles it until the transaction ends. */
export function lockOrder(tx: Db, txRef: string): Promise<OrderRow | undefined> {
  return tx.selectFrom("paymentOrders").selectAll().where("txRef", "=", txRef).forUpdate().executeTakeFirst()
}

/** An order that has its price by a code. */
type PromotedOrder = Pick<OrderRow, "codeId" | "accountId">

/** Nothing has come in, so that a newer order may take the code over. */
const untouchedStatuses = ["created", "failed", "abandoned"] as const

/** A person's orders with one code that can be paid or wait for money, held fast; always in the same order, so that nobody waits in a ring. */
export function lockOpenWithCode(tx: Db, { codeId, accountId }: PromotedOrder): Promise<OrderRow[]> {
  return tx
    .selectFrom("paymentOrders")
    .selectAll()
    .where("codeId", "=", codeId)
    .where("accountId", "=", accountId)
    .where("status", "in", [...untouchedStatuses, "pending", "short"])
    .where((row) => row.or([row("status", "in", ["pending", "short"]), row("expiresAt", ">", sql<Date>`now()`)]))
    .orderBy("txRef")
    .forUpdate()
    .execute()
}

/** Ends the time of a person's other orders with the code of this one. @returns their references */
export async function closeWithCode(tx: Db, order: OrderRow, problem: string): Promise<string[]> {
  const { codeId, accountId, txRef: own } = order
  const closed = await tx
    .updateTable("paymentOrders")
    .set({ status: "expired", expiresAt: sql<Date>`now()`, problem })
    .where("codeId", "=", codeId)
    .where("accountId", "=", accountId)
    .where("status", "in", untouchedStatuses)
    .where("expiresAt", ">", sql<Date>`now()`)
    .where("txRef", "<>", own)
    .returning("txRef")
    .execute()
  return closed.map(({ txRef }) => txRef)
}

/** Most orders under way that are looked at of one person. */
const mostUnderWay = 10

function isUnderWay(row: ExpressionBuilder<Tables, "paymentOrders">) {
  return row.or([
    row("status", "=", "pending"),
    row.and([row("status", "=", "short"), row("pendingTransaction", "is not", null)]),
  ])
}

/** Orders of a person whose money is on its way, for items that begin so, newest first. */
export function listUnderWay(db: Db, accountId: string, thing: string): Promise<OrderRow[]> {
  return db
    .selectFrom("paymentOrders")
    .selectAll()
    .where("accountId", "=", accountId)
    .where(isUnderWay)
    .where(sql<boolean>`starts_with(item || ':', ${thing})`)
    .orderBy("txRef", "desc")
    .limit(mostUnderWay)
    .execute()
}

/** The newest other order of the buyer for the same thing that was paid since this one was made, or has money on its way. */
export function findPaidElsewhere(db: Db, order: OrderRow, thing: string) {
  return db
    .selectFrom("paymentOrders")
    .select(["txRef", "status"])
    .where("accountId", "=", order.accountId)
    .where("txRef", "<>", order.txRef)
    .where((row) =>
      row.or([isUnderWay(row), row.and([row("status", "in", givenStatuses), row("paidAt", ">", order.createdAt)])]),
    )
    .where(sql<boolean>`starts_with(item || ':', ${thing})`)
    .orderBy("txRef", "desc")
    .limit(1)
    .executeTakeFirst()
}

/** Newest first. @param before reference of the last order of the page before */
export function listOrders(db: Db, accountId: string, limit: number, before: string | null): Promise<OrderRow[]> {
  return db
    .selectFrom("paymentOrders")
    .selectAll()
    .where("accountId", "=", accountId)
    .$if(before !== null, (query) => query.where("txRef", "<", before ?? ""))
    .orderBy("txRef", "desc")
    .limit(limit)
    .execute()
}

type OrderChange = Partial<Pick<OrderRow, "status" | "problem" | "paidAt" | "nextCheckAt" | "pendingTransaction">>

export async function updateOrder(tx: Db, txRef: string, change: OrderChange): Promise<void> {
  await tx.updateTable("paymentOrders").set(change).where("txRef", "=", txRef).execute()
}

/** Orders that wait for word of a provider that is not among these, oldest first. */
export function listWithoutProvider(db: Db, opened: readonly string[], limit: number) {
  return withoutProvider(db, opened)
    .select(["txRef", "title", "provider", "amountMinor", "currency", "createdAt"])
    .orderBy("txRef")
    .limit(limit)
    .execute()
}

/** How many these are. */
export async function countWithoutProvider(db: Db, opened: readonly string[]): Promise<number> {
  const { count } = await withoutProvider(db, opened)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow()
  return count
}

function withoutProvider(db: Db, opened: readonly string[]) {
  return db
    .selectFrom("paymentOrders")
    .where("nextCheckAt", "is not", null)
    .where("status", "not in", [...givenStatuses, "refunded"])
    .$if(opened.length > 0, (query) => query.where("provider", "not in", opened))
}

/** What came in for these orders, and their receipts. */
export async function listMoney(db: Db, txRefs: readonly string[]) {
  if (txRefs.length === 0) return { payments: [], receipts: [] }
  const payments = await db
    .selectFrom("payments")
    .select(["txRef", "currency", "amountMinor", "refundMinor", "paidBackMinor"])
    .where("txRef", "in", txRefs)
    .execute()
  const receipts = await db.selectFrom("receipts").select(["txRef", "number"]).where("txRef", "in", txRefs).execute()
  return { payments, receipts }
}

export function findBuyer(db: Db, accountId: string) {
  return db.selectFrom("accounts").select(["email", "name", "phone"]).where("id", "=", accountId).executeTakeFirst()
}

export function findPayment(db: Db, provider: string, transactionId: string) {
  return db
    .selectFrom("payments")
    .select("id")
    .where("provider", "=", provider)
    .where("transactionId", "=", transactionId)
    .executeTakeFirst()
}

/** A payment that was not what was asked for, with its order and its buyer; undefined when the buyer is gone. */
export function findTroubledPayment(db: Db, paymentId: string) {
  return db
    .selectFrom("payments")
    .innerJoin("paymentOrders", "paymentOrders.txRef", "payments.txRef")
    .innerJoin("accounts", "accounts.id", "paymentOrders.accountId")
    .select(["payments.outcome", "payments.amountMinor", "payments.refundMinor", "payments.currency"])
    .select(["paymentOrders.txRef", "paymentOrders.title", "paymentOrders.amountMinor as orderMinor"])
    .select(["paymentOrders.currency as orderCurrency", "paymentOrders.problem", "accounts.email", "accounts.name"])
    .where("payments.id", "=", paymentId)
    .executeTakeFirst()
}

/** @returns its id */
export async function insertPayment(tx: Db, payment: Insertable<Tables["payments"]>): Promise<string> {
  const { id } = await tx.insertInto("payments").values(payment).returning("id").executeTakeFirstOrThrow()
  return id
}

/** Whoever takes a number waits for the one before to be kept or given up, so none is missing. */
export async function takeReceiptNumber(tx: Db): Promise<number> {
  const { last } = await tx
    .updateTable("receiptCounter")
    .set({ last: sql<number>`last + 1` })
    .returning("last")
    .executeTakeFirstOrThrow()
  return last
}

export async function insertReceipt(tx: Db, receipt: Insertable<Tables["receipts"]>): Promise<void> {
  await tx.insertInto("receipts").values(receipt).execute()
}

/** Keeps a notice. @returns whether it should be acted on: it is new, or the same came a while ago */
export async function keepNotice(db: Db, notice: Insertable<Tables["paymentNotices"]>): Promise<boolean> {
  const { isDue } = await db
    .insertInto("paymentNotices")
    .values(notice)
    .onConflict((conflict) =>
      conflict.columns(["provider", "bodyHash"]).doUpdateSet({
        copies: sql<number>`payment_notices.copies + 1`,
        handledAt: sql<Date>`case when payment_notices.handled_at < now() - interval '1 minute' then now()
          else payment_notices.handled_at end`,
      }),
    )
    .returning(sql<boolean>`copies = 1 or handled_at = now()`.as("isDue"))
    .executeTakeFirstOrThrow()
  return isDue
}

/** Has the provider asked again soon, unless it is asked sooner anyway. */
export async function hastenCheck(db: Db, txRef: string): Promise<void> {
  await db
    .updateTable("paymentOrders")
    .set({ nextCheckAt: sql<Date>`least(next_check_at, now() + interval '1 minute')` })
    .where("txRef", "=", txRef)
    .where("status", "not in", [...givenStatuses, "refunded"])
    .execute()
}

/** Orders about which the provider is to be asked now; each is handed out once. @param pause seconds until it is due again */
export function takeDueOrders(db: Db, limit: number, pause: number): Promise<{ txRef: string }[]> {
  return db
    .updateTable("paymentOrders")
    .set({ nextCheckAt: sql<Date>`now() + make_interval(secs => ${pause})` })
    .where("txRef", "in", (query) =>
      query
        .selectFrom("paymentOrders")
        .select("txRef")
        .where("nextCheckAt", "<=", sql<Date>`now()`)
        .orderBy("nextCheckAt")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning("txRef")
    .execute()
}

export async function countCheck(tx: Db, txRef: string, nextCheckAt: Date | null): Promise<void> {
  await tx
    .updateTable("paymentOrders")
    .set({ checks: sql<number>`checks + 1`, nextCheckAt })
    .where("txRef", "=", txRef)
    .execute()
}

/** @returns the number of the transaction */
export async function insertSandboxTransaction(
  tx: Db,
  transaction: Insertable<Tables["sandboxTransactions"]>,
): Promise<string> {
  const { id } = await tx
    .insertInto("sandboxTransactions")
    .values(transaction)
    .returning("id")
    .executeTakeFirstOrThrow()
  return id
}

/** A receipt with the order it is for. @param accountId whose it must be; null for anybody's */
export function findReceipt(db: Db, txRef: string, accountId: string | null) {
  return db
    .selectFrom("receipts")
    .innerJoin("paymentOrders", "paymentOrders.txRef", "receipts.txRef")
    .select([
      "receipts.number",
      "receipts.buyerName",
      "receipts.buyerEmail",
      "receipts.seller",
      "receipts.method",
      "receipts.createdAt",
      "paymentOrders.title",
      "paymentOrders.listMinor",
      "paymentOrders.amountMinor",
      "paymentOrders.currency",
      "paymentOrders.provider",
    ])
    .select((query) =>
      query
        .selectFrom("paymentRefunds")
        .select("paymentRefunds.amountMinor")
        .whereRef("paymentRefunds.txRef", "=", "receipts.txRef")
        .as("refundedMinor"),
    )
    .select((query) =>
      query
        .selectFrom("payments")
        .select(({ fn, ref }) =>
          fn.coalesce(fn.sum<string>(sql`${ref("refundMinor")} - ${ref("paidBackMinor")}`), sql.lit("0")).as("due"),
        )
        .whereRef("payments.txRef", "=", "receipts.txRef")
        // What was paid twice or past the price is not what the receipt is about.
        .where("outcome", "=", "refunded")
        .as("dueMinor"),
    )
    .where("receipts.txRef", "=", txRef)
    .$if(accountId !== null, (query) => query.where("paymentOrders.accountId", "=", accountId))
    .executeTakeFirst()
}

/** An order as its buyer takes it along. */
export type CopiedOrder = Pick<
  OrderRow,
  "txRef" | "item" | "title" | "options" | "currency" | "amountMinor" | "listMinor" | "status" | "createdAt" | "paidAt"
> & { receipt: number | null }

/** A page of everything a person ordered, newest first. @param before reference of the last one of the page before */
export function listOrdersForCopy(db: Db, accountId: string, before: string | null): Promise<CopiedOrder[]> {
  return db
    .selectFrom("paymentOrders")
    .leftJoin("receipts", "receipts.txRef", "paymentOrders.txRef")
    .select([
      "paymentOrders.txRef",
      "item",
      "title",
      "options",
      "currency",
      "amountMinor",
      "listMinor",
      "status",
      "paymentOrders.createdAt",
      "paidAt",
      "receipts.number as receipt",
    ])
    .where("paymentOrders.accountId", "=", accountId)
    .$if(before !== null, (query) => query.where("paymentOrders.txRef", "<", before ?? ""))
    .orderBy("paymentOrders.txRef", "desc")
    .limit(500)
    .execute()
}

/** Takes out of a person's orders and receipts what tells whose they were. */
export async function forgetBuyer(tx: Db, accountId: string): Promise<void> {
  const own = tx.selectFrom("paymentOrders").select("txRef").where("accountId", "=", accountId)
  await tx.updateTable("receipts").set({ buyerName: "", buyerEmail: "" }).where("txRef", "in", own).execute()
  await tx.updateTable("paymentOrders").set({ options: "{}" }).where("accountId", "=", accountId).execute()
}

/**
 * Removes orders whose time was over this many days ago, for which nothing ever came in and the provider is not asked any
 * more. @returns how many
 */
export async function deleteUnpaid(tx: Tx, days: number, limit: number): Promise<number> {
  const { rows } = await sql<{ txRef: string }>`
    select tx_ref as "txRef" from payment_orders o
    where status in ('created', 'failed', 'abandoned', 'expired') and expires_at < now() - make_interval(days => ${days})
      and next_check_at is null
      and not exists (select 1 from payments p where p.tx_ref = o.tx_ref)
      and not exists (select 1 from receipts r where r.tx_ref = o.tx_ref)
      and not exists (select 1 from payment_refunds f where f.tx_ref = o.tx_ref)
      and not exists (select 1 from shoot_allowances a where a.tx_ref = o.tx_ref)
      and not exists (select 1 from code_uses u where u.tx_ref = o.tx_ref and u.used_at is not null)
    order by expires_at limit ${limit} for update skip locked`.execute(tx)
  const txRefs = rows.map(({ txRef }) => txRef)
  if (txRefs.length === 0) return 0
  await tx.deleteFrom("codeUses").where("txRef", "in", txRefs).execute()
  await tx.deleteFrom("paymentOrders").where("txRef", "in", txRefs).execute()
  return txRefs.length
}
