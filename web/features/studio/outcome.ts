import type { QueryClient } from "@tanstack/react-query"
import type { Order } from "#contract/product/generations.ts"
import { announceFailedOrder, announceReady } from "./announce.tsx"
import { isOpen } from "./order-view.ts"
import { findKnownOrder, keepFinished, keepOrder, orderQuery } from "./orders.ts"

/** Shows everywhere what became of an order. */
export function showOutcome(queries: QueryClient, order: Order): void {
  keepOrder(queries, order)
  if (order.status === "failed") announceFailedOrder(order)
  if (order.status !== "ready") return
  keepFinished(queries, order)
  announceReady(order)
}

/** Asks what became of an order that is no longer on its way, unless that is known here already. */
export async function lookUpOutcome(queries: QueryClient, orderId: string): Promise<void> {
  const known = findKnownOrder(queries, orderId)
  if (known && !isOpen(known)) return
  try {
    const order = await queries.fetchQuery({ ...orderQuery(orderId), retry: false })
    if (!isOpen(order)) showOutcome(queries, order)
  } catch {
    // The gallery shows it all the same.
  }
}
