import type { Currency } from "#contract/money/orders.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { findItem, toOrderedItem } from "./find-item.ts"
import * as queries from "./queries.ts"
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

/** What the buyer reads once all that came in short went back. */
const shortWentBack = "Less money came in than was asked for, and it went back to you. Please order again."

/**
 * An operator paid back at the provider what was due of a payment; the caller holds its order. One that was paid short ends when
 * nothing of it is due any more: it keeps its price and its code no longer, and money that comes later counts as for any
 * order whose time is over.
 * @throws AppError `already_started` when there is nothing to be paid back
 */
export async function confirmPaidBack(
  tx: Tx,
  s: Services,
  { txRef, provider, transactionId }: { txRef: string; provider: string; transactionId: string },
): Promise<void> {
  if (!(await refundQueries.markPaidBack(tx, provider, transactionId))) {
    throw new AppError("already_started", "There is nothing to be paid back for this payment.")
  }
  if (await refundQueries.closeShort(tx, txRef, shortWentBack)) await announceOrder(tx, s, txRef)
}
