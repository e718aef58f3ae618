import type { OperatorAction } from "#contract/identity/operator-actions.ts"
import { operatorRights } from "#contract/identity/operator-rights.ts"
import type { AdminOrder, AdminOrderSummary, AdminPayment, OrderFilters } from "#contract/money/orders-admin.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { fileAddress, handOver } from "#server/features/hosted/files/service.ts"
import { actWithLog, type Operator, refuseForOneself } from "#server/features/identity/operators/service.ts"
import { csvPageRows, csvPages } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import * as adminQueries from "./admin-queries.ts"
import { inWords, money } from "./receipts.ts"
import { confirmPaidBack, isRefundable, previewRefund, refundOrder } from "./refunds.ts"
import { isAwaited, isProviderMissing, receiptName, statusNow } from "./serialise.ts"
import { lockToSettle, takeOffline, whyNotGive } from "./settle.ts"

/** Orders of one page. */
const pageRows = 50

type Row = Awaited<ReturnType<typeof adminQueries.listAllOrders>>[number]

function toSummary(row: Row): AdminOrderSummary {
  const { txRef, title, accountId, amountMinor, currency, buyerName, buyerEmail, isFlagged } = row
  return {
    tx_ref: txRef,
    title,
    status: statusNow(row),
    amount: Number(amountMinor) / 100,
    currency,
    buyer: accountId === null ? null : { id: accountId, name: buyerName ?? "", email: buyerEmail ?? "" },
    isFlagged: Boolean(isFlagged),
    createdAt: serialiseDate(row.createdAt),
    paidAt: serialiseDate(row.paidAt),
  }
}

/** Everybody's orders, newest first. */
export async function listOrders(
  s: Pick<Services, "db">,
  filters: OrderFilters,
  cursor: string | null,
): Promise<{ data: AdminOrderSummary[]; nextCursor: string | null }> {
  const rows = await adminQueries.listAllOrders(s.db, filters, pageRows + 1, cursor)
  const page = rows.slice(0, pageRows)
  return { data: page.map(toSummary), nextCursor: rows.length > pageRows ? (page.at(-1)?.txRef ?? null) : null }
}

/** The same orders as lines of a table. */
export function orderLines(s: Pick<Services, "db">, filters: OrderFilters): AsyncGenerator<string> {
  const head = ["reference", "ordered", "paid", "state", "item", "title", "amount", "currency", "name", "e-mail"]
  return csvPages<Row>(
    [...head, "receipt", "provider", "money to go back"],
    csvPageRows,
    (last) => adminQueries.listAllOrders(s.db, filters, csvPageRows, last?.txRef ?? null),
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
export async function getOrder(s: Services, txRef: string): Promise<AdminOrder> {
  const row = await adminQueries.findAnyOrder(s.db, txRef)
  if (!row) throw new AppError("not_found", "This order does not exist.")
  const payments = await adminQueries.listPayments(s.db, txRef)
  const refund = await adminQueries.findRefund(s.db, txRef)
  return {
    ...toSummary(row),
    item: row.item,
    listAmount: Number(row.listMinor) / 100,
    provider: row.provider,
    isProviderMissing: isProviderMissing(s, row),
    problem: row.problem,
    expiresAt: serialiseDate(row.expiresAt),
    receiptNumber: row.receiptNumber === null ? null : receiptName(row.receiptNumber),
    payments: payments.map((payment) => toPayment(s, payment)),
    refundEffect: isRefundable(row) ? await refundWords(s, txRef) : null,
    canApprove: isAwaited(row),
    approvalRefusal: isAwaited(row) ? await whyNotGive(s, txRef) : null,
    refund: refund
      ? {
          operator: refund.operator ?? "",
          reason: refund.reason,
          effect: refund.effect,
          amount: Number(refund.amountMinor) / 100,
          at: serialiseDate(refund.createdAt),
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

type PaymentRow = Awaited<ReturnType<typeof adminQueries.listPayments>>[number]

function toPayment(s: Pick<Services, "config">, payment: PaymentRow): AdminPayment {
  const { id, provider, transactionId, outcome, currency, method, slipBucket, slipId, slipName, ...row } = payment
  const paidBack = Number(row.paidBackMinor)
  return {
    id,
    provider,
    transactionId,
    outcome,
    currency,
    method,
    amount: Number(row.amountMinor) / 100,
    due: (Number(row.refundMinor) - paidBack) / 100,
    paidBack: paidBack / 100,
    slip:
      slipBucket !== null && slipId !== null
        ? { name: slipName ?? "", url: fileAddress(s.config.publicUrl, slipBucket, slipId) }
        : null,
    createdAt: serialiseDate(row.createdAt),
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
 * Takes money that came in past the provider for an order's full price. A slip that is attached becomes the buyer's file. What can
 * be given no more goes back: its payment is flagged, and the buyer is told.
 * @returns null, or why it could not be given
 * @throws AppError `not_found`, `already_started`, `step_not_allowed` for a proof that counted before, `not_allowed` for an own
 * order, `general_argument_invalid` for a slip that is no own picture or PDF
 */
export async function approve(
  s: Services,
  operator: Operator,
  txRef: string,
  { proof, slip, reason }: Approval,
): Promise<string | null> {
  let refusal: string | null = null
  await act(s, operator, txRef, { action: "orders.approve", reason }, async (tx, buyerId) => {
    if (buyerId !== null && buyerId === operator.accountId) await refuseForOneself(tx, buyerId, "money.change")
    refusal = await takeOffline(tx, s, txRef, proof)
    if (slip) await attachSlip(tx, operator, { txRef, proof, slip, buyerId })
    return { proof, hasSlip: slip !== undefined, ...(refusal !== null && { refusal }) }
  })
  return refusal
}

interface Approval {
  proof: string
  slip?: { bucketId: string; fileId: string } | undefined
  reason: string
}

async function attachSlip(
  tx: Tx,
  operator: Operator,
  { txRef, proof, slip, buyerId }: Omit<Required<Approval>, "reason"> & { txRef: string; buyerId: string | null },
): Promise<void> {
  const from = operator.accountId
  const roles = operatorRights["money.see"].roles
  const file = from && buyerId && slip ? await handOver(tx, { ...slip, from, to: buyerId, roles }) : null
  if (!file || !/^(?:image\/|application\/pdf$)/.test(file.mimeType)) {
    const message = file
      ? "Please attach a picture or a PDF."
      : "This file is not an upload of yours. Please choose it again."
    throw new AppError("general_argument_invalid", message, { fields: { slip: message } })
  }
  await adminQueries.insertProof(tx, { txRef, transactionId: proof, fileSequence: file.sequence })
}

/**
 * Writes down that what was due of a payment went back.
 * @param paid.due what the operator saw and sent, in major units
 * @throws AppError `not_found`, `already_started`, `version_changed` when another sum is due by now
 */
export async function paidBack(
  s: Services,
  operator: Operator,
  { txRef, paymentId, due, reason }: { txRef: string; paymentId: string; due: number; reason: string },
): Promise<void> {
  await act(s, operator, txRef, { action: "orders.paidBack", reason }, async (tx) => {
    const payment = await adminQueries.findPaymentOf(tx, txRef, paymentId)
    if (!payment) throw new AppError("not_found", "This payment does not exist.")
    const minor = Number(payment.refundMinor) - Number(payment.paidBackMinor)
    if (minor > 0 && minor !== Math.round(due * 100)) {
      throw new AppError("version_changed", "Another sum is due by now. Look at it again before you write it down.")
    }
    const { provider, transactionId } = payment
    await confirmPaidBack(tx, s, { txRef, provider, transactionId, sum: inWords(String(minor), payment.currency) })
    return { payment: transactionId, minor }
  })
}

/** Does something to an order while nobody else does, and writes one line of the log, in one commit. */
async function act(
  s: Services,
  operator: Operator,
  txRef: string,
  line: { action: OperatorAction; reason: string },
  change: (tx: Tx, buyerId: string | null) => Promise<object>,
): Promise<void> {
  await actWithLog(s, operator, line, async (tx) => {
    const order = await lockToSettle(tx, txRef)
    if (!order) throw new AppError("not_found", "This order does not exist.")
    const told = await change(tx, order.accountId)
    const after = (await lockToSettle(tx, txRef))?.status
    return { subjectId: order.accountId, detail: { order: txRef, before: order.status, after, ...told } }
  })
}
