import { queryOptions } from "@tanstack/react-query"
import { type CohortView, listCohortStates } from "#contract/product/admissions.ts"
import { call } from "./call.ts"
import { formatDate } from "./format.ts"
import { queryKeys } from "./query-keys.ts"

/** For every program the cohort one can apply for, or why one cannot. */
export const cohortsQuery = queryOptions({
  queryKey: queryKeys.cohorts,
  queryFn: async ({ signal }) => (await call(listCohortStates, { signal })).data,
  staleTime: 60_000,
})

/** What a cohort is for somebody who wants to apply, honestly. */
export function cohortNote(cohort: CohortView): string {
  const { number, state, startsOn, applyBy, isPlanned } = cohort
  const start = formatDate(startsOn)
  switch (state) {
    case "begun":
      return `Cohort ${number} began on ${start}. No other cohort is open yet.`
    case "closed":
      return `Cohort ${number} begins on ${start}. Applications are closed.`
    case "full":
      return `Cohort ${number} begins on ${start}. Every seat is taken.`
    case "open":
      return `Cohort ${number} ${isPlanned ? "is planned for" : "begins on"} ${start}. Apply by ${formatDate(applyBy)}.`
  }
}
