import { queryOptions } from "@tanstack/react-query"
import { getOffer } from "#contract/product/credits.ts"
import { call } from "#web/lib/call.ts"
import { queryKeys } from "#web/lib/query-keys.ts"

/** The ways to pay that are connected. */
export const offerQuery = queryOptions({
  queryKey: queryKeys.offer,
  queryFn: async ({ signal }) => (await call(getOffer, { signal })).data,
})
