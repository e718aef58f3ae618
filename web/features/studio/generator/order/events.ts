import { balanceChanged } from "#contract/money/credits.ts"
import { orderFinished, orderProgressed } from "#contract/studio/generations.ts"
import { type Listener, on, readAgain } from "#web/lib/calls/realtime.ts"
import { openOrdersQuery } from "#web/lib/studio/open-orders.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { isOpen } from "./order-view.ts"
import { findKnownOrder, keepOrder } from "./orders.ts"
import { showOutcome } from "./outcome.ts"

/** Keeps running orders moving on the screen. */
export const studioEvents: readonly Listener[] = [
  on(orderProgressed, [openOrdersQuery.queryKey], ({ id, progress, previews }, queries) => {
    const order = findKnownOrder(queries, id)
    if (order === undefined) readAgain(queries, [openOrdersQuery.queryKey])
    else if (isOpen(order)) keepOrder(queries, { ...order, status: "drawing", progress, previews })
  }),

  on(orderFinished, [openOrdersQuery.queryKey], ({ order }, queries) => showOutcome(queries, order)),

  // Credits move when an order is taken, long before its call is answered; a payment may have opened private pictures.
  on(balanceChanged, [openOrdersQuery.queryKey, studioQuery.queryKey]),
]
