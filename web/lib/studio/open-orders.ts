import { queryOptions } from "@tanstack/react-query"
import { listOpenOrders } from "#contract/studio/generations.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { takeOpenWork } from "./open-work.ts"

/** Own orders that are on their way, newest first; all other work under way comes with them. */
export const openOrdersQuery = queryOptions({
  queryKey: queryKeys.openOrders,
  queryFn: async ({ signal, client }) => takeOpenWork(client, await call(listOpenOrders, { signal })),
})
