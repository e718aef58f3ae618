import type { CohortView } from "#contract/academy/admissions.ts"
import { formatDate } from "#web/lib/format/format.ts"

/** What the fee locks, beside the specified words that it locks the seat (docs/decisions/020-admissions.md). */
export const lockedSeat =
  "What is locked is your place in the procedure: study kit, assessment and interview. A seat in class comes with admission."

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
