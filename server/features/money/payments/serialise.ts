import { thingOf } from "#contract/catalogue/order-things.ts"
import type { PaymentOrder, PaymentStatus } from "#contract/money/orders.ts"
import { serialiseDate } from "#contract/primitives.ts"
import { type PayableOrder, type PaymentProvider, sandbox } from "#server/adapters/payments/port.ts"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { goodReferences } from "#server/features/money/codes/service.ts"
import { findItem, toOrderedItem } from "./find-item.ts"
import { findBuyer, findPaidElsewhere, listMoney, type OrderRow } from "./queries.ts"

/** Where the browser shows an order. */
export function orderPath(txRef: string): string {
  return `/payment/${txRef}`
}

/** "R-000042": receipts as people quote them. */
export function receiptName(number: number): string {
  return `R-${String(number).padStart(6, "0")}`
}

/** States in which nothing has been paid, so that time is up when the order expires. */
const unpaid: readonly PaymentStatus[] = ["created", "failed", "abandoned"]

/** States in which the order can be paid. */
const payable: readonly PaymentStatus[] = ["created", "pending", "failed", "abandoned", "short"]

export function statusNow(order: Pick<OrderRow, "status" | "expiresAt">): PaymentStatus {
  return unpaid.includes(order.status) && order.expiresAt.getTime() <= Date.now() ? "expired" : order.status
}

/** The provider with which the order can be paid now: the one it was opened with. Null when it cannot be paid. */
export function payingProvider(s: Pick<Services, "payments">, order: OrderRow): PaymentProvider | null {
  return payable.includes(statusNow(order)) ? (s.payments.opened.get(order.provider) ?? null) : null
}

/** What a buyer reads when the provider of an order that may have been paid cannot be asked. */
const providerMissing =
  "The payment provider of this order is not connected here at the moment. If you have paid, nothing is lost: our team sees this order, and it counts as soon as the provider is back."

/** States in which no money is waited for: whatever comes in then is too much. */
const given: readonly PaymentStatus[] = ["paid", "over", "refunded"]

/** Whether an order still waits for its money. */
export function isAwaited({ status }: Pick<OrderRow, "status">): boolean {
  return !given.includes(status)
}

/** Whether an order still waits for word of a provider that is not set up any more. */
export function isProviderMissing(
  s: Pick<Services, "payments">,
  order: Pick<OrderRow, "status" | "provider" | "nextCheckAt">,
): boolean {
  return isAwaited(order) && order.nextCheckAt !== null && !s.payments.opened.has(order.provider)
}

type Surroundings = Pick<Services, "config" | "payments" | "orderItems">

/** Orders of one person as the wire has them. */
export async function toPaymentOrders(db: Db, s: Surroundings, rows: readonly OrderRow[]): Promise<PaymentOrder[]> {
  const accountId = rows[0]?.accountId
  const buyer = accountId ? await findBuyer(db, accountId) : undefined
  const txRefs = rows.map(({ txRef }) => txRef)
  const money = await listMoney(db, txRefs)
  const unused = accountId ? await goodReferences(db, accountId) : []
  return rows.map((order) =>
    serialiseOrder(s, order, { buyer, money, isReferenceGood: unused.some(({ code }) => code === order.txRef) }),
  )
}

export async function toPaymentOrder(db: Db, s: Surroundings, row: OrderRow): Promise<PaymentOrder> {
  const [order] = await toPaymentOrders(db, s, [row])
  if (!order) throw new Error("An order was lost on its way to the wire.")
  const other = order.checkout === null ? undefined : await findPaidElsewhere(db, row, thingOf(row.item))
  return other ? { ...order, paidElsewhere: { tx_ref: other.txRef, isPaid: !isAwaited(other) } } : order
}

type Buyer = Awaited<ReturnType<typeof findBuyer>>

interface AboutOrder {
  buyer: Buyer
  money: Awaited<ReturnType<typeof listMoney>>
  isReferenceGood: boolean
}

function serialiseOrder(s: Surroundings, order: OrderRow, { buyer, money, isReferenceGood }: AboutOrder): PaymentOrder {
  const status = statusNow(order)
  // Money in another currency is told of in words, and adds up with nothing.
  const payments = money.payments.filter(({ txRef, currency }) => txRef === order.txRef && currency === order.currency)
  const sum = (list: readonly number[]): number => list.reduce((total, minor) => total + minor, 0) / 100
  const receipt = money.receipts.find(({ txRef }) => txRef === order.txRef)
  const isGiven = status === "paid" || status === "over"
  return {
    tx_ref: order.txRef,
    item: order.item,
    title: order.title,
    amount: Number(order.amountMinor) / 100,
    listAmount: Number(order.listMinor) / 100,
    currency: order.currency,
    isSandbox: order.provider === sandbox.kind,
    status,
    isMoreOnItsWay: status === "short" && order.pendingTransaction !== null,
    paidElsewhere: null,
    received: sum(payments.map(({ amountMinor }) => Number(amountMinor))),
    toRefund: sum(payments.map(({ refundMinor, paidBackMinor }) => Number(refundMinor) - Number(paidBackMinor))),
    sentBack: sum(payments.map(({ paidBackMinor }) => Number(paidBackMinor))),
    problem: order.problem ?? (isProviderMissing(s, order) ? providerMissing : null),
    createdAt: serialiseDate(order.createdAt),
    expiresAt: serialiseDate(order.expiresAt),
    paidAt: serialiseDate(order.paidAt),
    checkout: payingProvider(s, order)?.checkoutFor(toPayable(s, order, buyer)) ?? null,
    success: isGiven ? (findItem(s, order.item)?.item.success(toOrderedItem(order), isReferenceGood) ?? null) : null,
    receiptNumber: receipt ? receiptName(receipt.number) : null,
  }
}

/** What the provider needs to know of it. */
export function toPayable(s: Pick<Services, "config">, order: OrderRow, buyer: Buyer): PayableOrder {
  return {
    txRef: order.txRef,
    title: order.title,
    amountMinor: Number(order.amountMinor),
    currency: order.currency,
    buyer: { email: buyer?.email ?? "", name: buyer?.name ?? "", phone: buyer?.phone ?? "" },
    returnUrl: `${s.config.publicUrl}${orderPath(order.txRef)}`,
    secondsLeft: Math.max(1, Math.round((order.expiresAt.getTime() - Date.now()) / 1000)),
  }
}
