import { queryOptions } from "@tanstack/react-query"
import { listCohortStates } from "#contract/product/admissions.ts"
import { call } from "./call.ts"
import { queryKeys } from "./query-keys.ts"

/** For every program the cohort one can apply for, or why one cannot. */
export const cohortsQuery = queryOptions({
  queryKey: queryKeys.cohorts,
  queryFn: async ({ signal }) => (await call(listCohortStates, { signal })).data,
  staleTime: 60_000,
})
