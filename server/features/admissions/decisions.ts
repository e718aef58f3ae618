import { seatedStatuses } from "#contract/catalogue/applications.ts"
import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import type { Tx } from "#server/db/open.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Services } from "#server/services.ts"
import { countScholarships, findNextInLine, lockCohort } from "./cohort-queries.ts"
import { endEnrolment } from "./enrolment-queries.ts"
import { offerPlace } from "./enrolments.ts"
import { endInterview, findBooked } from "./interview-queries.ts"
import { queueLetter } from "./letter-job.ts"
import { lockedApplication, type MoveBy, move, showStanding } from "./moves.ts"
import { type Application, findApplication, findLatest, findOfPayment, setScholarship } from "./queries.ts"

/** What an operator decides about an application. */
export interface Decision {
  outcome: "admitted" | "waitlisted" | "declined"
  /** For the letter; "" for nothing. */
  note: string
  scholarship: "full" | "partial" | null
  /** Naira of a partial scholarship. */
  awardNaira: number | null
}

/**
 * Decides about an application, with its letter. A seat is counted while the cohort is locked.
 * @throws AppError `not_found`, `step_not_allowed`, `cohort_full`, `general_argument_invalid`
 */
export async function decide(
  s: Services,
  tx: Tx,
  applicationId: string,
  operatorId: string,
  decision: Decision,
): Promise<void> {
  const cohort = await lockCohortOf(tx, applicationId)
  const application = await lockedApplication(tx, applicationId)
  const by: MoveBy = { by: "operator", operatorId, note: decision.note }
  if (decision.outcome !== "admitted") {
    if (decision.scholarship) throw new AppError("general_argument_invalid", "A scholarship goes with an admission.")
    await move(s, tx, application, decision.outcome, by)
    await queueLetter(s, tx, application, { name: decision.outcome, note: decision.note })
    if (decision.outcome === "declined") await showNoProgram(s, tx, application)
    return
  }
  if (cohort.taken >= cohort.seats) {
    throw new AppError(
      "cohort_full",
      "Every seat of this cohort is taken. The waitlist gives the next free one by itself.",
    )
  }
  await award(tx, application, cohort, decision)
  await admit(s, tx, application, cohort.id, by)
}

/** Puts the applicant into a seat that is known to be free. */
async function admit(s: Services, tx: Tx, application: Application, cohortId: string, by: MoveBy): Promise<void> {
  await move(s, tx, application, "admitted", by)
  await offerPlace(s, tx, application, cohortId)
  await queueLetter(s, tx, application, { name: "admitted", note: by.note ?? "" })
}

type Cohort = NonNullable<Awaited<ReturnType<typeof lockCohort>>>

async function award(tx: Tx, application: Application, cohort: Cohort, decision: Decision): Promise<void> {
  const { scholarship, awardNaira } = decision
  if (!scholarship) return
  const allowed = scholarship === "full" ? cohort.fullScholarships : cohort.partialScholarships
  if ((await countScholarships(tx, cohort.id, scholarship)) >= allowed) {
    throw new AppError("step_not_allowed", `Every ${scholarship} scholarship of this cohort is given (${allowed}).`)
  }
  const tuition = Number(findProgram(application.programId)?.payment.discounted_total ?? 0)
  const naira = scholarship === "full" ? tuition : (awardNaira ?? 0)
  if (naira <= 0 || (scholarship === "partial" && naira >= tuition)) {
    throw new AppError("general_argument_invalid", `A partial scholarship is between ₦1 and ₦${tuition - 1}.`)
  }
  await setScholarship(tx, application.id, { scholarship, awardMinor: String(naira * 100) })
}

/** @throws AppError `not_found` */
async function lockCohortOf(tx: Tx, applicationId: string): Promise<Cohort> {
  const application = await findApplication(tx, applicationId)
  const cohort = application?.cohortId ? await lockCohort(tx, application.cohortId) : undefined
  if (!cohort) throw new AppError("not_found", "This application does not exist.")
  return cohort
}

/** Gives free seats of a locked cohort to those who wait longest. */
export async function fillSeats(s: Services, tx: Tx, cohortId: string): Promise<void> {
  const cohort = await lockCohort(tx, cohortId)
  if (!cohort) return
  for (let free = cohort.seats - cohort.taken; free > 0; free--) {
    const next = await findNextInLine(tx, cohortId)
    if (!next) return
    const application = await lockedApplication(tx, next.id)
    await admit(s, tx, application, cohortId, { by: "server", note: "A seat became free." })
  }
}

/**
 * Ends an application with all that hangs on it: the interview's slot, the place, and the seat, which goes to the
 * waitlist.
 * @throws AppError `not_found`, `step_not_allowed`
 */
export async function withdraw(s: Services, tx: Tx, applicationId: string, by: MoveBy): Promise<void> {
  const cohort = await lockCohortOf(tx, applicationId)
  const application = await lockedApplication(tx, applicationId)
  const hadSeat = seatedStatuses.some((status) => status === application.status)
  const at = s.now()
  await move(s, tx, application, "withdrawn", by)
  const interview = await findBooked(tx, applicationId)
  if (interview) await endInterview(tx, interview.id, "cancelled", at)
  await endEnrolment(tx, applicationId, "ended", at)
  await showNoProgram(s, tx, application)
  await queueLetter(s, tx, application, { name: "withdrawn", note: by.by === "applicant" ? "" : (by.note ?? "") })
  if (hadSeat) await fillSeats(s, tx, cohort.id)
}

/** Shows the person as a prospect again, who may apply for something else. */
async function showNoProgram(s: Services, tx: Tx, application: Application): Promise<void> {
  const latest = await findLatest(tx, application.accountId)
  if (latest?.id !== application.id) return
  await showStanding(s, tx, application.accountId, { stage: "prospect", program: null, programId: null })
}

/** Takes an application back whose fee was returned. @returns what became of it, in words */
export async function takeApplicationBack(s: Services, tx: Tx, orderReference: string): Promise<string> {
  const application = await findOfPayment(tx, orderReference)
  if (!application) return "There was no application."
  if (["declined", "withdrawn", "completed"].includes(application.status)) return "The application had ended."
  await withdraw(s, tx, application.id, { by: "server", note: "The application fee was returned." })
  return "The application was withdrawn."
}
