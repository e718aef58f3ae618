import { admissionChanged } from "#contract/academy/admissions.ts"
import { endedStatuses, seatedStatuses } from "#contract/catalogue/applications.ts"
import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { lockAccount } from "#server/features/identity/accounts/service.ts"
import { academyRecordOf } from "#server/features/identity/profiles/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { publishEvent } from "#server/platform/realtime/realtime.ts"
import { dayOf } from "./cohorts/days.ts"
import { lastDayForPlace } from "./cohorts/place-days.ts"
import { laterDays } from "./enrolments/tuition.ts"
import { fillSeats } from "./fill-seats-job.ts"
import * as cohorts from "./records/cohort-queries.ts"
import { applicationsCollection } from "./records/collection.ts"
import * as enrolments from "./records/enrolment-queries.ts"
import { type MoveBy, showAcademyRecord, showStage } from "./records/moves.ts"
import { type Application, findPresent, insertStep, lockApplication, setCohort } from "./records/queries.ts"

type Stage = "prospect" | "applied" | "fusion"

/** What an operator is told instead of a change of stage that no step makes. */
const wayTo: Readonly<Record<Stage, string>> = {
  prospect: "Only ending an application makes a prospect. Decline or withdraw it at Applications.",
  applied: "Only a paid application fee makes an applicant, and no learner becomes one again.",
  fusion: "Only an applicant becomes a learner.",
}

/**
 * Opens the learner's part to an applicant, in an operator's name. Every other stage follows from a step of the
 * application and is refused.
 * @returns the stage before
 * @throws AppError `step_not_allowed`
 */
export async function setStageOf(s: Services, tx: Tx, accountId: string, stage: Stage): Promise<string> {
  const application = await lockPresent(tx, accountId)
  const before = (await academyRecordOf(tx, accountId))?.stage ?? ""
  if (before === stage) throw refused("This is the person's stage already.")
  if (stage !== "fusion" || before !== "applied" || !application) throw refused(wayTo[stage])
  const isSeated = seatedStatuses.some((status) => status === application.status)
  if (application.paymentReference === null || (s.config.academy.isAdmissionByDecision && !isSeated)) {
    throw refused("The academy has not admitted this person yet. Decide at Applications first.")
  }
  await showStage(s, tx, application, stage)
  return before
}

/**
 * Moves the application under way, with its place, to another cohort of its program. What was paid stays paid; the
 * days of instalments still to come follow the new start, and the seat that is left goes to the waitlist.
 * @returns the numbers of both cohorts
 * @throws AppError `step_not_allowed`, `cohort_full`
 */
export async function moveToCohort(
  s: Services,
  tx: Tx,
  accountId: string,
  number: number,
  by: Required<Omit<MoveBy, "by">>,
): Promise<{ before: number | null; after: number }> {
  const known = await lockPresent(tx, accountId, (programId) => cohorts.lockCohortsOf(tx, programId))
  if (!known || known.status === "completed") {
    throw refused("This person has no application under way, and a cohort is a place in a program.")
  }
  const target = (await cohorts.listCohorts(tx)).find(
    (cohort) => cohort.programId === known.programId && cohort.number === number,
  )
  if (!target) throw refused(`${known.program} has no cohort ${number}.`)
  const from = known.cohortId === null ? undefined : await cohorts.findCohort(tx, known.cohortId)
  await checkRoom(s, tx, known, target)
  await setCohort(tx, known.id, target.id)
  await movePlace(s, tx, known, target)
  const note = `Moved to cohort ${number}: ${by.note}`
  await insertStep(tx, {
    applicationId: known.id,
    status: known.status,
    actor: "operator",
    operatorId: by.operatorId,
    note,
    at: s.now(),
  })
  await showAcademyRecord(s, tx, accountId, { cohort: String(number) })
  await publishDocument(tx, s.config, applicationsCollection, { id: known.id }, "update")
  await publishEvent(tx, accountId, admissionChanged, { status: known.status })
  for (const id of [known.cohortId, target.id]) if (id) await s.queue.enqueue(tx, fillSeats, { cohortId: id })
  return { before: from?.number ?? null, after: number }
}

/**
 * Locks the account, whatever `between` locks, and the application that the profile shows.
 * @returns undefined without an application, or with an ended one
 */
async function lockPresent(
  tx: Tx,
  accountId: string,
  between?: (programId: string) => Promise<void>,
): Promise<Application | undefined> {
  if (!(await lockAccount(tx, accountId))) throw new AppError("not_found", "There is no such person.")
  const known = await findPresent(tx, accountId)
  if (!known) return undefined
  await between?.(known.programId)
  const application = await lockApplication(tx, known.id)
  const isEnded = endedStatuses.some((status) => status === application?.status)
  return isEnded ? undefined : application
}

type Cohort = Awaited<ReturnType<typeof cohorts.listCohorts>>[number]

/** @throws AppError `step_not_allowed`, `cohort_full` */
async function checkRoom(s: Services, tx: Tx, application: Application, target: Cohort): Promise<void> {
  const { number, startsOn, seats, taken } = target
  if (application.cohortId === target.id) throw refused(`This person is in cohort ${number} already.`)
  if (startsOn <= dayOf(s.now())) throw refused(`Cohort ${number} has begun.`)
  const isSeated = seatedStatuses.some((status) => status === application.status)
  if (isSeated && taken >= seats) throw new AppError("cohort_full", `Every seat of cohort ${number} is taken.`)
  const { scholarship } = application
  if (!scholarship) return
  const allowed = scholarship === "full" ? target.fullScholarships : target.partialScholarships
  if ((await cohorts.countScholarships(tx, target.id, scholarship)) >= allowed) {
    throw refused(`Every ${scholarship} scholarship of cohort ${number} is given (${allowed}).`)
  }
}

async function movePlace(s: Services, tx: Tx, application: Application, target: Cohort): Promise<void> {
  const enrolment = await enrolments.findOfApplication(tx, application.id)
  if (!enrolment || enrolment.status === "ended") return
  const today = dayOf(s.now())
  if (enrolment.status === "offered" && lastDayForPlace(target, enrolment.offeredAt) < today) {
    throw refused(`The last day for taking a place in cohort ${target.number} is over.`)
  }
  await enrolments.setCohort(tx, enrolment.id, target.id)
  await enrolments.setDueDays(tx, { enrolmentId: enrolment.id }, laterDays(target.startsOn))
}

function refused(message: string): AppError {
  return new AppError("step_not_allowed", message)
}
