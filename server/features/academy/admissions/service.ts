import type { Db, Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { academyRecordOf } from "#server/features/identity/profiles/service.ts"
import { dayOf as academyDayOf } from "./cohorts/days.ts"
import { effectOfDays as daysEffect } from "./date-change.ts"
import * as emailWords from "./emails/words.ts"
import * as changes from "./enrolment-changes.ts"
import * as tuition from "./enrolments/tuition.ts"
import * as enrolments from "./enrolments.ts"
import { findCohort } from "./records/cohort-queries.ts"
import { showAcademyRecord } from "./records/moves.ts"

/** The place in a cohort that counts of a person's, with what the portal needs to know of it; null without one. */
export const enrolmentOf = enrolments.enrolmentOf

/** The places in which a person learns or has learnt, with what the portal needs to know of them. */
export const placesOf = enrolments.placesOf

/** Ends a place whose learner has done everything, and the application with it. */
export const completeEnrolment = enrolments.completeEnrolment

/** Whether the owner of a place may pay a part of its tuition now, writing such a payment down, and taking it back. */
export const { checkMayPay, payTuition, returnTuition } = enrolments

/** A cohort with its days; undefined for an unknown one. */
export const cohortOf = findCohort

/** What other days of a cohort would do to the people in it. */
export const effectOfDays = daysEffect

/** The academy's day at a moment, as YYYY-MM-DD. */
export const dayOf = academyDayOf

/** "1 December 2026". */
export const { dayInWords } = emailWords

/** What a place's tuition comes to now: `locked` closes lessons. */
export const tuitionStateOf = tuition.tuitionStateOf

/** Changes of a person's stage and cohort in an operator's name; what no step allows is refused. */
export const { moveToCohort, setStageOf } = changes

/** The stage in a person's profile: `prospect`, `applied` or `fusion`; "" without a profile. */
export async function stageOf(db: Db, accountId: string): Promise<string> {
  return (await academyRecordOf(db, accountId))?.stage ?? ""
}

/** Marks the portal of somebody who has a place as activated, once the mailbox set the password. */
export async function activatePortal(s: Services, tx: Tx, accountId: string): Promise<void> {
  const place = await enrolments.enrolmentOf(tx, accountId)
  if (place && place.status !== "ended") await showAcademyRecord(s, tx, accountId, { isActivated: true })
}
