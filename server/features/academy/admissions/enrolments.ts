import type { TuitionPart } from "#contract/catalogue/tuition.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { dayOf, isStillOnItsWay } from "#server/features/academy/admissions/cohorts/days.ts"
import { lastDayForPlace } from "#server/features/academy/admissions/cohorts/place-days.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import { type Enrolment, planOf, pricesOf, reminderOf } from "./enrolments/tuition.ts"
import { findCohort } from "./records/cohort-queries.ts"
import {
  endEnrolment,
  findEnrolment,
  findEnrolmentOf,
  findOfApplication,
  insertEnrolment,
  insertPayments,
  listPayments,
  listPlacesOf,
  markPaid,
  markUnpaid,
  startEnrolment,
} from "./records/enrolment-queries.ts"
import { lockedApplication, lockedWithCohort, move, showStage } from "./records/moves.ts"
import { type Application, forgetEmails } from "./records/queries.ts"
import { queueEmail } from "./sending/email-job.ts"

/** Offers an admitted applicant the place. */
export async function offerPlace(s: Services, tx: Tx, application: Application, cohortId: string): Promise<void> {
  const { id: applicationId, accountId, programId } = application
  await insertEnrolment(tx, { id: newId(), applicationId, accountId, cohortId, programId, offeredAt: s.now() })
}

/** The place in a cohort that counts of a person's, with what the portal needs to know of it; null without one. */
export async function enrolmentOf(db: Db, accountId: string) {
  const enrolment = await findEnrolmentOf(db, accountId)
  return enrolment ? withCohort(db, enrolment) : null
}

/** The places in which a person learns or has learnt: those under way before completed ones, then the newest first. */
export async function placesOf(db: Db, accountId: string) {
  const places = []
  for (const enrolment of await listPlacesOf(db, accountId)) {
    const place = await withCohort(db, enrolment)
    if (place) places.push(place)
  }
  return places
}

async function withCohort(db: Db, enrolment: Enrolment) {
  const cohort = await findCohort(db, enrolment.cohortId)
  if (!cohort) return null
  const { id, accountId, programId, cohortId, status, plan } = enrolment
  return { id, accountId, programId, cohortId, status, plan, cohort: cohort.number, startsOn: cohort.startsOn }
}

/**
 * Whether the owner of a place may pay this part of its tuition now.
 * @returns the place and the kobo
 * @throws AppError `not_found`, `step_not_allowed`
 */
export async function checkMayPay(db: Db, accountId: string, enrolmentId: string, part: TuitionPart, now: Date) {
  const enrolment = await findEnrolment(db, enrolmentId)
  if (!enrolment || enrolment.accountId !== accountId) throw new AppError("not_found", "There is no such place.")
  const refusal = await whyNotPay(db, enrolment, part, now)
  if (refusal) throw new AppError("step_not_allowed", refusal)
  const prices = await pricesOf(db, enrolment)
  if (prices[part] === 0) throw new AppError("step_not_allowed", "There is nothing to pay: the scholarship covers it.")
  return { enrolment, amountMinor: prices[part] }
}

function isLapsed(
  { status, offeredAt }: Pick<Enrolment, "status" | "offeredAt">,
  cohort: Parameters<typeof lastDayForPlace>[0],
  now: Date,
): boolean {
  return status === "offered" && lastDayForPlace(cohort, offeredAt) < dayOf(now)
}

/** Whether an application's place is still offered although its last day is over; it may have been taken meanwhile. */
export async function hasLapsed(db: Db, applicationId: string, now: Date): Promise<boolean> {
  const enrolment = await findOfApplication(db, applicationId)
  if (!enrolment) return false
  const cohort = await findCohort(db, enrolment.cohortId)
  return cohort !== undefined && isLapsed(enrolment, cohort, now)
}

const lastDayOver = "The last day for taking this place is over."

/** @returns why this part cannot be paid, null when it can */
async function whyNotPay(db: Db, enrolment: Enrolment, part: TuitionPart, now: Date): Promise<string | null> {
  if (enrolment.status === "ended") return "This place was given up."
  if (enrolment.plan === null) {
    if (part !== "full" && part !== "first") return "The first instalment comes first."
    const cohort = await findCohort(db, enrolment.cohortId)
    return cohort && isLapsed(enrolment, cohort, now) ? lastDayOver : null
  }
  const payments = await listPayments(db, enrolment.id)
  const wanted = payments.find((payment) => payment.part === part)
  if (!wanted) return "This is not part of the plan you chose."
  if (wanted.paidAt) return "This has been paid."
  const next = payments.find(({ paidAt }) => paidAt === null)
  return next?.part === part ? null : "The instalment before it comes first."
}

/**
 * Writes a verified payment down: the first one takes the place, the last one closes the plan. What may be paid is looked at again
 * by the day on which the money comes (docs/product-rules.md#late-money).
 * @param payment.orderedAt when it was ordered; absent counts as now
 * @returns null, or why it cannot count any more; nothing is written then
 */
export async function payTuition(
  s: Services,
  tx: Tx,
  payment: { enrolmentId: string; part: TuitionPart; orderReference: string; orderedAt?: Date | undefined },
): Promise<string | null> {
  const { enrolmentId, part, orderReference, orderedAt = s.now() } = payment
  const found = await findEnrolment(tx, enrolmentId)
  if (!found) return "The place does not exist any more."
  // The first payment sets the days by the cohort's start, which must not move meanwhile.
  const application =
    found.plan === null
      ? (await lockedWithCohort(tx, found.applicationId)).application
      : await lockedApplication(tx, found.applicationId)
  const enrolment = await findEnrolment(tx, enrolmentId)
  if (!enrolment || enrolment.status === "ended") return "The place was given up before the payment came."
  const at = s.now()
  const refusal = await whyNotCount(s, tx, enrolment, { part, orderedAt })
  if (refusal !== null) return refusal
  if (enrolment.plan === null) {
    if (application.status !== "admitted" || (part !== "full" && part !== "first")) return "The place is not open."
    await beginPlan(s, tx, enrolment, part)
    await takePlace(s, tx, application, enrolment.id, part === "full" ? "full" : "instalments")
  }
  if (!(await markPaid(tx, { enrolmentId, part, at, orderReference }))) return "This part was paid before."
  return null
}

/** As `whyNotPay`, but money that was ordered in time and is on its way still takes the place until the day of the first class. */
async function whyNotCount(
  s: Services,
  tx: Tx,
  enrolment: Enrolment,
  { part, orderedAt }: { part: TuitionPart; orderedAt: Date },
): Promise<string | null> {
  const refusal = await whyNotPay(tx, enrolment, part, s.now())
  if (refusal !== lastDayOver || !isStillOnItsWay(s, orderedAt)) return refusal
  const cohort = await findCohort(tx, enrolment.cohortId)
  return cohort && dayOf(s.now()) < cohort.startsOn ? whyNotPay(tx, enrolment, part, orderedAt) : refusal
}

async function beginPlan(s: Services, tx: Tx, enrolment: Enrolment, part: "full" | "first"): Promise<void> {
  const [prices, cohort] = [await pricesOf(tx, enrolment), await findCohort(tx, enrolment.cohortId)]
  const today = dayOf(s.now())
  const payments =
    part === "full"
      ? [{ part, amountMinor: String(prices.full), dueOn: today }]
      : planOf(prices, cohort?.startsOn ?? today, today)
  await insertPayments(tx, enrolment.id, payments)
}

async function takePlace(
  s: Services,
  tx: Tx,
  application: Application,
  enrolmentId: string,
  plan: "full" | "instalments" | "award",
): Promise<void> {
  await startEnrolment(tx, enrolmentId, { plan, at: s.now() })
  await move(s, tx, application, "enrolled", { by: plan === "award" ? "applicant" : "server" })
  await showStage(s, tx, application, "fusion")
  await queueEmail(s, tx, application, { name: "enrolled" })
}

/** Takes a place for which a scholarship pays all. @throws AppError `not_found`, `step_not_allowed` */
export async function takeFreePlace(s: Services, tx: Tx, applicationId: string): Promise<void> {
  const application = await lockedApplication(tx, applicationId)
  const enrolment = await findOfApplication(tx, applicationId)
  if (enrolment?.status !== "offered") throw new AppError("not_found", "No place is offered.")
  if ((await pricesOf(tx, enrolment)).full > 0) {
    throw new AppError("step_not_allowed", "This place is taken by paying the tuition or its first instalment.")
  }
  await takePlace(s, tx, application, enrolment.id, "award")
}

/**
 * A payment goes back: it is open again, and its reminders go out as if none had.
 * @returns what was taken, as `takeBack` of a payable item tells it
 */
export async function returnTuition(tx: Tx, orderReference: string): Promise<string> {
  const open = await markUnpaid(tx, orderReference)
  if (!open) return "nothing: it paid for no place"
  await forgetEmails(tx, open.applicationId, reminderOf(open.part))
  if (open.status === "active") {
    return "the payment, which is open again; the learner keeps the place and is reminded to pay, until the place is ended"
  }
  return open.status === "completed" ? "the payment of a place that was completed" : "nothing: the place had ended"
}

/** Everything required is done: the place ends well, and the application with it. */
export async function completeEnrolment(s: Services, tx: Tx, enrolmentId: string): Promise<void> {
  const enrolment = await findEnrolment(tx, enrolmentId)
  if (!enrolment) return
  const application = await lockedApplication(tx, enrolment.applicationId)
  await move(s, tx, application, "completed", { by: "server" })
  await endEnrolment(tx, application.id, "completed", s.now())
}
