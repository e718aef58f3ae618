import { orderPaymentChanged, type PaymentStatus } from "#contract/money/orders.ts"
import type { PaymentProvider, ProviderTransaction } from "#server/adapters/payments/port.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"
import type { Services } from "#server/declarations/services.ts"
import { holdAccount } from "#server/features/identity/accounts/service.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { countPromotion, isPromotionSpent } from "#server/features/money/codes/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { publishEvent } from "#server/platform/realtime/realtime.ts"
import { findItem, toOrderedItem } from "./find-item.ts"
import { paymentArrived, paymentTrouble } from "./notices.ts"
import { askProvider } from "./provider-timeout.ts"
import * as queries from "./queries.ts"
import { mailReceipt } from "./receipt-mail.ts"
import { isAwaited, isProviderMissing, toPaymentOrder } from "./serialise.ts"
import { mailPaymentTrouble } from "./trouble-mail.ts"

/** What a payment is worth when it comes in. */
type Judgement = Exclude<Tables["payments"]["outcome"], "refunded">

/** What somebody said of a payment; believed in nothing, it only says what to ask about. */
export interface SettleHint {
  transactionId?: string | null
  /** The buyer closed the provider's window. */
  isClosed?: boolean
}

/** Pauses before the provider is asked again, in seconds; the last one is kept for two days. */
const pauses = [15, 60, 300, 900, 3_600]

/** When a paid order is looked at again, for a second payment that nobody told of: in milliseconds after the first. */
const pollEveryMs = [3_600_000, 24 * 3_600_000]

/** How long the provider is asked about an order, in milliseconds; money on its way is not waited for any longer. */
const askForMs = 48 * 3_600_000

/** How long an order waits for a provider that is not set up any more to come back, in milliseconds. */
const waitForProviderMs = 30 * 24 * 3_600_000

/**
 * The one way in which an order is paid: asks the provider, compares reference, status, currency and amount, and gives
 * what was bought once, in one transaction that holds the order. Notices, buyers, the reconcile job and the sandbox all end here.
 * The provider is the one the order was opened with; while that one is not set up, nothing is changed.
 * @throws Error when the provider gave no usable answer; nothing is changed then
 */
export async function settle(s: Services, txRef: string, hint: SettleHint, signal: AbortSignal): Promise<void> {
  const order = await queries.findOrder(s.db, txRef)
  const provider = order && s.payments.opened.get(order.provider)
  if (!provider) return
  const found = await askProvider(s.db, signal, () =>
    ask(s, provider, order, hint.transactionId ?? order.pendingTransaction, signal),
  )
  await transact(s.db, async (tx) => {
    const locked = await lockToSettle(tx, txRef)
    if (!locked) return
    const isChanged =
      found?.status === "successful"
        ? await takePayment(tx, s, locked, found)
        : await noteUnpaid(tx, locked, found, hint.isClosed === true)
    if (isChanged) await announceOrder(tx, s, txRef)
  })
}

/** Takes in what a paid order was paid again with; every one is flagged to go back. @throws Error as `settle` */
async function lookForMore(s: Services, provider: PaymentProvider, txRef: string, signal: AbortSignal): Promise<void> {
  const all = await askProvider(s.db, signal, () => provider.listPaid(txRef, signal))
  await transact(s.db, async (tx) => {
    const locked = await lockToSettle(tx, txRef)
    if (!locked) return
    let isChanged = false
    for (const paid of all) isChanged = (await takePayment(tx, s, locked, paid)) || isChanged
    if (isChanged) await announceOrder(tx, s, txRef)
  })
}

/** Holds an order, and before it its person, and their others with the same code: whichever is paid first keeps the code. */
export async function lockToSettle(tx: Tx, txRef: string): Promise<queries.OrderRow | undefined> {
  const order = await queries.findOrder(tx, txRef)
  if (order && order.accountId !== null) await holdAccount(tx, order.accountId)
  if (order && order.codeId !== null) await queries.lockOpenWithCode(tx, order)
  return queries.lockOrder(tx, txRef)
}

/** The transaction that counts: the named one when it is successful and really for this order, else what the reference finds. */
async function ask(
  s: Services,
  provider: PaymentProvider,
  order: queries.OrderRow,
  transactionId: string | null,
  signal: AbortSignal,
): Promise<ProviderTransaction | null> {
  const isMine = (one: ProviderTransaction | null): one is ProviderTransaction => one?.txRef === order.txRef
  const named = transactionId === null ? null : await provider.findById(transactionId, signal)
  if (named && !isMine(named)) {
    s.log.warn({ txRef: order.txRef, transactionId }, "a payment was named for an order that it is not for")
  }
  if (isMine(named) && (named.status === "successful" || !isAwaited(order))) return named
  // What was paid short is all that the reference would find of it, whatever follows.
  if (isMine(named) && order.status === "short") return named
  if (!isAwaited(order)) return null
  const referred = await provider.findByReference(order.txRef, signal)
  if (isMine(referred)) return referred
  return isMine(named) ? named : null
}

/** Provider of money that came in past all of them, such as a transfer to the seller's bank. */
const offline = "offline"

/**
 * Takes the full price of an order that the caller holds, paid past the provider. What can be given no more is written down all the
 * same, as money that goes back.
 * @param proof what shows it; the same one counts once
 * @returns null, or why it could not be given
 * @throws AppError `already_started` when no money is waited for, `step_not_allowed` when the proof counted before
 */
export async function takeOffline(tx: Tx, s: Services, txRef: string, proof: string): Promise<string | null> {
  const order = await queries.findOrder(tx, txRef)
  if (!order || !isAwaited(order)) throw new AppError("already_started", "This order does not wait for money any more.")
  const { currency } = order
  const paid = { id: proof, txRef, status: "successful", amountMinor: Number(order.amountMinor), currency } as const
  const isNew = await takePayment(tx, s, order, { ...paid, method: offline }, offline)
  if (!isNew) throw new AppError("step_not_allowed", "This proof counted for a payment before.")
  const after = await queries.findOrder(tx, txRef)
  await announceOrder(tx, s, txRef)
  return after?.status === "paid" ? null : (after?.problem ?? "This order can be given no more.")
}

/** Undoes the transaction in which giving was tried. */
class Undo extends Error {
  readonly refusal: string | null

  constructor(refusal: string | null) {
    super("Only a try.")
    this.refusal = refusal
  }
}

/** @returns why an order that waits for its money could not be given now, found out by giving it and undoing that; null when it could */
export async function whyNotGive(s: Services, txRef: string): Promise<string | null> {
  try {
    return await transact(s.db, async (tx) => {
      const order = await lockToSettle(tx, txRef)
      if (!order || !isAwaited(order)) return null
      throw new Undo((await isCodeSpent(tx, order)) ? codeSpent : await give(tx, s, order))
    })
  } catch (error) {
    if (error instanceof Undo) return error.refusal
    throw error
  }
}

/** @returns whether anything changed: the same transaction counts once */
async function takePayment(
  tx: Tx,
  s: Services,
  order: queries.OrderRow,
  paid: ProviderTransaction,
  provider = order.provider,
): Promise<boolean> {
  if (await queries.findPayment(tx, provider, paid.id)) return false
  const { outcome, refusal } = await judge(tx, s, order, paid)
  const isKept = outcome === "exact" || outcome === "over"
  const keptMinor = isKept ? Number(order.amountMinor) : 0
  const paymentId = await queries.insertPayment(tx, {
    provider,
    transactionId: paid.id,
    txRef: order.txRef,
    currency: paid.currency,
    amountMinor: String(paid.amountMinor),
    keptMinor: String(keptMinor),
    refundMinor: String(paid.amountMinor - keptMinor),
    outcome,
    method: paid.method,
    refundedAt: null,
  })
  if (isKept) {
    await writeReceipt(tx, s, order, paid.method)
    await keepCode(tx, s, order)
    if (order.accountId !== null) {
      await s.queue.enqueue(tx, mailReceipt, { txRef: order.txRef })
      const { accountId, txRef, title } = order
      await tellPerson(s, tx, paymentArrived, { accountId, key: txRef, facts: { txRef, title } })
    }
  }
  await queries.updateOrder(tx, order.txRef, { ...changeFor(outcome, order, refusal), pendingTransaction: null })
  if (outcome !== "exact" && order.accountId !== null) {
    await s.queue.enqueue(tx, mailPaymentTrouble, { paymentId })
    const { accountId, txRef, title } = order
    await tellPerson(s, tx, paymentTrouble, { accountId, key: paymentId, facts: { txRef, title } })
  }
  if (outcome !== "exact") s.log.warn({ txRef: order.txRef, outcome, transactionId: paid.id }, "a payment needs a look")
  return true
}

/** What the payment is worth, and why nothing can be given for it; gives what was ordered when it is enough. */
async function judge(
  tx: Tx,
  s: Services,
  order: queries.OrderRow,
  paid: ProviderTransaction,
): Promise<{ outcome: Judgement; refusal: string | null }> {
  const of = (outcome: Judgement, refusal: string | null = null) => ({ outcome, refusal })
  if (!isAwaited(order)) return of("second")
  if (paid.currency !== order.currency) return of("wrong_currency")
  const expected = Number(order.amountMinor)
  if (paid.amountMinor < expected) return of("short")
  const refusal = (await isCodeSpent(tx, order)) ? codeSpent : await give(tx, s, order)
  if (refusal !== null) {
    s.log.warn({ txRef: order.txRef, refusal }, "a paid order could not be given")
    return of("not_given", refusal)
  }
  return of(paid.amountMinor > expected ? "over" : "exact")
}

const codeSpent = "Its code was used for another order."

/** Whether the code that made the price has been used by another order since. */
async function isCodeSpent(tx: Tx, { codeId, accountId }: queries.OrderRow): Promise<boolean> {
  return codeId !== null && accountId !== null && (await isPromotionSpent(tx, codeId, accountId))
}

/** The code is used up by this order; no other order of the person is sold at its price. */
async function keepCode(tx: Tx, s: Services, order: queries.OrderRow): Promise<void> {
  const { codeId, accountId, txRef } = order
  if (codeId === null || accountId === null) return
  await countPromotion(tx, { codeId, accountId, txRef })
  await closeOthers(tx, s, order)
}

/** Ends the time of the person's other orders with the code of this one; the caller holds them. */
export async function closeOthers(tx: Tx, s: Services, order: queries.OrderRow): Promise<void> {
  const problem = "The code of this order went to another order of yours."
  for (const other of await queries.closeWithCode(tx, order, problem)) await announceOrder(tx, s, other)
}

/** @returns null, or why it cannot be given any more */
async function give(tx: Tx, s: Services, order: queries.OrderRow): Promise<string | null> {
  const found = findItem(s, order.item)
  return found ? found.item.grant(tx, s, toOrderedItem(order)) : "There is no such item any more."
}

/**
 * Gives an order whose price a promotion brought to nothing, in the transaction that writes it down.
 * @throws AppError `general_argument_invalid` when it cannot be given
 */
export async function giveForNothing(tx: Tx, s: Services, txRef: string): Promise<void> {
  const order = await queries.lockOrder(tx, txRef)
  if (!order) return
  const refusal = await give(tx, s, order)
  if (refusal !== null) throw new AppError("general_argument_invalid", refusal)
  await keepCode(tx, s, order)
  await queries.updateOrder(tx, txRef, { status: "paid", problem: null, paidAt: new Date(), nextCheckAt: null })
}

/** What a buyer reads when a payment was not what it should have been. */
const problems: Record<Exclude<Judgement, "exact">, string> = {
  short:
    "Less money came in than was asked for, so nothing has been given. We pay it back, or you pay the full amount again.",
  over: "More money came in than was asked for. You have everything you ordered, and we pay the rest back.",
  second: "This order was paid twice. It counts once, and we pay the second payment back.",
  wrong_currency: "The money came in another currency than was asked for, so nothing has been given. We pay it back.",
  not_given: "Your money came in, but this could not be given any more.",
}

/** What becomes of the order. What can be given no more is closed at once: paying again would change nothing. */
function changeFor(
  outcome: Judgement,
  order: queries.OrderRow,
  refusal: string | null,
): Parameters<typeof queries.updateOrder>[2] {
  switch (outcome) {
    case "exact":
      return { status: "paid", problem: null, ...paidNow() }
    case "over":
      return { status: "over", problem: problems.over, ...paidNow() }
    case "second":
      return order.status === "refunded" ? {} : { problem: problems.second }
    case "not_given":
      return {
        status: "refunded",
        problem: [problems.not_given, refusal, "We pay all of it back."].filter((one) => one !== null).join(" "),
        nextCheckAt: null,
      }
    case "short":
      return { status: "short", problem: problems.short }
    case "wrong_currency":
      return { status: "failed", problem: problems.wrong_currency }
  }
}

function paidNow() {
  const paidAt = new Date()
  return { paidAt, nextCheckAt: nextLook(paidAt) }
}

/** When a paid order is looked at next; null for never. */
function nextLook(paidAt: Date): Date | null {
  const next = pollEveryMs.map((pause) => paidAt.getTime() + pause).find((moment) => moment > Date.now())
  return next === undefined ? null : new Date(next)
}

async function writeReceipt(tx: Tx, s: Services, order: queries.OrderRow, method: string): Promise<void> {
  const buyer = order.accountId === null ? undefined : await queries.findBuyer(tx, order.accountId)
  await queries.insertReceipt(tx, {
    number: await queries.takeReceiptNumber(tx),
    txRef: order.txRef,
    buyerName: buyer?.name ?? "",
    buyerEmail: buyer?.email ?? "",
    seller: JSON.stringify(s.config.seller),
    method,
  })
}

/** Writes down that nothing has come in. @returns whether the order's state changed */
async function noteUnpaid(
  tx: Tx,
  order: queries.OrderRow,
  found: ProviderTransaction | null,
  isClosed: boolean,
): Promise<boolean> {
  if (!isAwaited(order)) return false
  if (order.status === "short") return noteFurtherPayment(tx, order, found)
  const status = unpaidStatus(order, found, isClosed)
  if (status === order.status) return false
  await queries.updateOrder(tx, order.txRef, { status, problem: null })
  return true
}

/** What follows on an order paid short keeps its state; the buyer hears whether more is on its way. */
async function noteFurtherPayment(
  tx: Tx,
  order: queries.OrderRow,
  found: ProviderTransaction | null,
): Promise<boolean> {
  const pendingTransaction = found?.status === "pending" && !isLeft(order) ? found.id : null
  if (pendingTransaction === order.pendingTransaction) return false
  await queries.updateOrder(tx, order.txRef, { pendingTransaction })
  return true
}

function unpaidStatus(order: queries.OrderRow, found: ProviderTransaction | null, isClosed: boolean): PaymentStatus {
  if (found?.status === "pending" && !isLeft(order)) return "pending"
  // Money in another currency may be why it counts as failed; that sentence stays.
  if (found?.status === "failed") return order.status === "failed" ? order.status : "failed"
  if (order.expiresAt.getTime() <= Date.now()) return "expired"
  if (found?.status === "abandoned" || (isClosed && order.status === "created")) return "abandoned"
  return order.status
}

/** Whether the provider is not asked any more about an order that nobody paid. */
function isLeft({ createdAt }: Pick<queries.OrderRow, "createdAt">): boolean {
  return Date.now() - createdAt.getTime() > askForMs
}

/** Tells the buyer's screens what became of an order. */
export async function announceOrder(tx: Tx, s: Services, txRef: string): Promise<void> {
  const order = await queries.findOrder(tx, txRef)
  if (order?.accountId) await publishEvent(tx, order.accountId, orderPaymentChanged, await toPaymentOrder(tx, s, order))
}

/** Asks about an order whose turn it is, and says when its next turn is. @throws Error as `settle` */
export async function checkDueOrder(s: Services, txRef: string, signal: AbortSignal): Promise<void> {
  try {
    const order = await queries.findOrder(s.db, txRef)
    const provider = order && s.payments.opened.get(order.provider)
    if (provider) await (order.paidAt ? lookForMore(s, provider, txRef, signal) : settle(s, txRef, {}, signal))
  } finally {
    await transact(s.db, async (tx) => {
      const order = await queries.lockOrder(tx, txRef)
      if (!order) return
      const nextCheckAt = isProviderMissing(s, order) ? nextTryOf(order) : nextCheckOf(order)
      await queries.countCheck(tx, txRef, nextCheckAt)
      // The last answer has ended it; this is for when none came.
      if (nextCheckAt !== null || order.status !== "pending") return
      await queries.updateOrder(tx, txRef, { status: "expired", problem: null })
      await announceOrder(tx, s, txRef)
    })
  }
}

function nextCheckOf(order: queries.OrderRow): Date | null {
  if (order.paidAt !== null) return nextLook(order.paidAt)
  if (!isAwaited(order) || isLeft(order)) return null
  const pause = pauses[Math.min(order.checks + 1, pauses.length - 1)] ?? 3_600
  return new Date(Date.now() + pause * 1_000)
}

/** When an order whose provider is not set up is looked at again: each hour, whatever its state, until it is left for good. */
function nextTryOf({ createdAt }: queries.OrderRow): Date | null {
  return Date.now() - createdAt.getTime() > waitForProviderMs ? null : new Date(Date.now() + 3_600_000)
}
