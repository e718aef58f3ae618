import { admissionRules } from "#contract/catalogue/applications.ts"
import { addDays } from "#contract/catalogue/tuition.ts"
import { dayOf } from "./days.ts"

interface CohortDays {
  startsOn: string
  enrolBy: string
}

/**
 * Last day on which an offered place can be taken, as YYYY-MM-DD: the cohort's, and for a place offered late some days
 * from the offer on, but not the day of the first class (docs/product-rules.md#places).
 */
export function lastDayForPlace({ startsOn, enrolBy }: CohortDays, offeredAt: Date): string {
  const [ownDays, eve] = [addDays(dayOf(offeredAt), admissionRules.offerDays), addDays(startsOn, -1)]
  const late = ownDays < eve ? ownDays : eve
  return late > enrolBy ? late : enrolBy
}

/** Whether a place can be offered now: never one that would be gone the same day. */
export function mayOffer(cohort: CohortDays, now: Date): boolean {
  return lastDayForPlace(cohort, now) > dayOf(now)
}
