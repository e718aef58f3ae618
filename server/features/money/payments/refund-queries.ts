import { type Insertable, sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

/** What is to go back of a payment and has not. */
const dueMinor = sql<string>`payments.refund_minor - payments.paid_back_minor`

/** Money that is to go back and has not, oldest first. */
export function listToRefund(db: Db, limit: number) {
  return db
    .selectFrom("payments")
    .innerJoin("paymentOrders", "paymentOrders.txRef", "payments.txRef")
    .select([
      "payments.txRef",
      "payments.transactionId",
      "payments.provider",
      "payments.outcome",
      "payments.currency",
      dueMinor.as("dueMinor"),
      "payments.createdAt",
      "paymentOrders.title",
      "paymentOrders.accountId",
    ])
    .where("payments.refundMinor", ">", (row) => row.ref("payments.paidBackMinor"))
    .orderBy("payments.id")
    .limit(limit)
    .execute()
}

/** What an order's payment was kept for goes back too. The caller holds the order. */
export async function unkeepPayment(tx: Db, txRef: string): Promise<void> {
  await tx
    .updateTable("payments")
    .set({ keptMinor: "0", refundMinor: sql<string>`amount_minor`, outcome: "refunded" })
    .where("txRef", "=", txRef)
    .where("outcome", "in", ["exact", "over"])
    .execute()
}

export async function insertRefund(tx: Db, refund: Insertable<Tables["paymentRefunds"]>): Promise<void> {
  await tx.insertInto("paymentRefunds").values(refund).execute()
}

/** Ends the time of an order that was paid short and of which nothing has to go back any more. @returns whether it did */
export async function closeShort(tx: Db, txRef: string, problem: string): Promise<boolean> {
  const closed = await tx
    .updateTable("paymentOrders")
    .set({ status: "expired", expiresAt: sql<Date>`least(expires_at, now())`, problem })
    .where("txRef", "=", txRef)
    .where("status", "=", "short")
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("payments")
            .select("payments.id")
            .whereRef("payments.txRef", "=", "paymentOrders.txRef")
            .where("payments.refundMinor", ">", (money) => money.ref("payments.paidBackMinor")),
        ),
      ),
    )
    .returning("txRef")
    .executeTakeFirst()
  return closed !== undefined
}

/** @returns false when it went back before, or need not */
export async function markPaidBack(db: Db, provider: string, transactionId: string): Promise<boolean> {
  const changed = await db
    .updateTable("payments")
    .set({ refundedAt: sql<Date>`now()`, paidBackMinor: sql<string>`refund_minor` })
    .where("provider", "=", provider)
    .where("transactionId", "=", transactionId)
    .where("refundMinor", ">", (row) => row.ref("paidBackMinor"))
    .returning("id")
    .execute()
  return changed.length > 0
}
