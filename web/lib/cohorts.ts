import { queryOptions } from "@tanstack/react-query"
import { lateCall } from "./late-call.ts"
import { queryKeys } from "./query-keys.ts"

/** For every program the cohort one can apply for, or why one cannot. */
export const cohortsQuery = queryOptions({
  queryKey: queryKeys.cohorts,
  queryFn: async ({ signal }) =>
    (await lateCall(async () => (await import("#contract/academy/admissions.ts")).listCohortStates, { signal })).data,
  staleTime: 60_000,
})
