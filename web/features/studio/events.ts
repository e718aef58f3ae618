import { balanceChanged } from "#contract/product/credits.ts"
import { orderFinished, orderProgressed } from "#contract/product/generations.ts"
import { type Listener, on } from "#web/lib/realtime.ts"
import { studioQuery } from "#web/lib/studio-query.ts"
import { announceReady } from "./announce.tsx"
import { isOpen } from "./order-view.ts"
import { findKnownOrder, keepFinished, keepOrder, openOrdersQuery } from "./orders.ts"

/** Keeps running orders moving on the screen. */
export const studioEvents: readonly Listener[] = [
  on(orderProgressed, ({ id, progress, previews }, queries) => {
    const order = findKnownOrder(queries, id)
    if (order === undefined) void queries.invalidateQueries({ queryKey: openOrdersQuery.queryKey })
    else if (isOpen(order)) keepOrder(queries, { ...order, status: "drawing", progress, previews })
  }),

  on(orderFinished, ({ order }, queries) => {
    keepOrder(queries, order)
    if (order.status !== "ready") return
    keepFinished(queries, order)
    announceReady(order)
  }),

  // Credits move when an order is taken, long before its call is answered; a payment may have opened private pictures.
  on(balanceChanged, (_balance, queries) => {
    void queries.invalidateQueries({ queryKey: openOrdersQuery.queryKey })
    void queries.invalidateQueries({ queryKey: studioQuery.queryKey })
  }),
]
