import { queryOptions } from "@tanstack/react-query"
import { type FeeSlug, usualFees } from "#contract/catalogue/fees.ts"
import { getFees } from "#contract/product/fees.ts"
import { call } from "./call.ts"
import { queryKeys } from "./query-keys.ts"

/** What everything costs on this installation; the usual prices until that is known. */
export const feesQuery = queryOptions({
  queryKey: queryKeys.fees,
  queryFn: async ({ signal }): Promise<Partial<Record<FeeSlug, number>>> => (await call(getFees, { signal })).data,
  placeholderData: usualFees,
  staleTime: 300_000,
})
