import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { lockAccount } from "#server/features/identity/accounts/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import { stateOf } from "./cohorts/cohort-state.ts"
import { cohortToApplyFor } from "./cohorts/cohorts.ts"
import { dayOf, isStillOnItsWay } from "./cohorts/days.ts"
import { findOpenCohort, lockCohort } from "./records/cohort-queries.ts"
import { applicationsCollection } from "./records/collection.ts"
import { move, showAcademyRecord } from "./records/moves.ts"
import {
  findOfPayment,
  findPerson,
  findPlaceLike,
  hasOpen,
  insertApplication,
  insertGuardian,
  insertStep,
} from "./records/queries.ts"
import { queueEmail } from "./sending/email-job.ts"

/** Who agreed for a person of 16 or 17 years. */
export interface Guardian {
  name: string
  contact: string
}

/**
 * Whether this person may pay the fee for this program now.
 * @throws AppError `not_found`, `cohort_closed`, `cohort_full`, `not_allowed` without a confirmed address,
 *   `application_open` while another application is on its way or the person has a place in the program
 */
export async function checkMayApply(s: Pick<Services, "now">, db: Db, accountId: string, programId: string) {
  const cohort = await cohortToApplyFor(db, programId, s.now())
  const person = await findPerson(db, accountId)
  if (!person?.isEmailVerified) throw new AppError("not_allowed", "Please confirm your e-mail address first.")
  const refusal = await whyNotAnother(db, accountId, cohort)
  if (refusal) throw new AppError("application_open", refusal)
  return cohort
}

/** @returns why the person cannot apply for the cohort beside what they have; null when they can */
async function whyNotAnother(db: Db, accountId: string, cohort: ApplicableCohort): Promise<string | null> {
  if (await hasOpen(db, accountId)) {
    return "You have an application under way. A new one can follow its decision."
  }
  const place = await findPlaceLike(db, accountId, { programId: cohort.programId, cohortId: cohort.id })
  if (place === undefined) return null
  if (place === "completed") return "You have finished this program already."
  return place === "waitlisted"
    ? "You are on the waitlist of this cohort already."
    : "You have a place in this program already."
}

interface ApplicableCohort {
  id: string
  programId: string
}

/** What a verified fee says of the application that it is for. */
interface PaidFee {
  accountId: string
  programId: string
  orderReference: string
  guardian: Guardian | null
  /** What was ordered, and when; absent in orders from before this was kept, which count as late. */
  cohortId?: string | undefined
  orderedAt?: Date | undefined
}

/**
 * Makes the application whose fee was verified: submitted, then paid, with the stage and the program in the profile and
 * the letters queued, in the caller's transaction. The same payment makes one application, however often it is told. Cohort,
 * last day and what the person has by now are looked at again (docs/product-rules.md#late-money).
 * @returns null, or why it cannot be made any more; nothing is written then
 */
export async function openApplication(s: Services, tx: Tx, paid: PaidFee): Promise<string | null> {
  const { accountId, programId, orderReference, guardian } = paid
  // Of two fees that come at once, the second finds the application of the first.
  if (!(await lockAccount(tx, accountId))) return "The account is gone."
  if (await findOfPayment(tx, orderReference)) return null
  const found = await cohortOfPaid(s, tx, paid)
  if (typeof found === "string") return found
  const cohort = found
  const refusal = await whyNotAnother(tx, accountId, cohort)
  if (refusal !== null) return refusal
  const program = findProgram(programId)?.program_name ?? programId
  const at = s.now()
  const id = newId()
  await insertApplication(tx, {
    id,
    accountId,
    program,
    programId,
    paymentReference: orderReference,
    cohortId: cohort.id,
    tuition: cohort.tuition,
    at,
  })
  if (guardian) await insertGuardian(tx, { applicationId: id, accountId, ...guardian, consentedAt: at })
  await insertStep(tx, { applicationId: id, status: "submitted", actor: "applicant", operatorId: null, note: "", at })
  await publishDocument(tx, s.config, applicationsCollection, { id }, "create")
  await move(s, tx, { id, accountId, status: "submitted" }, "paid", { by: "server" })
  await showAcademyRecord(s, tx, accountId, { stage: "applied", program, programId, cohort: String(cohort.number) })
  await queueEmail(s, tx, { id, accountId }, { name: "application-received" })
  await queueEmail(s, tx, { id, accountId }, { name: "study-kit" })
  return null
}

/**
 * The cohort that was paid for, held. Who ordered in time is in, even when applications closed while the money was on its way,
 * but never once the first class was.
 * @returns the cohort, or why nobody can be put into it any more
 */
async function cohortOfPaid(s: Pick<Services, "now">, tx: Tx, paid: PaidFee) {
  const id = paid.cohortId ?? (await findOpenCohort(tx, paid.programId))?.id
  const cohort = id === undefined ? undefined : await lockCohort(tx, id)
  if (!cohort) return "No cohort of this program takes applications now."
  const state = stateOf(cohort, dayOf(s.now()))
  if (state === "begun") return `Cohort ${cohort.number} has begun.`
  if (state === "open" || isStillOnItsWay(s, paid.orderedAt)) return cohort
  return state === "full"
    ? `Every seat of cohort ${cohort.number} is taken.`
    : `Applications for cohort ${cohort.number} are closed.`
}
