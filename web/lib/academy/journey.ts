import { queryOptions } from "@tanstack/react-query"
import type { Journey } from "#contract/academy/admissions.ts"
import { lazyCall } from "#web/lib/calls/lazy-call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { takeEarlyHome } from "#web/lib/session/early-session.ts"

/** The person's way into a program. */
export const journeyQuery = queryOptions({
  queryKey: queryKeys.journey,
  meta: { isKept: true },
  queryFn: async ({ signal }) =>
    (await takeEarlyHome<{ data: Journey }>("/academy/journey"))?.data ??
    (await lazyCall(async () => (await import("#contract/academy/admissions.ts")).getJourney, { signal })).data,
})

/** Whether somebody has taken a place in a cohort, which opens the learner portal; completed ones count. */
export function hasPlace({ enrolment, others }: Journey): boolean {
  return [enrolment, ...others.map((other) => other.enrolment)].some(
    (place) => place !== null && place.state !== "offered" && place.state !== "ended",
  )
}
