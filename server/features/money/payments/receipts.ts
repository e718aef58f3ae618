import { product } from "#contract/brand.ts"
import { paymentMethodName } from "#contract/catalogue/payment-methods.ts"
import type { Receipt } from "#contract/money/orders.ts"
import { serialiseDate } from "#contract/primitives.ts"
import { sandbox } from "#server/adapters/payments/port.ts"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { nameForMail } from "#server/mail/email-template.ts"
import { AppError } from "#server/platform/errors.ts"
import { findReceipt } from "./queries.ts"
import { receiptName } from "./serialise.ts"

/** @throws AppError `not_found` also for another person's order, and for one without a receipt */
export async function receiptOf(s: Pick<Services, "db">, accountId: string, txRef: string): Promise<Receipt> {
  return orMissing(await readReceipt(s.db, txRef, accountId))
}

/** For operators. @throws AppError `not_found` for an order without a receipt */
export async function anyReceipt(s: Pick<Services, "db">, txRef: string): Promise<Receipt> {
  return orMissing(await readReceipt(s.db, txRef, null))
}

function orMissing(receipt: Receipt | null): Receipt {
  if (!receipt) throw new AppError("not_found", "There is no receipt for this order.")
  return receipt
}

/** @param accountId whose it must be; null for anybody's */
export async function readReceipt(db: Db, txRef: string, accountId: string | null): Promise<Receipt | null> {
  const row = await findReceipt(db, txRef, accountId)
  if (!row) return null
  const refunded = Number(row.refundedMinor)
  // What came in past the price may be due as well.
  const toRefund = Math.min(refunded, Number(row.dueMinor))
  return {
    number: receiptName(row.number),
    issuedAt: serialiseDate(row.createdAt),
    seller: row.seller,
    buyer: { name: row.buyerName, email: row.buyerEmail },
    tx_ref: txRef,
    title: row.title,
    listAmount: Number(row.listMinor) / 100,
    amount: Number(row.amountMinor) / 100,
    currency: row.currency,
    method: row.method,
    refunded: (refunded - toRefund) / 100,
    toRefund: toRefund / 100,
    isSandbox: row.provider === sandbox.kind,
  }
}

/** "₦6,000" or "$4.50". */
export function money(amount: number, currency: Receipt["currency"]): string {
  const digits = amount.toLocaleString("en", { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })
  return `${currency === "NGN" ? "₦" : "$"}${digits}`
}

/** "₦5,999"; money in a currency that we do not price in is told by its code. */
export function inWords(minor: string, currency: string): string {
  const amount = Number(minor) / 100
  return currency === "NGN" || currency === "USD" ? money(amount, currency) : `${currency} ${amount.toFixed(2)}`
}

/** What a receipt says, line by line; the mail and the PDF are made of it. */
export function receiptLines(receipt: Receipt): {
  facts: [string, string][]
  sums: [string, string][]
  notes: string[]
} {
  const { seller, buyer, currency } = receipt
  const off = receipt.listAmount - receipt.amount
  const facts: [string, string][] = [
    ["Receipt", receipt.number],
    ["Date", new Date(receipt.issuedAt).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" })],
    ["Reference", receipt.tx_ref],
    ["Paid by", paymentMethodName(receipt.method)],
    ["Buyer", [nameForMail(buyer.name), buyer.email].filter(Boolean).join(", ") || "Account deleted"],
    ["Seller", [seller.name, seller.address].filter(Boolean).join(", ")],
    ...(seller.taxNumber ? [["Tax number", seller.taxNumber] as [string, string]] : []),
  ]
  const sums: [string, string][] = [
    [receipt.title, money(receipt.listAmount, currency)],
    ...(off > 0 ? [["Promotion", `-${money(off, currency)}`] as [string, string]] : []),
    ["Paid", money(receipt.amount, currency)],
    ...(receipt.toRefund > 0 ? [["Goes back", money(receipt.toRefund, currency)] as [string, string]] : []),
    ...(receipt.refunded > 0 ? [["Paid back", money(receipt.refunded, currency)] as [string, string]] : []),
  ]
  const notes = [
    ...(receipt.isSandbox ? ["Sandbox receipt: no money moved."] : []),
    ...(seller.email ? [`Questions about this payment: ${seller.email}`] : []),
    `Thank you for using ${product.name}.`,
  ]
  return { facts, sums, notes }
}
