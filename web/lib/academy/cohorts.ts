import { queryOptions } from "@tanstack/react-query"
import { lazyCall } from "#web/lib/calls/lazy-call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"

/** For every program the cohort one can apply for, or why one cannot. */
export const cohortsQuery = queryOptions({
  queryKey: queryKeys.cohorts,
  queryFn: async ({ signal }) =>
    (await lazyCall(async () => (await import("#contract/academy/admissions.ts")).listCohortStates, { signal })).data,
  staleTime: 60_000,
})
