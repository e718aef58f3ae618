import type { TuitionState } from "#contract/academy/admissions.ts"
import { admissionRules } from "#contract/catalogue/applications.ts"
import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import { addDays, addMonths, type TuitionPart, type TuitionPrices, tuitionPrices } from "#contract/catalogue/tuition.ts"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { dayOf } from "#server/features/academy/admissions/cohorts/days.ts"
import { lastDayForPlace } from "#server/features/academy/admissions/cohorts/place-days.ts"
import { findCohort } from "#server/features/academy/admissions/records/cohort-queries.ts"
import { findEnrolment, listPayments } from "#server/features/academy/admissions/records/enrolment-queries.ts"
import { findApplication } from "#server/features/academy/admissions/records/queries.ts"

export type Payment = Awaited<ReturnType<typeof listPayments>>[number]
export type Enrolment = NonNullable<Awaited<ReturnType<typeof findEnrolment>>>

/** What the enrolment's program costs this learner, in kobo. */
export async function pricesOf(
  db: Db,
  enrolment: Pick<Enrolment, "applicationId" | "programId">,
): Promise<TuitionPrices> {
  const application = await findApplication(db, enrolment.applicationId)
  const program = findProgram(enrolment.programId)
  if (!program) throw new Error(`There is no program ${enrolment.programId}.`)
  return tuitionPrices(application?.tuition ?? program.payment, Number(application?.awardMinor ?? 0))
}

/** Days of the instalments after the first: a month and two months after the first class. */
export function laterDays(startsOn: string): { second: string; third: string } {
  return { second: addMonths(startsOn, 1), third: addMonths(startsOn, 2) }
}

/** The three instalments with their days: the first at once, then those that follow the first class. */
export function planOf(prices: TuitionPrices, startsOn: string, today: string) {
  const { second, third } = laterDays(startsOn)
  const days: [TuitionPart, string][] = [
    ["first", today],
    ["second", second],
    ["third", third],
  ]
  return days.flatMap(([part, dueOn]) =>
    prices[part as "first"] > 0 ? [{ part, amountMinor: String(prices[part]), dueOn }] : [],
  )
}

/** How the names of the letters begin that remind of a part; the day follows, so that another day is reminded of anew. */
export function reminderOf(part: TuitionPart): string {
  return `tuition-${part}-`
}

/** Where a learner stands with the tuition on a day; nothing of it is stored, so a payment counts at once. */
export function readTuition(
  enrolment: Pick<Enrolment, "status">,
  payments: readonly Payment[],
  today: string,
): { state: TuitionState; next: Payment | null; locksOn: string } {
  const next = payments.find(({ paidAt }) => paidAt === null) ?? null
  if (enrolment.status === "ended") return { state: "ended", next: null, locksOn: "" }
  if (enrolment.status === "offered") return { state: "offered", next: null, locksOn: "" }
  if (!next) return { state: "settled", next: null, locksOn: "" }
  const locksOn = addDays(next.dueOn, admissionRules.graceDays + 1)
  if (today >= locksOn) return { state: "locked", next, locksOn }
  if (today > next.dueOn) return { state: "grace", next, locksOn }
  const soonFrom = addDays(next.dueOn, -Math.max(...admissionRules.tuitionReminderDays))
  return { state: today >= soonFrom ? "due_soon" : "on_time", next, locksOn }
}

/** What a place's tuition comes to now. @returns null when there is no such place */
export async function tuitionStateOf(
  s: Pick<Services, "db" | "now">,
  enrolmentId: string,
): Promise<TuitionState | null> {
  const enrolment = await findEnrolment(s.db, enrolmentId)
  if (!enrolment) return null
  return readTuition(enrolment, await listPayments(s.db, enrolmentId), dayOf(s.now())).state
}

/** What pages and letters show of a place. */
export async function viewEnrolment(db: Db, now: Date, enrolment: Enrolment) {
  const [prices, payments, cohort, application] = [
    await pricesOf(db, enrolment),
    await listPayments(db, enrolment.id),
    await findCohort(db, enrolment.cohortId),
    await findApplication(db, enrolment.applicationId),
  ]
  const { state, next, locksOn } = readTuition(enrolment, payments, dayOf(now))
  const naira = (minor: number | string) => Number(minor) / 100
  const view = ({ part, amountMinor, dueOn, paidAt }: Payment) => ({
    part,
    amount: naira(amountMinor),
    dueOn,
    paidAt: paidAt?.toISOString() ?? "",
  })
  return {
    id: enrolment.id,
    state,
    plan: enrolment.plan,
    enrolBy: cohort ? lastDayForPlace(cohort, enrolment.offeredAt) : "",
    prices: {
      full: naira(prices.full),
      first: naira(prices.first),
      second: naira(prices.second),
      third: naira(prices.third),
    },
    award: naira(application?.awardMinor ?? 0),
    instalments: payments.map(view),
    next: next && view(next),
    locksOn,
  }
}
