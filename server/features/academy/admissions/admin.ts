import type { z } from "zod"
import type { ApplicationFile, ApplicationFilters } from "#contract/academy/admissions-admin.ts"
import type { CohortFilters, CohortInput, CohortRow } from "#contract/academy/cohorts-admin.ts"
import { type SlotFilters, slotDays } from "#contract/academy/interviews-admin.ts"
import type { ProgramPayment } from "#contract/catalogue/program.ts"
import { findProgram, openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { type ProgramTexts, termsOf } from "#contract/catalogue/programs/terms.ts"
import { tuitionPrices } from "#contract/catalogue/tuition.ts"
import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { csvLine, csvPageRows, csvPages } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import { momentAt, momentInWords } from "#server/platform/text/clocks.ts"
import { dayOf } from "./cohorts/days.ts"
import { lastDayForPlace } from "./cohorts/place-days.ts"
import { tellOfDays } from "./date-change.ts"
import { awardOf, type Decision, wordsOf } from "./decisions.ts"
import { letters } from "./emails/all.ts"
import { followStart } from "./enrolments/due-days.ts"
import { viewEnrolment } from "./enrolments/tuition.ts"
import { fillSeats } from "./fill-seats-job.ts"
import {
  findBooked,
  findOverlapping,
  insertSlots,
  isTaken,
  listOver,
  listSlots,
  lockSlot,
  lockSlotPlaces,
  removeSlot,
} from "./interviews/interview-queries.ts"
import { viewInterview } from "./interviews/interviews.ts"
import { findLatestAssessment, listEarlierTries } from "./records/assessment-queries.ts"
import * as cohorts from "./records/cohort-queries.ts"
import { findOfApplication } from "./records/enrolment-queries.ts"
import * as queries from "./records/queries.ts"
import { emailFacts } from "./sending/email-facts.ts"

const dayMs = 86_400_000

/** Most applications that the board shows of one status. */
const boardRows = 200

type BoardFilter = z.infer<typeof ApplicationFilters>

function toFilter(s: Pick<Services, "now">, { status, program, search, tuition }: BoardFilter): queries.BoardFilter {
  const overdueOn = tuition === "overdue" ? dayOf(s.now()) : null
  return { status: status ?? null, programId: program ?? null, search, overdueOn }
}

/** The board: applications of one status, and how many there are of each. */
export async function readBoard(s: Pick<Services, "db" | "now">, filter: BoardFilter) {
  const [rows, counts] = [
    await queries.listApplications(s.db, toFilter(s, filter), boardRows),
    await queries.countByStatus(s.db, filter.program ?? null),
  ]
  return {
    data: rows.map(({ email, createdAt, updatedAt, ...row }) => ({
      ...row,
      email: email ?? "",
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    })),
    counts: Object.fromEntries(counts.map(({ status, count }) => [status, count])),
  }
}

/** The same applications, all of them, as lines of a table. */
export function applicationLines(s: Pick<Services, "db" | "now">, filter: BoardFilter): AsyncGenerator<string> {
  type Row = Awaited<ReturnType<typeof queries.listApplicationsBySequence>>[number]
  return csvPages<Row>(
    ["id", "applied", "changed", "status", "program", "cohort", "scholarship", "name", "e-mail"],
    csvPageRows,
    (last) => queries.listApplicationsBySequence(s.db, toFilter(s, filter), csvPageRows, last?.sequence ?? null),
    ({ id, createdAt, updatedAt, status, program, cohort, scholarship, name, email }) => [
      ...[id, createdAt.toISOString(), updatedAt.toISOString(), status, program, cohort ?? "", scholarship ?? ""],
      ...[name, email ?? ""],
    ],
  )
}

/** One application with all that is known of it. @throws AppError `not_found` */
export async function readFile(s: Services, id: string): Promise<ApplicationFile> {
  const application = await queries.findApplication(s.db, id)
  if (!application) throw new AppError("not_found", "This application does not exist.")
  const over = await listOver(s.db, id)
  const [person, dates, steps, guardian, assessment, interview, enrolment, cohort] = [
    await queries.findPerson(s.db, application.accountId),
    await queries.findDates(s.db, id),
    await queries.listNamedSteps(s.db, id),
    await queries.findGuardian(s.db, id),
    await findLatestAssessment(s.db, id),
    await findBooked(s.db, id),
    await findOfApplication(s.db, id),
    application.cohortId ? await cohorts.findCohort(s.db, application.cohortId) : undefined,
  ]
  const { status, program, programId, scholarship, paymentReference, attemptsAllowed } = application
  return {
    id,
    status,
    program,
    programId,
    scholarship,
    paymentReference,
    cohort: cohort?.number ?? null,
    seatsLeft: cohort ? Math.max(0, cohort.seats - cohort.taken) : 0,
    name: person?.name ?? "",
    email: person?.email ?? "",
    createdAt: dates.createdAt.toISOString(),
    updatedAt: dates.updatedAt.toISOString(),
    steps: steps.map((step) => ({
      status: step.status,
      at: step.at.toISOString(),
      note: step.note,
      actor: step.actor,
      operator: step.operator ?? "",
    })),
    guardian: guardian
      ? { name: guardian.name, contact: guardian.contact, consentedAt: guardian.consentedAt.toISOString() }
      : null,
    assessmentId: assessment?.submittedAt ? assessment.id : null,
    points: assessment?.points ?? null,
    maxPoints: assessment?.maxPoints ?? null,
    earlierTries: await listEarlierTries(s.db, id, assessment?.attempt ?? 0),
    canRetake: status === "assessed" && attemptsAllowed === 1,
    interview: interview ? viewInterview(interview, s.now()) : null,
    interviewsOver: over.map(({ status: ended, remarks, score, by, startsAt, timeZone }) => ({
      words: momentInWords(startsAt, timeZone),
      outcome: ended === "held" ? "held" : "missed",
      remarks,
      score,
      by: by ?? "",
    })),
    enrolment: enrolment ? await viewEnrolment(s.db, s.now(), enrolment) : null,
  }
}

/** The letter that a decision would send. @throws AppError `not_found` */
export async function preview(s: Services, id: string, decision: Decision): Promise<{ subject: string; text: string }> {
  const application = await queries.findApplication(s.db, id)
  if (!application) throw new AppError("not_found", "This application does not exist.")
  const program = findProgram(application.programId)
  const payment = application.tuition ?? program?.payment
  const award = awardOf(application, decision)
  const found = await emailFacts(
    s,
    s.db,
    { ...application, scholarship: decision.scholarship, awardMinor: String(award * 100) },
    { interview: null, note: wordsOf(decision) },
  )
  if (!found || !payment) throw new AppError("not_found", "This applicant has no address.")
  const minor = tuitionPrices(payment, award * 100)
  const naira = {
    full: minor.full / 100,
    first: minor.first / 100,
    second: minor.second / 100,
    third: minor.third / 100,
  }
  const { subject, text } = letters[decision.outcome]({
    ...found.facts,
    enrolment: {
      id: "",
      state: "offered",
      plan: null,
      enrolBy: found.facts.cohort ? lastDayForPlace(found.facts.cohort, s.now()) : "",
      prices: naira,
      award,
      instalments: [],
      next: null,
      locksOn: "",
    },
  })
  return { subject, text }
}

/** Interview times of a stretch of time, with who booked them; those from yesterday on when none is named. */
export async function readSlots(
  s: Pick<Services, "db" | "now">,
  { from, until, ...filter }: z.infer<typeof SlotFilters> & { from?: string | undefined; until?: string | undefined },
) {
  const begin = from === undefined ? new Date(s.now().getTime() - dayMs) : new Date(from)
  const end = until === undefined ? new Date(begin.getTime() + slotDays * dayMs) : new Date(until)
  const slots = await listSlots(s.db, begin, end, filter)
  return slots.map(({ startsAt, status, ...slot }) => ({
    ...slot,
    status: status === "cancelled" ? null : status,
    startsAt: startsAt.toISOString(),
    words: momentInWords(startsAt, slot.timeZone),
  }))
}

/** Times that an operator offers on one day. */
interface Offered {
  day: string
  times: readonly string[]
  timeZone: string
  minutes: number
  place: string
  program: string | null
}

/** Opens times for interviews. @throws AppError `general_argument_invalid` for times that are past or overlap, or an unknown program */
export async function openSlots(s: Services, tx: Tx, openedBy: string | null, offered: Offered): Promise<number> {
  const { day, times, timeZone, minutes, place, program: programId } = offered
  if (programId !== null && !findProgram(programId)) {
    throw new AppError("general_argument_invalid", "There is no such program.")
  }
  const slots = [...new Set(times)].map((time) => ({
    id: newId(),
    programId,
    startsAt: momentAt(day, time, timeZone),
    minutes,
    timeZone,
    place,
    openedBy,
    createdAt: s.now(),
  }))
  if (slots.some(({ startsAt }) => startsAt <= s.now())) {
    throw new AppError("general_argument_invalid", "These times are past already.")
  }
  await lockSlotPlaces(tx)
  await requireFreePlace(tx, slots)
  await insertSlots(tx, slots)
  return slots.length
}

/** Nobody holds two interviews at one place at once. @throws AppError `general_argument_invalid` */
async function requireFreePlace(
  tx: Tx,
  slots: readonly { startsAt: Date; minutes: number; timeZone: string; place: string }[],
): Promise<void> {
  const sorted = slots.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  for (const [index, { startsAt, minutes, timeZone, place }] of sorted.entries()) {
    const endsAt = new Date(startsAt.getTime() + minutes * 60_000)
    const next = sorted[index + 1]
    const isMet = next !== undefined && next.startsAt < endsAt
    const other = isMet ? next : await findOverlapping(tx, place, startsAt, endsAt)
    if (!other) continue
    const words = `At this place there is another time then: ${momentInWords(other.startsAt, timeZone)}.`
    throw new AppError("general_argument_invalid", words, { fields: { times: words } })
  }
}

/** Takes a time back. @returns what it was @throws AppError `not_found`, `step_not_allowed` when somebody booked it */
export async function closeSlot(s: Services, tx: Tx, id: string) {
  const slot = await lockSlot(tx, id)
  if (!slot) throw new AppError("not_found", "There is no such time.")
  if (await isTaken(tx, id)) {
    throw new AppError("step_not_allowed", "Somebody booked this time. Call the interview off first.")
  }
  await removeSlot(tx, id, s.now())
  return slot
}

type CohortFilter = z.infer<typeof CohortFilters>

/** Every cohort with its seats. */
export async function readCohorts(s: Pick<Services, "db">, filter: CohortFilter): Promise<CohortRow[]> {
  const { program: wanted, state } = filter
  const all = await cohorts.listCohorts(s.db)
  const found = all.filter(
    ({ programId, isOpen }) =>
      (wanted === undefined || programId === wanted) && (state === undefined || isOpen === (state === "open")),
  )
  return found.flatMap((cohort) => {
    const program = findProgram(cohort.programId)
    return program ? [{ ...cohort, terms: termsOf(program, cohort) }] : []
  })
}

/** How many addresses wait to hear when applications open, by program. */
export async function countWaiting(s: Pick<Services, "db">): Promise<Record<string, number>> {
  const counts = await cohorts.countWaiting(s.db)
  return Object.fromEntries(counts.map(({ programId, count }) => [programId, count]))
}

/** The same as lines of a table. */
export async function* cohortLines(s: Pick<Services, "db">, filter: CohortFilter): AsyncGenerator<string> {
  const head = ["id", "program", "number", "starts", "apply by", "place by", "seats", "taken", "open", "confirmed"]
  yield csvLine([...head, "application fee", "tuition"])
  for (const { terms, ...cohort } of await readCohorts(s, filter)) {
    const { id, programId, number, startsOn, applyBy, enrolBy, seats, taken, isOpen, isPlanned } = cohort
    yield csvLine([
      ...[id, programId, number, startsOn, applyBy, enrolBy, seats, taken, isOpen ? "yes" : "", isPlanned ? "" : "yes"],
      ...[terms.applicationFee, Number(terms.tuition.discounted_total)],
    ])
  }
}

/** Times for interviews as lines of a table. */
export async function* slotLines(
  s: Pick<Services, "db" | "now">,
  filter: z.infer<typeof SlotFilters>,
): AsyncGenerator<string> {
  yield csvLine(["id", "starts", "minutes", "zone", "place", "program", "state", "applicant"])
  for (const { id, startsAt, minutes, timeZone, place, programId, status, name } of await readSlots(s, filter)) {
    yield csvLine([id, startsAt, minutes, timeZone, place, programId ?? "", status ?? "free", name ?? ""])
  }
}

/** Adds the next cohort of a program. @throws AppError `not_found`, `step_not_allowed` while another one is open */
export async function addCohort(s: Services, tx: Tx, programId: string, values: CohortInput): Promise<object> {
  if (!openPrograms.some(({ slug }) => slug === programId)) throw new AppError("not_found", "There is no such program.")
  const known = (await cohorts.listCohorts(tx)).filter((cohort) => cohort.programId === programId)
  const number = Math.max(0, ...known.map((cohort) => cohort.number)) + 1
  const id = `${programId}-${number}`
  if (values.isOpen) await refuseSecondOpen(tx, programId, id)
  if (!(await cohorts.insertCohort(tx, { id, programId, number, ...values, isPlanned: false }))) {
    throw new AppError("step_not_allowed", "Another cohort of this program was added just now. Look at the list again.")
  }
  // What the one before it had of its own stays until somebody changes it; its hours and its teachers were its own.
  const before = known[0]
  const texts = before?.texts && { ...before.texts, classTimes: "", teachers: "" }
  if (before) await cohorts.updateTerms(tx, id, { ...before, texts: texts ?? null })
  await s.queue.enqueue(tx, fillSeats, { cohortId: id })
  return { about: id, after: values }
}

/**
 * Changes a cohort; what an operator saved is certain. Days of instalments follow a later start, those whom other days concern
 * are mailed, more seats go to the waitlist at once, and what it leaves of an open one is told to those who asked to be told.
 * @param seen the cohort's version that the operator saw, and how many people the preview said to be concerned
 * @returns what it was before and is now
 * @throws AppError `not_found`, `version_changed` when somebody else changed it meanwhile or other people are concerned by now,
 * `step_not_allowed`
 */
export async function changeCohort(
  s: Services,
  tx: Tx,
  id: string,
  values: CohortInput,
  seen: { version: number; people: number },
): Promise<object> {
  const known = await cohorts.findCohort(tx, id)
  if (known) await cohorts.lockCohortsOf(tx, known.programId)
  const cohort = known && (await cohorts.findCohort(tx, id))
  if (!cohort) throw new AppError("not_found", "There is no such cohort.")
  refuseUnseen(cohort, seen.version)
  if (values.seats < cohort.taken) {
    throw new AppError("step_not_allowed", `${cohort.taken} seats are taken already; there cannot be fewer.`)
  }
  if (values.isOpen) await refuseSecondOpen(tx, cohort.programId, id)
  await cohorts.updateCohort(tx, id, { ...values, isPlanned: false })
  if (values.startsOn !== cohort.startsOn) await followStart(tx, id, values.startsOn)
  const told = await tellOfDays(s, tx, cohort, values)
  if (told !== seen.people) {
    const people = told === 1 ? "1 person is" : `${told} people are`
    throw new AppError("version_changed", `${people} concerned by these days. Look at what changes for them first.`)
  }
  await s.queue.enqueue(tx, fillSeats, { cohortId: id })
  const { startsOn, applyBy, enrolBy, seats, fullScholarships, partialScholarships, isOpen } = cohort
  const before = { startsOn, applyBy, enrolBy, seats, fullScholarships, partialScholarships, isOpen }
  return { about: id, before, after: values, ...(told > 0 && { told }) }
}

/**
 * Changes what a cohort has of its own: fees or words.
 * @param version of the cohort that the operator saw
 * @returns what it was before and is now
 * @throws AppError `not_found`, `version_changed` when somebody else changed it meanwhile
 */
export async function changeTerms(
  tx: Tx,
  id: string,
  own: { applicationFeeNaira: number; tuition: ProgramPayment } | { texts: ProgramTexts },
  version: number,
): Promise<object> {
  const cohort = await cohorts.lockCohort(tx, id)
  const program = cohort && findProgram(cohort.programId)
  if (!program) throw new AppError("not_found", "There is no such cohort.")
  refuseUnseen(cohort, version)
  await cohorts.updateTerms(tx, id, own)
  const { applicationFee, tuition, texts } = termsOf(program, cohort)
  const before = "texts" in own ? { texts } : { applicationFeeNaira: applicationFee, tuition }
  return { about: id, before, after: own }
}

function refuseUnseen(cohort: { version: number }, version: number): void {
  if (cohort.version !== version) {
    throw new AppError("version_changed", "Somebody else changed this cohort. Look at it again.")
  }
}

async function refuseSecondOpen(tx: Tx, programId: string, id: string): Promise<void> {
  const open = await cohorts.findOpenCohort(tx, programId)
  if (open && open.id !== id) {
    throw new AppError("step_not_allowed", `Cohort ${open.number} of this program is open. Close it first.`)
  }
}
