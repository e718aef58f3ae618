import { randomBytes } from "node:crypto"
import type { z } from "zod"
import { thingOf } from "#contract/catalogue/order-things.ts"
import { detailsMissing, profileDetails } from "#contract/identity/profile-fields.ts"
import type { Currency, PaymentOrder } from "#contract/money/orders.ts"
import { serialiseDate } from "#contract/primitives.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Quote } from "#server/declarations/order-item.ts"
import type { Services } from "#server/declarations/services.ts"
import { holdAccount } from "#server/features/identity/accounts/service.ts"
import { missingDetails } from "#server/features/identity/profiles/service.ts"
import { promotePrice, reservePromotion, tryingCode } from "#server/features/money/codes/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { sha256 } from "#server/platform/ids.ts"
import { findLastCheck } from "./check-queries.ts"
import { findItem } from "./find-item.ts"
import * as queries from "./queries.ts"
import { listToRefund } from "./refund-queries.ts"
import { payingProvider, toPayable, toPaymentOrder, toPaymentOrders } from "./serialise.ts"
import { closeOthers, giveForNothing, type SettleHint, settle } from "./settle.ts"

/** How long an order can be paid, in minutes; money that comes later still counts. */
const payMinutes = 60

/** When the provider is asked for the first time without anybody's word, in seconds. */
const firstCheckSeconds = 15

export interface NewOrder {
  buyer: Person
  item: string
  /** What the buyer chose; null leaves it to the country. */
  currency: Currency | null
  countryCurrency: Currency
  code: string | null
  options: Record<string, unknown>
  /** Where in the body what is wrong with the options is told; what came beside the item is told there. */
  optionsPath: readonly string[]
  idempotencyKey: string | null
  /** Whether the buyer knows that money for the same thing is on its way and orders it once more. */
  isAgain: boolean
}

/**
 * Writes an order down with its price, before anybody pays.
 * @throws AppError `service_unavailable` without a provider, `general_argument_invalid`, also at the profile's fields that the
 * buyer has not filled in, `not_allowed`, whatever the item
 * refuses, `payment_under_way` while money for the same thing is on its way and nobody says to order it again,
 * `idempotency_key_reused` when the key came with another order before
 */
export async function placeOrder(s: Services, order: NewOrder): Promise<PaymentOrder> {
  const { item, name, options, provider } = readItem(s, order)
  const known = await findRepeated(s, order)
  if (known) return toPaymentOrder(s.db, s, known)
  const { accountId, isVerified } = order.buyer
  const place = () =>
    transact(s.db, async (tx) => {
      await holdAccount(tx, accountId)
      await requireDetails(tx, accountId)
      const quote = await item.quote(tx, s, { accountId, isVerified }, name, options)
      const price = await choosePrice(tx, order, quote)
      if (!order.isAgain) await refuseSecond(tx, order)
      const row = await insert(tx, provider, order, quote, price, options as Record<string, unknown>)
      if (!row) return undefined
      if (price.codeId !== null) {
        await reservePromotion(tx, { codeId: price.codeId, accountId, txRef: row.txRef })
        await closeOthers(tx, s, row)
      }
      if (price.priceMinor === 0) await giveForNothing(tx, s, row.txRef)
      return queries.findOrder(tx, row.txRef)
    })
  const row = await (order.code === null ? place() : tryingCode(s, accountId, place))
  const kept = row ?? (await findRepeated(s, order))
  if (!kept) throw new AppError("idempotency_key_busy", "The same order is being taken right now. Please try again.")
  return toPaymentOrder(s.db, s, kept)
}

/**
 * What the order would cost; nothing is written down.
 * @throws AppError as `placeOrder`
 */
export async function quoteOrder(s: Services, order: Omit<NewOrder, "idempotencyKey" | "isAgain">) {
  const { item, name, options } = readItem(s, order)
  const { accountId, isVerified } = order.buyer
  const quoteIt = () =>
    transact(s.db, async (tx) => {
      const quote = await item.quote(tx, s, { accountId, isVerified }, name, options)
      const { currency, listMinor, priceMinor } = await choosePrice(tx, order, quote)
      return { title: quote.title, currency, amount: priceMinor / 100, listAmount: listMinor / 100 }
    })
  return order.code === null ? quoteIt() : tryingCode(s, accountId, quoteIt)
}

/** The item that is ordered, and its options as its schema leaves them. @throws AppError */
function readItem(s: Services, order: Pick<NewOrder, "item" | "buyer" | "options" | "optionsPath">) {
  const { forNewOrders } = s.payments
  if (forNewOrders === null) {
    throw new AppError("service_unavailable", "Payments are not connected on this installation yet.")
  }
  const found = findItem(s, order.item)
  if (!found) throw invalid("item", "This cannot be ordered.")
  if (found.item.needsVerified && !order.buyer.isVerified) {
    throw new AppError("not_allowed", "Please confirm your e-mail address first.")
  }
  const options = found.item.options.safeParse(order.options)
  if (!options.success) throw invalidOptions(order.optionsPath, options.error.issues)
  return { ...found, options: options.data, provider: forNewOrders.kind }
}

/** Whoever pays can be reached, and has a place on the receipt. @throws AppError `general_argument_invalid` at each missing field */
async function requireDetails(tx: Tx, accountId: string): Promise<void> {
  const missing = await missingDetails(tx, accountId)
  if (missing.length === 0) return
  const fields = Object.fromEntries(missing.map((name) => [name, profileDetails[name].tooShort]))
  throw new AppError("general_argument_invalid", detailsMissing, { fields })
}

/** @throws AppError `payment_under_way` */
async function refuseSecond(tx: Tx, { buyer, item }: NewOrder): Promise<void> {
  const [moving] = await queries.listUnderWay(tx, buyer.accountId, thingOf(item))
  if (!moving) return
  const message = `A payment for this is on its way: ${moving.title}. We keep checking. If you pay once more, both may come in.`
  throw new AppError("payment_under_way", message, {
    fields: { payAgain: "Send true here to order it once more all the same." },
  })
}

/** Whether money for this thing of a person is on its way. @param thing as `thingOf` makes it */
export async function isPaymentUnderWay(db: Db, accountId: string, thing: string): Promise<boolean> {
  return (await queries.listUnderWay(db, accountId, thing)).length > 0
}

/** A person's payments that are on their way, newest first, in major units. */
export async function paymentsOnTheirWay(db: Db, accountId: string) {
  return (await queries.listUnderWay(db, accountId, "")).map(({ txRef, item, title, amountMinor, currency }) => ({
    tx_ref: txRef,
    item,
    title,
    amount: Number(amountMinor) / 100,
    currency,
  }))
}

interface Price {
  currency: Currency
  listMinor: number
  priceMinor: number
  /** The promotion that made it. */
  codeId: string | null
}

function insert(
  tx: Tx,
  provider: string,
  order: NewOrder,
  quote: Quote,
  { currency, listMinor, priceMinor, codeId }: Price,
  options: Record<string, unknown>,
) {
  return queries.insertOrder(tx, {
    txRef: newTxRef(),
    accountId: order.buyer.accountId,
    item: order.item,
    title: quote.title,
    options: JSON.stringify(options),
    details: JSON.stringify(quote.details ?? {}),
    currency,
    amountMinor: String(priceMinor),
    listMinor: String(listMinor),
    codeId,
    provider,
    idempotencyKey: order.idempotencyKey,
    bodyHash: hashBody(order),
    expiresAt: new Date(Date.now() + payMinutes * 60_000),
    nextCheckAt: new Date(Date.now() + firstCheckSeconds * 1_000),
    problem: null,
    paidAt: null,
  })
}

/** What was chosen, else the currency of the buyer's country, else the only one there is; then the promotion. */
async function choosePrice(
  tx: Tx,
  order: Omit<NewOrder, "idempotencyKey" | "isAgain">,
  { prices, takesPromotions }: Quote,
): Promise<Price> {
  const currency = order.currency ?? (prices[order.countryCurrency] === undefined ? "NGN" : order.countryCurrency)
  const listMinor = prices[currency]
  if (listMinor === undefined) throw invalid("currency", `This is not sold in ${currency}.`)
  if (order.code === null) return { currency, listMinor, priceMinor: listMinor, codeId: null }
  if (!takesPromotions) throw invalid("code", "Codes do not count for this.")
  const { accountId } = order.buyer
  const { codeId, priceMinor } = await promotePrice(tx, accountId, {
    code: order.code,
    currency,
    priceMinor: listMinor,
  })
  const open = await queries.lockOpenWithCode(tx, { codeId, accountId })
  if (open.some(({ status }) => status === "pending" || status === "short")) {
    throw invalid("code", "This code is kept for an order of yours whose money is on its way.")
  }
  return { currency, listMinor, priceMinor, codeId }
}

/** Milliseconds, a dash and 96 random bits: nobody guesses another's. */
function newTxRef(): string {
  return `${Date.now()}-${randomBytes(12).toString("hex")}`
}

async function findRepeated(s: Services, order: NewOrder): Promise<queries.OrderRow | undefined> {
  if (order.idempotencyKey === null) return undefined
  const known = await queries.findOrderByKey(s.db, order.buyer.accountId, order.idempotencyKey)
  if (known && known.bodyHash !== hashBody(order)) {
    throw new AppError("idempotency_key_reused", "This Idempotency-Key came with another order before.")
  }
  return known
}

function hashBody({ item, currency, code, options }: NewOrder): string {
  return sha256(JSON.stringify([item, currency, code, options])).toString("hex")
}

function invalid(field: string, message: string): AppError {
  return new AppError("general_argument_invalid", message, { fields: { [field]: message } })
}

function invalidOptions(at: readonly string[], issues: readonly z.core.$ZodIssue[]): AppError {
  const fields = Object.fromEntries(
    issues.toReversed().flatMap((issue) => {
      // What an item does not ask for stands at its own name where there is no `options` around it.
      const names =
        issue.code === "unrecognized_keys" && at.length === 0 ? issue.keys : [[...at, ...issue.path].join(".")]
      return names.map((name) => [name, issue.message])
    }),
  )
  return new AppError("general_argument_invalid", issues[0]?.message ?? "Invalid input", { fields })
}

/** @throws AppError `not_found`, also for another person's order */
export async function getOwnOrder(s: Services, accountId: string, txRef: string): Promise<PaymentOrder> {
  const order = await queries.findOwnOrder(s.db, accountId, txRef)
  if (!order) throw missing()
  return toPaymentOrder(s.db, s, order)
}

/** Longest time the provider is given to answer a buyer who waits, in milliseconds. */
const askMs = 15_000

/**
 * Has the provider asked about an own order now.
 * @throws AppError `not_found`, `service_unavailable` when the provider gives no answer; it is asked again later
 */
export async function checkOwnOrder(
  s: Services,
  accountId: string,
  txRef: string,
  hint: SettleHint,
): Promise<PaymentOrder> {
  await getOwnOrder(s, accountId, txRef)
  await settle(s, txRef, hint, AbortSignal.timeout(askMs)).catch((error) => {
    const message = "The payment provider did not answer. Nothing is lost: we keep checking."
    throw new AppError("service_unavailable", message, { cause: error })
  })
  return getOwnOrder(s, accountId, txRef)
}

/**
 * Address of the provider's own page, for browsers in which its window does not open.
 * @throws AppError `not_found`, `already_started` when the order cannot be paid any more, `service_unavailable`
 */
export async function linkForOwnOrder(s: Services, accountId: string, txRef: string): Promise<string> {
  const order = await queries.findOwnOrder(s.db, accountId, txRef)
  if (!order) throw missing()
  const provider = payingProvider(s, order)
  if (!provider) throw new AppError("already_started", "This order cannot be paid any more.")
  const payable = toPayable(s, order, await queries.findBuyer(s.db, accountId))
  const url = await provider.linkFor(payable, AbortSignal.timeout(askMs)).catch((error) => {
    throw new AppError("service_unavailable", "The payment provider did not answer. Please try again.", {
      cause: error,
    })
  })
  if (url === null) throw new AppError("service_unavailable", "Payments are not connected on this installation yet.")
  return url
}

function missing(): AppError {
  return new AppError("not_found", "This order does not exist.")
}

/** Own orders, newest first. */
export async function listOwnOrders(
  s: Services,
  accountId: string,
  page: { limit: number; cursor: string | null },
): Promise<{ data: PaymentOrder[]; nextCursor: string | null }> {
  const rows = await queries.listOrders(s.db, accountId, page.limit + 1, page.cursor)
  const shown = rows.slice(0, page.limit)
  return {
    data: await toPaymentOrders(s.db, s, shown),
    nextCursor: rows.length > page.limit ? (shown.at(-1)?.txRef ?? null) : null,
  }
}

/** Payments that are to go back, and orders without a provider, shown at once. */
const maxListed = 200

/** Orders that may have been paid at a provider which is not set up any more. */
export function countWithoutProvider(s: Pick<Services, "db" | "payments">): Promise<number> {
  return queries.countWithoutProvider(s.db, [...s.payments.opened.keys()])
}

/** What operators have to look at. */
export async function moneyAttention(s: Services) {
  const check = await findLastCheck(s.db)
  const toRefund = await listToRefund(s.db, maxListed)
  const withoutProvider = await queries.listWithoutProvider(s.db, [...s.payments.opened.keys()], maxListed)
  return {
    checkedAt: serialiseDate(check?.createdAt ?? null),
    problems: check?.problems ?? [],
    toRefund: toRefund.map(({ txRef, dueMinor, createdAt, ...rest }) => ({
      ...rest,
      tx_ref: txRef,
      amount: Number(dueMinor) / 100,
      createdAt: serialiseDate(createdAt),
    })),
    withoutProvider: withoutProvider.map(({ txRef, amountMinor, createdAt, ...rest }) => ({
      ...rest,
      tx_ref: txRef,
      amount: Number(amountMinor) / 100,
      createdAt: serialiseDate(createdAt),
    })),
  }
}
