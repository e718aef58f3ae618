import type { Generated, JSONColumnType } from "kysely"
import type { Currency, PaymentStatus } from "#contract/money/orders.ts"

/** What is kept with an order for the item that it is about; plain JSON. */
export type OrderDetails = Record<string, string | number | boolean | null>

export interface PaymentTables {
  paymentOrders: PaymentOrdersTable
  payments: PaymentsTable
  paymentNotices: PaymentNoticesTable
  receipts: ReceiptsTable
  receiptCounter: ReceiptCounterTable
  sandboxTransactions: SandboxTransactionsTable
  moneyChecks: MoneyChecksTable
  paymentRefunds: PaymentRefundsTable
  paymentProofs: PaymentProofsTable
}

/** Something ordered for money. It outlives its buyer's account: money that came in stays accounted for. */
interface PaymentOrdersTable {
  txRef: string
  accountId: string | null
  item: string
  title: string
  options: JSONColumnType<Record<string, unknown>, string, string>
  details: JSONColumnType<OrderDetails, string, string>
  currency: Currency
  /** Kobo or cents, after a promotion. */
  amountMinor: string
  /** Before it. */
  listMinor: string
  /** The promotion that made the difference. */
  codeId: Generated<string | null>
  status: Generated<PaymentStatus>
  problem: string | null
  provider: string
  idempotencyKey: string | null
  /** SHA-256 of the body the key came with. */
  bodyHash: string
  /** How often the provider was asked. */
  checks: Generated<number>
  /** When the provider is asked again by itself; null for never. */
  nextCheckAt: Date | null
  /** The provider's number of a further payment that is on its way to an order paid short. */
  pendingTransaction: Generated<string | null>
  createdAt: Generated<Date>
  expiresAt: Date
  paidAt: Date | null
}

/** Money that the provider says came in; a transaction is here once. What it was worth: kept and to be refunded. */
interface PaymentsTable {
  id: Generated<string>
  provider: string
  transactionId: string
  txRef: string
  currency: string
  amountMinor: string
  /** The part that paid for the order. */
  keptMinor: string
  /** The part that goes back, or went back. */
  refundMinor: string
  /** How much of that went back so far. */
  paidBackMinor: Generated<string>
  /** What kind of payment it turned out to be. */
  outcome: "exact" | "short" | "over" | "second" | "wrong_currency" | "not_given" | "refunded"
  method: string
  /** When money of it went back last. */
  refundedAt: Date | null
  createdAt: Generated<Date>
}

/** Notices of providers with a good signature; the same one is here once. */
interface PaymentNoticesTable {
  provider: string
  bodyHash: Buffer
  txRef: string
  transactionId: string | null
  copies: Generated<number>
  createdAt: Generated<Date>
  handledAt: Generated<Date>
}

/** Receipts are numbered without gaps and never changed, but for a buyer who left. */
interface ReceiptsTable {
  number: number
  txRef: string
  buyerName: string
  buyerEmail: string
  seller: JSONColumnType<{ name: string; address: string; taxNumber: string; email: string }, string, string>
  method: string
  createdAt: Generated<Date>
}

/** One row: the last number given out. */
interface ReceiptCounterTable {
  id: Generated<number>
  last: number
}

/** What the sandbox provider knows of payments; the real ones know it elsewhere. */
interface SandboxTransactionsTable {
  id: Generated<string>
  txRef: string
  amountMinor: string
  currency: string
  status: "successful" | "pending" | "failed" | "abandoned"
  /** A pending one ends well at this time. */
  endsAt: Date | null
  createdAt: Generated<Date>
}

/** What a check of the books found. */
interface MoneyChecksTable {
  id: Generated<string>
  problems: JSONColumnType<string[], string, string>
  createdAt: Generated<Date>
}

/** The slip that a payment past the provider was approved by: a file of the buyer's. */
interface PaymentProofsTable {
  paymentId: string
  fileSequence: string
}

/** An operator gave an order's money back, and why. */
interface PaymentRefundsTable {
  id: Generated<string>
  txRef: string
  operatorId: string | null
  reason: string
  /** What was taken back, in words. */
  effect: string
  amountMinor: string
  createdAt: Generated<Date>
}
