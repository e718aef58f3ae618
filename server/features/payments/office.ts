import { wireDate } from "#contract/primitives.ts"
import type { OfficeOrder, OfficeOrderSummary, OfficePayment, OrderFilters } from "#contract/product/order-office.ts"
import { type Tx, transact } from "#server/db/open.ts"
import { type Operator, writeLog } from "#server/features/operators/service.ts"
import { csvPageRows, csvPages } from "#server/platform/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Services } from "#server/services.ts"
import * as officeQueries from "./office-queries.ts"
import { money } from "./receipts.ts"
import { confirmPaidBack, isRefundable, previewRefund, refundOrder } from "./refunds.ts"
import { isAwaited, lockToSettle, takeOffline } from "./settle.ts"
import { receiptName, statusNow } from "./wire.ts"

/** Orders of one page. */
const pageRows = 50

type Row = Awaited<ReturnType<typeof officeQueries.listAllOrders>>[number]

function toSummary(row: Row): OfficeOrderSummary {
  const { txRef, title, accountId, amountMinor, currency, buyerName, buyerEmail, isFlagged } = row
  return {
    tx_ref: txRef,
    title,
    status: statusNow(row),
    amount: Number(amountMinor) / 100,
    currency,
    buyer: accountId === null ? null : { id: accountId, name: buyerName ?? "", email: buyerEmail ?? "" },
    isFlagged: Boolean(isFlagged),
    createdAt: wireDate(row.createdAt),
    paidAt: wireDate(row.paidAt),
  }
}

/** Everybody's orders, newest first. */
export async function listOrders(
  s: Pick<Services, "db">,
  filters: OrderFilters,
  cursor: string | null,
): Promise<{ data: OfficeOrderSummary[]; nextCursor: string | null }> {
  const rows = await officeQueries.listAllOrders(s.db, filters, pageRows + 1, cursor)
  const page = rows.slice(0, pageRows)
  return { data: page.map(toSummary), nextCursor: rows.length > pageRows ? (page.at(-1)?.txRef ?? null) : null }
}

/** The same orders as lines of a table. */
export function orderLines(s: Pick<Services, "db">, filters: OrderFilters): AsyncGenerator<string> {
  const head = ["reference", "ordered", "paid", "state", "item", "title", "amount", "currency", "name", "e-mail"]
  return csvPages<Row>(
    [...head, "receipt", "provider", "money to go back"],
    csvPageRows,
    (last) => officeQueries.listAllOrders(s.db, filters, csvPageRows, last?.txRef ?? null),
    toCells,
  )
}

function toCells(row: Row): (string | number)[] {
  const { tx_ref, createdAt, paidAt, status, title, amount, currency, buyer, isFlagged } = toSummary(row)
  return [
    ...[tx_ref, createdAt, paidAt, status, row.item, title, amount, currency, buyer?.name ?? "", buyer?.email ?? ""],
    ...[row.receiptNumber === null ? "" : receiptName(row.receiptNumber), row.provider, isFlagged ? "yes" : ""],
  ]
}

/** One order with its money, and what could be done with it. @throws AppError `not_found` */
export async function getOrder(s: Services, txRef: string): Promise<OfficeOrder> {
  const row = await officeQueries.findAnyOrder(s.db, txRef)
  if (!row) throw new AppError("not_found", "This order does not exist.")
  const payments = await officeQueries.listPayments(s.db, txRef)
  const refund = await officeQueries.findRefund(s.db, txRef)
  return {
    ...toSummary(row),
    item: row.item,
    listAmount: Number(row.listMinor) / 100,
    provider: row.provider,
    problem: row.problem,
    expiresAt: wireDate(row.expiresAt),
    receiptNumber: row.receiptNumber === null ? null : receiptName(row.receiptNumber),
    payments: payments.map(toPayment),
    refundEffect: isRefundable(row) ? await refundWords(s, txRef) : null,
    canApprove: isAwaited(row),
    refund: refund
      ? {
          operator: refund.operator ?? "",
          reason: refund.reason,
          effect: refund.effect,
          amount: Number(refund.amountMinor) / 100,
          at: wireDate(refund.createdAt),
        }
      : null,
  }
}

/** "₦6,000 goes back. Taken: 165 of 200 credits; 35 were used."; null when it was refunded meanwhile. */
async function refundWords(s: Services, txRef: string): Promise<string | null> {
  try {
    const { amount, currency, effect } = await previewRefund(s, txRef)
    return `Refund ${money(amount, currency)} and take back ${effect}.`
  } catch (error) {
    if (error instanceof AppError && error.type === "already_started") return null
    throw error
  }
}

type PaymentRow = Awaited<ReturnType<typeof officeQueries.listPayments>>[number]

function toPayment({ id, provider, transactionId, outcome, currency, method, ...row }: PaymentRow): OfficePayment {
  const paidBack = Number(row.paidBackMinor)
  return {
    ...{ id, provider, transactionId, outcome, currency, method },
    amount: Number(row.amountMinor) / 100,
    due: (Number(row.refundMinor) - paidBack) / 100,
    paidBack: paidBack / 100,
    createdAt: wireDate(row.createdAt),
  }
}

/**
 * Refunds an order: what is taken back, the money's flag and the line of the log are one commit.
 * @throws AppError `not_found`, `already_started` for an order that is not paid, or not any more
 */
export async function refund(s: Services, operator: Operator, txRef: string, reason: string): Promise<void> {
  await act(s, operator, txRef, { action: "orders.refund", reason }, async (tx) => {
    const { amount, currency, effect } = await refundOrder(tx, s, txRef, { operatorId: operator.accountId, reason })
    return { amount, currency, effect }
  })
}

/**
 * Takes money that came in past the provider for an order's full price.
 * @throws AppError `not_found`, `already_started`, `step_not_allowed` for a proof that counted before and for what can be
 * given no more
 */
export async function approve(
  s: Services,
  operator: Operator,
  txRef: string,
  { proof, reason }: { proof: string; reason: string },
): Promise<void> {
  await act(s, operator, txRef, { action: "orders.approve", reason }, async (tx) => {
    await takeOffline(tx, s, txRef, proof)
    return { proof }
  })
}

/** Writes down that what was due of a payment went back. @throws AppError `not_found`, `already_started` */
export async function paidBack(
  s: Services,
  operator: Operator,
  { txRef, paymentId, reason }: { txRef: string; paymentId: string; reason: string },
): Promise<void> {
  await act(s, operator, txRef, { action: "orders.paidBack", reason }, async (tx) => {
    const payment = await officeQueries.findPaymentOf(tx, txRef, paymentId)
    if (!payment) throw new AppError("not_found", "This payment does not exist.")
    await confirmPaidBack(tx, payment.provider, payment.transactionId)
    return { payment: payment.transactionId, minor: Number(payment.refundMinor) - Number(payment.paidBackMinor) }
  })
}

/** Does something to an order while nobody else does, and writes one line of the log, in one commit. */
async function act(
  s: Services,
  operator: Operator,
  txRef: string,
  { action, reason }: { action: string; reason: string },
  change: (tx: Tx) => Promise<object>,
): Promise<void> {
  await transact(s.db, async (tx) => {
    const order = await lockToSettle(tx, txRef)
    if (!order) throw new AppError("not_found", "This order does not exist.")
    const detail = { order: txRef, ...(await change(tx)) }
    await writeLog(tx, operator, { action, subjectId: order.accountId, detail, reason })
  })
}
