import { type Insertable, sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

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
      "payments.refundMinor",
      "payments.createdAt",
      "paymentOrders.title",
      "paymentOrders.accountId",
    ])
    .where("payments.refundMinor", ">", "0")
    .where("payments.refundedAt", "is", null)
    .orderBy("payments.id")
    .limit(limit)
    .execute()
}

/** Turns what an order's payment was kept for into money that goes back. @returns how much, in kobo or cents */
export async function unkeepPayment(tx: Db, txRef: string): Promise<number> {
  const payment = await tx
    .updateTable("payments")
    .set({ keptMinor: "0", refundMinor: sql<string>`amount_minor`, outcome: "refunded" })
    .where("txRef", "=", txRef)
    .where("outcome", "in", ["exact", "over"])
    .returning("amountMinor")
    .executeTakeFirst()
  return Number(payment?.amountMinor ?? 0)
}

export async function insertRefund(tx: Db, refund: Insertable<Tables["paymentRefunds"]>): Promise<void> {
  await tx.insertInto("paymentRefunds").values(refund).execute()
}

/** @returns false when it went back before, or need not */
export async function markPaidBack(db: Db, provider: string, transactionId: string): Promise<boolean> {
  const changed = await db
    .updateTable("payments")
    .set({ refundedAt: sql<Date>`now()` })
    .where("provider", "=", provider)
    .where("transactionId", "=", transactionId)
    .where("refundMinor", ">", "0")
    .where("refundedAt", "is", null)
    .returning("id")
    .execute()
  return changed.length > 0
}
