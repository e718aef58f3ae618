import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { lockAccount } from "#server/features/identity/accounts/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import { cohortToApplyFor } from "./cohorts/cohorts.ts"
import { listCohorts } from "./records/cohort-queries.ts"
import { applicationsCollection } from "./records/collection.ts"
import { move, showAcademyRecord } from "./records/moves.ts"
import { findOfPayment, findPerson, hasOpen, insertApplication, insertGuardian, insertStep } from "./records/queries.ts"
import { queueEmail } from "./sending/email-job.ts"

/** Who agreed for a person of 16 or 17 years. */
export interface Guardian {
  name: string
  contact: string
}

/**
 * Whether this person may pay the fee for this program now.
 * @throws AppError `not_found`, `cohort_closed`, `cohort_full`, `not_allowed` without a confirmed address,
 *   `application_open` while another application is on its way
 */
export async function checkMayApply(s: Pick<Services, "now">, db: Db, accountId: string, programId: string) {
  const cohort = await cohortToApplyFor(db, programId, s.now())
  const person = await findPerson(db, accountId)
  if (!person?.isEmailVerified) throw new AppError("not_allowed", "Please confirm your e-mail address first.")
  if (await hasOpen(db, accountId)) {
    throw new AppError("application_open", "You have an application under way. A new one can follow its decision.")
  }
  return cohort
}

/**
 * Makes the application whose fee was verified: submitted, then paid, with the stage and the program in the profile and
 * the letters queued, in the caller's transaction. The same payment makes one application, however often it is told.
 * @returns null, or why it cannot be made any more; nothing is written then
 */
export async function openApplication(
  s: Services,
  tx: Tx,
  paid: { accountId: string; programId: string; orderReference: string; guardian: Guardian | null },
): Promise<string | null> {
  const { accountId, programId, orderReference, guardian } = paid
  // Of two fees that come at once, the second finds the application of the first.
  if (!(await lockAccount(tx, accountId))) return "The account is gone."
  if (await findOfPayment(tx, orderReference)) return null
  if (await hasOpen(tx, accountId)) return "Another application is under way."
  const cohort = await cohortOfPaid(tx, programId)
  if (!cohort) return "The program cannot be applied for."
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

/** Who paid in time is in, even when applications closed while the money was on its way. */
async function cohortOfPaid(tx: Tx, programId: string) {
  const cohorts = (await listCohorts(tx)).filter((cohort) => cohort.programId === programId)
  return cohorts.find(({ isOpen }) => isOpen) ?? cohorts[0]
}
