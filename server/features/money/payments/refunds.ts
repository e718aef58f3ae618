import type { Currency } from "#contract/money/orders.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import { findItem, toOrderedItem } from "./find-item.ts"
import { moneyBack } from "./notices.ts"
import * as queries from "./queries.ts"
import { money } from "./receipts.ts"
import * as refundQueries from "./refund-queries.ts"
import { announceOrder, lockToSettle } from "./settle.ts"

/** What giving an order's money back does. */
export interface RefundEffect {
  txRef: string
  title: string
  /** Major units. */
  amount: number
  currency: Currency
  /** What is taken back, in words. */
  effect: string
}

/** Undoes the transaction in which an effect was tried. */
class Undo extends Error {
  readonly effect: RefundEffect

  constructor(effect: RefundEffect) {
    super("Only a preview.")
    this.effect = effect
  }
}

/**
 * What giving an order's money back would do, found out by doing it and undoing it.
 * @throws AppError `not_found`, `already_started` for an order that is not paid
 */
export async function previewRefund(s: Services, txRef: string): Promise<RefundEffect> {
  try {
    return await transact(s.db, async (tx) => {
      throw new Undo(await takeBack(tx, s, txRef))
    })
  } catch (error) {
    if (error instanceof Undo) return error.effect
    throw error
  }
}

/**
 * Takes back what is left of an order and flags its money to go back; an operator then pays it back at the provider.
 * @param refund.reason why, for the record
 * @throws AppError as `previewRefund`
 */
export async function refundOrder(
  tx: Tx,
  s: Services,
  txRef: string,
  refund: { operatorId: string | null; reason: string },
): Promise<RefundEffect> {
  const effect = await takeBack(tx, s, txRef)
  await refundQueries.unkeepPayment(tx, txRef)
  const amountMinor = String(Math.round(effect.amount * 100))
  await refundQueries.insertRefund(tx, { ...refund, txRef, effect: effect.effect, amountMinor })
  await queries.updateOrder(tx, txRef, { status: "refunded", problem: null, nextCheckAt: null })
  await tellOfMoney(s, tx, txRef, { sum: money(effect.amount, effect.currency), isSent: false })
  await announceOrder(tx, s, txRef)
  return effect
}

/** Whether everything of an order was given and its money kept. */
export function isRefundable({ status }: Pick<queries.OrderRow, "status">): boolean {
  return status === "paid" || status === "over"
}

async function takeBack(tx: Tx, s: Services, txRef: string): Promise<RefundEffect> {
  const order = await lockToSettle(tx, txRef)
  if (!order) throw new AppError("not_found", "This order does not exist.")
  if (order.status === "refunded") throw new AppError("already_started", "This order was refunded before.")
  if (!isRefundable(order)) throw new AppError("already_started", "Only a paid order can be refunded.")
  const item = findItem(s, order.item)?.item
  const effect = item?.takeBack ? await item.takeBack(tx, s, toOrderedItem(order)) : "nothing"
  const { title, currency } = order
  return { txRef, title, amount: Number(order.amountMinor) / 100, currency, effect }
}

/** @param about.sum in words, as "₦6,000" */
async function tellOfMoney(s: Services, tx: Tx, txRef: string, about: { sum: string; isSent: boolean }): Promise<void> {
  const order = await queries.findOrder(tx, txRef)
  if (!order?.accountId) return
  const { accountId, title } = order
  // One order may have several payments that go back.
  const key = `${txRef}:${about.isSent ? newId() : "owed"}`
  await tellPerson(s, tx, moneyBack, { accountId, key, facts: { txRef, title, ...about } })
}

/** What the buyer reads once all that came in short went back. */
const shortWentBack = "Less money came in than was asked for, and it went back to you. Please order again."

/**
 * An operator paid back at the provider what was due of a payment, and the buyer is told; the caller holds its order. One that was paid short ends when
 * nothing of it is due any more: it keeps its price and its code no longer, and money that comes later counts as for any
 * order whose time is over.
 * @param paid.sum what went back, in words
 * @throws AppError `already_started` when there is nothing to be paid back
 */
export async function confirmPaidBack(
  tx: Tx,
  s: Services,
  { txRef, provider, transactionId, sum }: { txRef: string; provider: string; transactionId: string; sum: string },
): Promise<void> {
  if (!(await refundQueries.markPaidBack(tx, provider, transactionId))) {
    throw new AppError("already_started", "There is nothing to be paid back for this payment.")
  }
  await tellOfMoney(s, tx, txRef, { sum, isSent: true })
  if (await refundQueries.closeShort(tx, txRef, shortWentBack)) await announceOrder(tx, s, txRef)
}
