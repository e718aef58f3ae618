import type { Currency } from "#contract/money/orders.ts"
import type { OrderDetails } from "#server/db/tables/payments.ts"

/** Who orders. */
export interface Buyer {
  accountId: string
  isVerified: boolean
}

/** What an order of an item would be, for this person and now. */
export interface Quote {
  /** One line for the order page and the receipt. */
  title: string
  /** Kobo and cents. A currency that is missing is not offered for this item. */
  prices: Readonly<Partial<Record<Currency, number>>>
  /** What was promised for the price, so that a later change of the price list changes nothing here. */
  details?: OrderDetails
  /** Whether promotion codes count. */
  takesPromotions: boolean
}

/** An order as the item that it is about sees it. */
export interface OrderedItem {
  txRef: string
  /** Null when the buyer's account is gone; then nothing can be given. */
  accountId: string | null
  /** What follows the kind in the item's text. */
  name: string
  title: string
  /** As the item's schema for options left them when it was ordered. */
  options: Record<string, unknown>
  details: OrderDetails
}

/** A moment that was kept with an order; undefined when none was. */
export function momentOf(kept: OrderDetails[string] | undefined): Date | undefined {
  return typeof kept === "string" ? new Date(kept) : undefined
}
