import { queryOptions } from "@tanstack/react-query"
import { getTermsState } from "#contract/identity/terms.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"

/** The terms that hold, and whether the person agreed to them. Asked once for each time the product is opened. */
export const termsStateQuery = queryOptions({
  queryKey: queryKeys.termsState,
  queryFn: async ({ signal }) => (await call(getTermsState, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})
