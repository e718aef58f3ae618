import { createHmac } from "node:crypto"
import type { Checkout, Currency } from "#contract/money/orders.ts"

/** What a provider says of one payment. */
export interface ProviderTransaction {
  /** The provider's own number of it. */
  id: string
  /** Which of our orders it names. */
  txRef: string
  /** Kobo, cents or the smallest unit of whatever the currency is. */
  amountMinor: number
  currency: string
  status: "successful" | "pending" | "failed" | "abandoned"
  /** How it was paid, such as `card`; "" when the provider does not tell. */
  method: string
}

/** What a provider needs to know of an order to have it paid. */
export interface PayableOrder {
  txRef: string
  title: string
  amountMinor: number
  currency: Currency
  buyer: { email: string; name: string; phone: string }
  /** Where the order's own page is. */
  returnUrl: string
  /** Seconds until the order expires, at least one. */
  secondsLeft: number
}

/** Of which order and transaction a notice speaks; nothing in it is believed, it only says what to ask about. */
export interface NoticeHint {
  txRef: string
  transactionId: string | null
}

/** Takes money. One implementation per provider, each in a folder of its own. */
export interface PaymentProvider {
  /** As orders keep it for good, in the setting PAYMENTS and in the address of its notices. */
  readonly kind: string
  /** What the browser needs to have the order paid; null when nothing can be paid here. */
  checkoutFor(order: PayableOrder): Checkout | null
  /** Address of a page on which it can be paid without our script; null when there is none. @throws Error when not reached */
  linkFor(order: PayableOrder, signal: AbortSignal): Promise<string | null>
  /** @returns null when there is no such transaction @throws Error when the provider gave no usable answer */
  findById(id: string, signal: AbortSignal): Promise<ProviderTransaction | null>
  /** The transaction that counts most of those that name the order: a successful one before all others. @throws likewise */
  findByReference(txRef: string, signal: AbortSignal): Promise<ProviderTransaction | null>
  /** Every successful one that names the order: it may have been paid more than once. @throws likewise */
  listPaid(txRef: string, signal: AbortSignal): Promise<ProviderTransaction[]>
  /** @param body as it arrived @returns null when it does not come from the provider, "nothing" when it is of no use */
  readNotice(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: Buffer,
  ): NoticeHint | "nothing" | null
}

/** Providers that are set up. An order belongs to the one it was opened with, for good. */
export interface PaymentProviders {
  /** The one with which new orders are opened; null: nothing can be ordered. */
  forNewOrders: PaymentProvider | null
  /** All of them, by kind: those of earlier orders are asked too. */
  opened: ReadonlyMap<string, PaymentProvider>
}

/** What the sandbox's two halves agree on: the provider that is asked, and its pages and notices. */
export const sandbox = {
  kind: "sandbox",
  /** Where it lets people pay. */
  path: "/dev/pay",
  /** Header with the signature of its notices. */
  signatureHeader: "x-sandbox-signature",
  /** The key with which it signs; every process of an installation has the same. */
  secret: (tokenKey: Buffer): string => createHmac("sha256", tokenKey).update("payments sandbox").digest("hex"),
}
