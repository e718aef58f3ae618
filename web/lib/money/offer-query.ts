import { queryOptions } from "@tanstack/react-query"
import { getOffer } from "#contract/money/credits.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"

/** The ways to pay that are connected, and whether paying is only played. */
export const offerQuery = queryOptions({
  queryKey: queryKeys.offer,
  queryFn: async ({ signal }) => (await call(getOffer, { signal })).data,
})
