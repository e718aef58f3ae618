import { z } from "zod"
import { endpoint, pageOf } from "#contract/endpoint.ts"
import { event } from "#contract/event.ts"
import { ageFields } from "#contract/identity/age-fields.ts"
import { PlainText } from "#contract/primitives.ts"

/** Prices are given in both; one is never converted into the other. */
export const Currency = z.enum(["NGN", "USD"])
export type Currency = z.infer<typeof Currency>

/** Our reference of a payment: milliseconds, a dash, 24 random hex digits. The server makes it. */
export const TxRef = z.string().regex(/^\d{13}-[0-9a-f]{24}$/, "Invalid reference")

/** What is ordered: a kind and its name, such as `credits:basic` or `application:systems_intergration`. */
export const OrderItemName = PlainText.regex(/^[a-z]+:[\w.:-]{1,100}$/, "Unknown item")

/** A promotion or voucher code as people type it. */
export const CodeText = PlainText.trim().toUpperCase().min(3, "Code too short").max(40, "Code too long")

/**
 * Where an order stands. `created`: nobody has tried to pay. `pending`: the provider waits for the money; it expires after
 * two days. `short`: less came than asked, nothing is given; it expires when that went back. `over`: more came, everything
 * is given and the rest goes back. `failed` and `abandoned` can be paid again until their time is over. `expired` cannot be
 * paid any more, but money that comes late counts. `refunded`: closed, and all of its money goes back or went back, also
 * because it could not be given any more.
 */
export const PaymentStatus = z.enum([
  "created",
  "pending",
  "paid",
  "short",
  "over",
  "failed",
  "abandoned",
  "expired",
  "refunded",
])
export type PaymentStatus = z.infer<typeof PaymentStatus>

/** How the browser gets somebody to pay. */
export const Checkout = z.discriminatedUnion("kind", [
  /** A page of the provider's; without its address the browser asks for it when somebody goes there. */
  z.object({ kind: z.literal("page"), url: z.string().nullable() }),
  /** A script of the provider opens a window over the page, with these options. */
  z.object({
    kind: z.literal("flutterwave"),
    script: z.string(),
    options: z.object({
      public_key: z.string(),
      tx_ref: z.string(),
      amount: z.number(),
      currency: Currency,
      payment_options: z.string(),
      payload_hash: z.string(),
      redirect_url: z.string(),
      customer: z.object({ email: z.string(), phone_number: z.string(), name: z.string() }),
      customizations: z.object({ title: z.string(), description: z.string(), logo: z.string() }),
      configurations: z.object({ session_duration: z.number(), max_retry_attempt: z.number() }),
    }),
  }),
])
export type Checkout = z.infer<typeof Checkout>

/** An order as its buyer sees it. Amounts are in major units: 6000 is 6,000 naira. */
export const PaymentOrder = z
  .object({
    tx_ref: z.string(),
    item: z.string(),
    title: z.string(),
    amount: z.number(),
    /** Before a promotion code; the same as `amount` without one. */
    listAmount: z.number(),
    currency: Currency,
    /** Whether the sandbox takes its payment: no money moves. */
    isSandbox: z.boolean(),
    status: PaymentStatus,
    /** Whether a further payment is on its way to an order paid short: nobody should pay once more meanwhile. */
    isMoreOnItsWay: z.boolean().default(false),
    /** Another order of the buyer for the same thing, paid or with money on its way since this one was made. Null in lists. */
    paidElsewhere: z.object({ tx_ref: z.string(), isPaid: z.boolean() }).nullable().default(null),
    /** What came in so far, in the order's currency. */
    received: z.number(),
    /** What has yet to go back to the payer in the order's currency, such as the rest of an order paid over. */
    toRefund: z.number(),
    /** What was sent back to the payer in the order's currency. */
    sentBack: z.number().default(0),
    /** What is the matter, in a sentence; null when nothing is. */
    problem: z.string().nullable(),
    createdAt: z.string(),
    expiresAt: z.string(),
    /** "" until it is paid. */
    paidAt: z.string(),
    /** Null when it cannot or need not be paid any more. */
    checkout: Checkout.nullable(),
    /** Told and offered once it is paid. */
    success: z
      .object({
        text: z.string(),
        next: z.object({ label: z.string(), path: z.string() }),
        /** Whether something that came with it, such as a model, has yet to be begun at `next`. */
        isUnused: z.boolean().optional(),
      })
      .nullable(),
    receiptNumber: z.string().nullable(),
  })
  .meta({ id: "PaymentOrder" })
export type PaymentOrder = z.infer<typeof PaymentOrder>

const OrderBody = z.object({
  item: OrderItemName,
  /** Absent: the buyer's own by country, where the item has a price in it. */
  currency: Currency.optional(),
  code: CodeText.optional(),
  /** Only for an application: one of them. */
  ...ageFields,
  /** The same as the fields beside it, for whatever an item asks for; those beside it win. */
  options: z.record(z.string().max(40), z.unknown()).optional(),
  /** Orders although money for the same thing is on its way. Without it that is refused: `payment_under_way`. */
  payAgain: z.boolean().optional(),
})

/** Takes an Idempotency-Key header: the same key is the same order. */
export const createPaymentOrder = endpoint({
  method: "POST",
  path: "/orders",
  access: "session",
  summary: "Orders something that is paid for with money, and tells how to pay it",
  body: OrderBody,
  reply: z.object({ data: PaymentOrder }),
  status: 201,
})

const OrderParams = z.object({ tx_ref: TxRef })

export const getPaymentOrder = endpoint({
  method: "GET",
  path: "/orders/:tx_ref",
  access: "session",
  summary: "An own order",
  params: OrderParams,
  reply: z.object({ data: PaymentOrder }),
})

export const listPaymentOrders = endpoint({
  method: "GET",
  path: "/orders",
  access: "session",
  summary: "Own orders, newest first",
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    cursor: TxRef.optional(),
  }),
  reply: pageOf(PaymentOrder),
})

/** Tells what a code is worth; wrong codes are counted, so nobody guesses many. */
export const quotePaymentOrder = endpoint({
  method: "POST",
  path: "/orders/quote",
  access: "session",
  summary: "What an order would cost, with a promotion code",
  body: OrderBody,
  reply: z.object({
    data: z.object({ title: z.string(), amount: z.number(), listAmount: z.number(), currency: Currency }),
  }),
})

export const linkPaymentOrder = endpoint({
  method: "POST",
  path: "/orders/:tx_ref/link",
  access: "session",
  summary: "Address of the provider's own page for paying an own order, where its window does not open",
  params: OrderParams,
  reply: z.object({ data: z.object({ url: z.string() }) }),
})

/** A receipt as it was given out. */
export const Receipt = z
  .object({
    number: z.string(),
    issuedAt: z.string(),
    seller: z.object({ name: z.string(), address: z.string(), taxNumber: z.string(), email: z.string() }),
    buyer: z.object({ name: z.string(), email: z.string() }),
    tx_ref: z.string(),
    title: z.string(),
    listAmount: z.number(),
    amount: z.number(),
    currency: Currency,
    /** How it was paid, such as `card`; "" when the provider did not tell. */
    method: z.string(),
    /** What was sent back since, in the order's currency. */
    refunded: z.number(),
    /** What goes back and was not sent yet, in the order's currency. */
    toRefund: z.number(),
    isSandbox: z.boolean(),
  })
  .meta({ id: "Receipt" })
export type Receipt = z.infer<typeof Receipt>

export const getReceipt = endpoint({
  method: "GET",
  path: "/orders/:tx_ref/receipt",
  access: "session",
  summary: "The receipt of an own paid order; the same as a PDF is at receipt.pdf beside it",
  params: OrderParams,
  reply: z.object({ data: Receipt }),
})

export const getReceiptPdf = endpoint({
  method: "GET",
  path: "/orders/:tx_ref/receipt.pdf",
  access: "session",
  summary: "The receipt of an own paid order, as PDF",
  params: OrderParams,
  reply: z.unknown(),
})

export const redeemVoucher = endpoint({
  method: "POST",
  path: "/codes/redeem",
  access: "session",
  summary: "Turns a voucher code into credits, once",
  body: z.object({ code: CodeText }),
  reply: z.object({ message: z.string(), data: z.object({ credits: z.number().int() }) }),
})

/** Nothing in the body is believed; it says what to ask the provider about. */
export const checkPaymentOrder = endpoint({
  method: "POST",
  path: "/orders/:tx_ref/check",
  access: "session",
  summary: "Has the provider asked about an own order now",
  params: OrderParams,
  body: z.object({
    /** As the provider's window told it. */
    transaction_id: z.union([z.string().max(60), z.number().int().nonnegative()]).optional(),
    /** The window was closed. */
    closed: z.boolean().optional(),
  }),
  reply: z.object({ data: PaymentOrder }),
})

export const orderPaymentChanged = event({ name: "orders.changed", payload: PaymentOrder })
