import { type DeclineReason, declineReasons, endedStatuses, seatedStatuses } from "#contract/catalogue/applications.ts"
import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { formatNumber } from "#server/platform/text/format-number.ts"
import { admit } from "./admit.ts"
import { mayOffer } from "./cohorts/place-days.ts"
import { fillSeats } from "./fill-seats-job.ts"
import { endInterview, findBooked } from "./interviews/interview-queries.ts"
import { countScholarships } from "./records/cohort-queries.ts"
import { endEnrolment } from "./records/enrolment-queries.ts"
import {
  type Cohort,
  lockedApplication,
  lockedWithCohort,
  type MoveBy,
  move,
  showAcademyRecord,
} from "./records/moves.ts"
import { type Application, findOfPayment, findPresent, setScholarship } from "./records/queries.ts"
import { queueEmail } from "./sending/email-job.ts"

/** What an operator decides about an application. */
export interface Decision {
  outcome: "admitted" | "waitlisted" | "declined"
  /** For the letter; "" for nothing. */
  note: string
  /** Why it is declined; needed for that alone. */
  declineReason: DeclineReason | null
  scholarship: "full" | "partial" | null
  /** Naira of a partial scholarship. */
  awardNaira: number | null
}

/**
 * What the applicant reads of a decision: the reason of a refusal, then the operator's own words; "" for nothing.
 * @throws AppError `general_argument_invalid` for a refusal without a reason
 */
export function wordsOf({
  outcome,
  note,
  declineReason,
}: Pick<Decision, "outcome" | "note" | "declineReason">): string {
  if (outcome !== "declined") return note
  if (declineReason === null) {
    const message = "Please choose why: the letter tells it."
    throw new AppError("general_argument_invalid", message, { fields: { declineReason: message } })
  }
  return [declineReasons[declineReason].letter, note].filter((words) => words !== "").join("\n\n")
}

/**
 * Decides about an application, with its letter. A seat is counted while the cohort is locked.
 * @throws AppError `not_found`, `step_not_allowed`, `cohort_full`, `general_argument_invalid`
 */
export async function decide(
  s: Services,
  tx: Tx,
  applicationId: string,
  operatorId: string | null,
  decision: Decision,
): Promise<void> {
  const note = wordsOf(decision)
  const { cohort, application } = await lockedWithCohort(tx, applicationId)
  const by: MoveBy = { by: "operator", operatorId, note }
  if (decision.outcome !== "admitted") {
    if (decision.scholarship) throw new AppError("general_argument_invalid", "A scholarship goes with an admission.")
    await move(s, tx, application, decision.outcome, by)
    await queueEmail(s, tx, application, { name: decision.outcome, note })
    if (decision.outcome === "declined") await showWhatIsLeft(s, tx, application.accountId)
    return
  }
  if (cohort.taken >= cohort.seats) {
    throw new AppError(
      "cohort_full",
      "Every seat of this cohort is taken. The waitlist gives the next free one by itself.",
    )
  }
  if (!mayOffer(cohort, s.now())) {
    throw new AppError("step_not_allowed", "The last day for taking a place in this cohort is over. Move it first.")
  }
  await award(tx, application, cohort, decision)
  await admit(s, tx, application, cohort.id, by)
}

async function award(tx: Tx, application: Application, cohort: Cohort, decision: Decision): Promise<void> {
  const { scholarship } = decision
  if (!scholarship) return
  const allowed = scholarship === "full" ? cohort.fullScholarships : cohort.partialScholarships
  if ((await countScholarships(tx, cohort.id, scholarship)) >= allowed) {
    throw new AppError("step_not_allowed", `Every ${scholarship} scholarship of this cohort is given (${allowed}).`)
  }
  await setScholarship(tx, application.id, { scholarship, awardMinor: String(awardOf(application, decision) * 100) })
}

/** What a decision takes off the tuition, in naira. @throws AppError `general_argument_invalid` for an impossible amount */
export function awardOf(
  application: Pick<Application, "tuition" | "programId">,
  { scholarship, awardNaira }: Pick<Decision, "scholarship" | "awardNaira">,
): number {
  if (!scholarship) return 0
  const payment = application.tuition ?? findProgram(application.programId)?.payment
  const tuition = Number(payment?.discounted_total ?? 0)
  const naira = scholarship === "full" ? tuition : (awardNaira ?? 0)
  if (naira <= 0 || (scholarship === "partial" && naira >= tuition)) {
    const message = `A partial scholarship is between ₦1 and ₦${formatNumber(tuition - 1)}.`
    throw new AppError("general_argument_invalid", message, { fields: { award: message } })
  }
  return naira
}

/**
 * Ends an application with all that hangs on it: the interview's slot, the place, and the seat, which goes to the
 * waitlist.
 * @throws AppError `not_found`, `step_not_allowed`
 */
export async function withdraw(s: Services, tx: Tx, applicationId: string, by: MoveBy): Promise<void> {
  const application = await lockedApplication(tx, applicationId)
  const hadSeat = seatedStatuses.some((status) => status === application.status)
  const at = s.now()
  await move(s, tx, application, "withdrawn", by)
  const interview = await findBooked(tx, applicationId)
  if (interview) await endInterview(tx, interview.id, "cancelled", at)
  await endEnrolment(tx, applicationId, "ended", at)
  await showWhatIsLeft(s, tx, application.accountId)
  await queueEmail(s, tx, application, { name: "withdrawn", note: by.by === "applicant" ? "" : (by.note ?? "") })
  if (hadSeat && application.cohortId) await s.queue.enqueue(tx, fillSeats, { cohortId: application.cohortId })
}

/**
 * Shows the application that the person still has, after one came to nothing; without one, a prospect, who may apply for
 * something else.
 */
async function showWhatIsLeft(s: Services, tx: Tx, accountId: string): Promise<void> {
  const left = await findPresent(tx, accountId)
  const isEnded = !left || endedStatuses.some((status) => status === left.status)
  const record = isEnded ? { stage: "prospect", program: null, programId: null } : left
  const { stage, program, programId } = record
  await showAcademyRecord(s, tx, accountId, { stage, program, programId })
}

/** Takes an application back whose fee goes back. @returns what was taken, as `takeBack` of a payable item tells it */
export async function takeApplicationBack(s: Services, tx: Tx, orderReference: string): Promise<string> {
  const application = await findOfPayment(tx, orderReference)
  if (!application) return "nothing: there was no application"
  if (["declined", "withdrawn", "completed"].includes(application.status)) return "nothing: the application had ended"
  await withdraw(s, tx, application.id, {
    by: "server",
    note: "Your application fee goes back to you. Its order says once it was sent.",
  })
  return "the application"
}
