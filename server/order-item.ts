import type { z } from "zod"
import type { Currency, PaymentOrder } from "#contract/product/orders.ts"
import type { Tx } from "#server/db/open.ts"
import type { OrderDetails } from "#server/db/tables/payments.ts"
import type { Services } from "./services.ts"

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

/**
 * A kind of thing that can be ordered and paid for; all are listed in `order-items.ts`. The payments feature imports that
 * list, so an item and the service behind it cannot import the payments feature.
 */
export interface OrderItem<Options extends z.ZodType = z.ZodType> {
  /** First part of the item's text, such as `credits` in `credits:basic`. */
  kind: string
  /** What the order call's `options` must be for it. */
  options: Options
  /** Whether the buyer's address must be confirmed first. */
  needsVerified: boolean
  /**
   * Checks that this person may order it now, in the transaction that writes the order.
   * @param name what follows the kind
   * @throws AppError when it does not exist, is closed, or is not for this person
   */
  quote(tx: Tx, s: Services, buyer: Buyer, name: string, options: z.output<Options>): Promise<Quote>
  /**
   * Gives what was paid, in the transaction that settles the order; called once for an order.
   * @returns null, or why it cannot be given any more; it must have written nothing then, and the money goes back
   */
  grant(tx: Tx, s: Services, order: OrderedItem): Promise<string | null>
  /** Takes back what is left of it when the money goes back. @returns what was taken, in words for the record */
  takeBack?(tx: Tx, s: Services, order: OrderedItem): Promise<string>
  /**
   * What the buyer reads once it is paid, and where to go on.
   * @param isReferenceGood whether the order's reference can still be redeemed, for an item that keeps one
   */
  success(order: OrderedItem, isReferenceGood: boolean): NonNullable<PaymentOrder["success"]>
}

export function orderItem<Options extends z.ZodType>(definition: OrderItem<Options>): OrderItem<Options> {
  return definition
}
