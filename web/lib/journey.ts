import { queryOptions } from "@tanstack/react-query"
import { admissionChanged, getJourney, type Journey } from "#contract/product/admissions.ts"
import { orderPaymentChanged } from "#contract/product/orders.ts"
import { call } from "./call.ts"
import { queryKeys } from "./query-keys.ts"
import { type Listener, on } from "./realtime.ts"

/** The person's way into a program. */
export const journeyQuery = queryOptions({
  queryKey: queryKeys.journey,
  queryFn: async ({ signal }) => (await call(getJourney, { signal })).data,
})

/** Whether somebody has taken a place in a cohort, which opens the learner portal; completed ones count. */
export function hasPlace({ enrolment, others }: Journey): boolean {
  return [enrolment, ...others.map((other) => other.enrolment)].some(
    (place) => place !== null && place.state !== "offered" && place.state !== "ended",
  )
}

/** A step of the application or a payment shows at once. */
export const journeyEvents: readonly Listener[] = [
  on(admissionChanged, (_payload, queries) => queries.invalidateQueries({ queryKey: queryKeys.journey })),
  on(orderPaymentChanged, (_payload, queries) => queries.invalidateQueries({ queryKey: queryKeys.journey })),
]
