import type { OrderedItem } from "#server/declarations/order-item.ts"
import type { OrderItem, Services } from "#server/declarations/services.ts"
import type { OrderRow } from "./queries.ts"

/** The item that a text such as `credits:basic` speaks of, and its name there; null when there is none of that kind. */
export function findItem(
  { orderItems }: Pick<Services, "orderItems">,
  text: string,
): { item: OrderItem; name: string } | null {
  const [kind = "", ...rest] = text.split(":")
  const item = orderItems.find((one) => one.kind === kind)
  return item ? { item, name: rest.join(":") } : null
}

/** An order as its item sees it. */
export function toOrderedItem(order: OrderRow): OrderedItem {
  const { txRef, accountId, item, title, options, details } = order
  return { txRef, accountId, name: item.slice(item.indexOf(":") + 1), title, options, details }
}
