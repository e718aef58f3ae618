import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { getOrder, type Order } from "#contract/studio/generations.ts"
import { call } from "#web/lib/calls/call.ts"
import { putAnswer } from "#web/lib/calls/put-answer.ts"
import { openOrdersQuery } from "#web/lib/studio/open-orders.ts"
import { isOpen } from "./order-view.ts"

/** Time between two looks at an order that is on its way, in ms: realtime is faster, but may be down (docs/product-rules.md#waiting-time). */
export const pollEveryMs = 2_000

/** One order, looked at again until it has an outcome. */
export function orderQuery(orderId: string) {
  return queryOptions({
    queryKey: ["getOrder", orderId],
    queryFn: async ({ signal }) => (await call(getOrder, { params: { orderId }, signal })).data,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : pollEveryMs),
    refetchIntervalInBackground: true,
  })
}

/** Puts what is now known of an order where screens look for it; an outcome takes it off the open list. */
export function keepOrder(queries: QueryClient, order: Order): void {
  putAnswer(queries, orderQuery(order.id).queryKey, order)
  queries.setQueryData(openOrdersQuery.queryKey, (orders) =>
    isOpen(order)
      ? orders?.map((known) => (known.id === order.id ? order : known))
      : orders?.filter((known) => known.id !== order.id),
  )
}

/** @returns what is known of an order here, without asking the server */
export function findKnownOrder(queries: QueryClient, orderId: string): Order | undefined {
  return (
    queries.getQueryData(orderQuery(orderId).queryKey) ??
    queries.getQueryData(openOrdersQuery.queryKey)?.find((order) => order.id === orderId)
  )
}
