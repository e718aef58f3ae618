import type { CohortView } from "#contract/academy/admissions.ts"

interface CohortFacts {
  startsOn: string
  applyBy: string
  isOpen: boolean
  seats: number
  /** Seats that somebody has. */
  taken: number
}

/** What a cohort is for applicants on a day. */
export function stateOf(cohort: CohortFacts, today: string): CohortView["state"] {
  if (cohort.startsOn <= today) return "begun"
  if (!cohort.isOpen || cohort.applyBy < today) return "closed"
  return cohort.taken >= cohort.seats ? "full" : "open"
}
