import { queryOptions } from "@tanstack/react-query"
import { getTermsState } from "#contract/identity/terms.ts"
import { call } from "./call.ts"
import { queryKeys } from "./query-keys.ts"

/** The terms that hold, and whether the person agreed to them. Asked once for each time the product is opened. */
export const termsStateQuery = queryOptions({
  queryKey: queryKeys.termsState,
  queryFn: async ({ signal }) => (await call(getTermsState, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})
