import { type SelectQueryBuilder, sql } from "kysely"
import { TxRef } from "#contract/money/orders.ts"
import type { OrderFilters } from "#contract/money/orders-admin.ts"
import type { Db } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"
import { startsWith } from "#server/platform/text/starts-with.ts"

const isOverdue = sql<boolean>`(payment_orders.status in ('created', 'failed', 'abandoned') and payment_orders.expires_at <= now())`

type Orders = SelectQueryBuilder<Tables, "paymentOrders", object>

/** The state as people see it: an order whose time is over may not have been written down as such. */
function inState(query: Orders, status: NonNullable<OrderFilters["status"]>): Orders {
  if (status === "expired") {
    return query.where((row) => row.or([row("paymentOrders.status", "=", "expired"), isOverdue]))
  }
  return query.where("paymentOrders.status", "=", status).where(sql<boolean>`not ${isOverdue}`)
}

function filtered(db: Db, { status, currency, kind, search, flagged }: OrderFilters): Orders {
  let query: Orders = db.selectFrom("paymentOrders")
  if (status) query = inState(query, status)
  if (currency) query = query.where("paymentOrders.currency", "=", currency)
  if (kind) query = query.where("paymentOrders.item", "like", `${kind}:%`)
  const text = search.trim()
  // A whole reference or somebody's name, address or id: asked for as one or the other, each has its index.
  if (TxRef.safeParse(text).success) query = query.where("paymentOrders.txRef", "=", text)
  else if (text !== "") {
    query = query.where("paymentOrders.accountId", "in", (people) =>
      people
        .selectFrom("accounts")
        .select("accounts.id")
        .where((person) =>
          person.or([
            person("accounts.id", "=", text),
            person("accounts.email", "like", startsWith(text.toLowerCase())),
            sql<boolean>`lower(accounts.name) like ${startsWith(text.toLowerCase())}`,
          ]),
        ),
    )
  }
  if (flagged) {
    query = query.where("paymentOrders.txRef", "in", (money) =>
      money
        .selectFrom("payments")
        .select("payments.txRef")
        .where("payments.refundMinor", ">", (row) => row.ref("payments.paidBackMinor")),
    )
  }
  return query
}

/** Everybody's orders, newest first. @param before reference of the last order of the page before */
export function listAllOrders(db: Db, filters: OrderFilters, limit: number, before: string | null) {
  return withBuyers(filtered(db, filters))
    .$if(before !== null, (query) => query.where("paymentOrders.txRef", "<", before ?? ""))
    .orderBy("paymentOrders.txRef", "desc")
    .limit(limit)
    .execute()
}

/** One of them, as in the list. */
export function findAnyOrder(db: Db, txRef: string) {
  return withBuyers(db.selectFrom("paymentOrders").where("paymentOrders.txRef", "=", txRef)).executeTakeFirst()
}

function withBuyers(orders: Orders) {
  return orders
    .leftJoin("accounts", "accounts.id", "paymentOrders.accountId")
    .leftJoin("receipts", "receipts.txRef", "paymentOrders.txRef")
    .selectAll("paymentOrders")
    .select(["accounts.name as buyerName", "accounts.email as buyerEmail", "receipts.number as receiptNumber"])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom("payments")
            .select("payments.id")
            .whereRef("payments.txRef", "=", "paymentOrders.txRef")
            .where("payments.refundMinor", ">", (money) => money.ref("payments.paidBackMinor")),
        )
        .as("isFlagged"),
    )
}

export function listPayments(db: Db, txRef: string) {
  return db
    .selectFrom("payments")
    .leftJoin("paymentProofs", "paymentProofs.paymentId", "payments.id")
    .leftJoin("files", "files.sequence", "paymentProofs.fileSequence")
    .selectAll("payments")
    .select(["files.bucketId as slipBucket", "files.id as slipId", "files.name as slipName"])
    .where("payments.txRef", "=", txRef)
    .orderBy("payments.id")
    .execute()
}

/** Writes down which file a payment of an order was approved by. */
export async function insertProof(
  tx: Db,
  { txRef, transactionId, fileSequence }: { txRef: string; transactionId: string; fileSequence: string },
): Promise<void> {
  await tx
    .insertInto("paymentProofs")
    .columns(["paymentId", "fileSequence"])
    .expression((row) =>
      row
        .selectFrom("payments")
        .select(["payments.id", sql.val(fileSequence).$castTo<string>().as("fileSequence")])
        .where("txRef", "=", txRef)
        .where("transactionId", "=", transactionId)
        .where("provider", "=", "offline"),
    )
    .execute()
}

export function findPaymentOf(db: Db, txRef: string, id: string) {
  return db
    .selectFrom("payments")
    .select(["provider", "transactionId", "currency", "refundMinor", "paidBackMinor"])
    .where("txRef", "=", txRef)
    .where("id", "=", id)
    .executeTakeFirst()
}

export function findRefund(db: Db, txRef: string) {
  return db
    .selectFrom("paymentRefunds")
    .leftJoin("accounts", "accounts.id", "paymentRefunds.operatorId")
    .select([
      "accounts.name as operator",
      "paymentRefunds.reason",
      "paymentRefunds.effect",
      "paymentRefunds.amountMinor",
      "paymentRefunds.createdAt",
    ])
    .where("paymentRefunds.txRef", "=", txRef)
    .executeTakeFirst()
}
