import { z } from "zod"
import { endpoint, pageOf } from "#contract/endpoint.ts"
import { documentsBucketId, imagesBucketId } from "#contract/hosted/files.ts"
import { Reason } from "#contract/identity/reason.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { Currency, PaymentStatus, TxRef } from "./orders.ts"

/** Kinds of things that are sold, as orders name them. */
const orderKinds = ["credits", "studio", "application", "tuition"] as const

/** What the list of orders can be narrowed down by. */
export const OrderFilters = z.object({
  status: PaymentStatus.optional(),
  currency: Currency.optional(),
  kind: z.enum(orderKinds).optional(),
  /** The beginning of the buyer's name or address, an account's id, or an order's reference. */
  search: z.string().max(200).default(""),
  /** Only orders whose money has to go back. */
  flagged: z.literal("1").optional(),
})
export type OrderFilters = z.infer<typeof OrderFilters>

export const AdminOrderSummary = z.object({
  tx_ref: z.string(),
  title: z.string(),
  status: PaymentStatus,
  amount: z.number(),
  currency: Currency,
  /** Null when the buyer's account is gone. */
  buyer: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  /** Money of it has to go back. */
  isFlagged: z.boolean(),
  createdAt: z.string(),
  paidAt: z.string(),
})
export type AdminOrderSummary = z.infer<typeof AdminOrderSummary>

export const listAdminOrders = endpoint({
  method: "GET",
  path: "/operators/orders",
  access: "session",
  summary: "For owners and finance: all orders, newest first, by state, currency, product, person and flag",
  query: OrderFilters.extend({ cursor: TxRef.optional() }),
  reply: pageOf(AdminOrderSummary),
})

export const listAdminOrdersCsv = endpoint({
  method: "GET",
  path: "/operators/orders.csv",
  access: "session",
  summary: "For owners and finance: the same orders as a table for spreadsheets",
  query: OrderFilters,
  reply: z.unknown(),
})

/** Money that came in for an order, and what became of it. */
export const AdminPayment = z.object({
  id: z.string(),
  provider: z.string(),
  transactionId: z.string(),
  /** What it turned out to be: `exact`, `short`, `over`, `second`, `wrong_currency`, `not_given`, `refunded`. */
  outcome: z.string(),
  amount: z.number(),
  currency: z.string(),
  method: z.string(),
  /** What has yet to go back of it. */
  due: z.number(),
  /** What went back. */
  paidBack: z.number(),
  /** The slip it was approved by, when one was attached. */
  slip: z.object({ name: z.string(), url: z.string() }).nullable(),
  createdAt: z.string(),
})
export type AdminPayment = z.infer<typeof AdminPayment>

export const AdminOrder = AdminOrderSummary.extend({
  item: z.string(),
  listAmount: z.number(),
  provider: z.string(),
  /** It waits for word of its provider, which is not set up any more. */
  isProviderMissing: z.boolean(),
  problem: z.string().nullable(),
  expiresAt: z.string(),
  receiptNumber: z.string().nullable(),
  payments: z.array(AdminPayment),
  /** What refunding it now would take back, in words; null when it cannot be refunded. */
  refundEffect: z.string().nullable(),
  /** Whether money that came past the provider can be approved for it. */
  canApprove: z.boolean(),
  /** Why such money would have to go back again, as the order can be given no more; null when it can be given. */
  approvalRefusal: z.string().nullable(),
  /** Set when it was refunded by an operator. */
  refund: z
    .object({ operator: z.string(), reason: z.string(), effect: z.string(), amount: z.number(), at: z.string() })
    .nullable(),
})
export type AdminOrder = z.infer<typeof AdminOrder>

const Params = z.object({ tx_ref: TxRef })

export const getAdminOrder = endpoint({
  method: "GET",
  path: "/operators/orders/:tx_ref",
  access: "session",
  summary: "For owners and finance: one order with its money, and what refunding it would do",
  params: Params,
  reply: z.object({ data: AdminOrder }),
})

export const getAdminReceiptPdf = endpoint({
  method: "GET",
  path: "/operators/orders/:tx_ref/receipt.pdf",
  access: "session",
  summary: "For owners and finance: the receipt of an order, as PDF",
  params: Params,
  reply: z.unknown(),
})

export const refundAdminOrder = endpoint({
  method: "POST",
  path: "/operators/orders/:tx_ref/refund",
  access: "session",
  summary: "Takes back what is left of a paid order and flags its money to go back; happens once",
  params: Params,
  body: z.object({ reason: Reason }),
  reply: z.object({ message: z.string(), data: AdminOrder }),
})

export const approveAdminOrder = endpoint({
  method: "POST",
  path: "/operators/orders/:tx_ref/approve",
  access: "session",
  summary:
    "Gives an order whose full price came in past the provider; what can be given no more is flagged to go back. Each proof counts once",
  params: Params,
  body: z.object({
    /** What shows that the money came: a bank's reference, a number of a slip. */
    proof: PlainText.trim().min(3, "Please give the proof").max(100),
    /** A picture or PDF of it: an own upload, which becomes the buyer's and is seen by owners and finance only. */
    slip: z.object({ bucketId: z.enum([imagesBucketId, documentsBucketId]), fileId: RecordId }).optional(),
    reason: Reason,
  }),
  reply: z.object({ message: z.string(), data: AdminOrder }),
})

export const markPaidBack = endpoint({
  method: "POST",
  path: "/operators/orders/:tx_ref/payments/:paymentId/paid-back",
  access: "session",
  summary: "Writes down that an operator sent back what was due of a payment",
  params: Params.extend({ paymentId: z.string().regex(/^\d{1,18}$/) }),
  body: z.object({
    /** What had to go back when the operator looked; when it is another sum by now, nothing is written down. */
    due: z.number().positive().multipleOf(0.01),
    reason: Reason,
  }),
  reply: z.object({ message: z.string(), data: AdminOrder }),
})
