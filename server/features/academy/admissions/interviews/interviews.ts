import type { InterviewView } from "#contract/academy/admissions.ts"
import { admissionRules } from "#contract/catalogue/applications.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { lockedApplication, type MoveBy, move } from "#server/features/academy/admissions/records/moves.ts"
import { type Application, findPresent } from "#server/features/academy/admissions/records/queries.ts"
import { queueEmail } from "#server/features/academy/admissions/sending/email-job.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import { momentInWords } from "#server/platform/text/clocks.ts"
import * as queries from "./interview-queries.ts"

export type BookedInterview = NonNullable<Awaited<ReturnType<typeof queries.findBooked>>>

const cutOffMs = admissionRules.interviewCutOffHours * 3_600_000

/** What pages show of a booked interview, on the clock that the mail shows too. */
export function viewInterview(interview: BookedInterview, now: Date): InterviewView {
  const { slotId, startsAt, minutes, timeZone, place } = interview
  return {
    slotId,
    startsAt: startsAt.toISOString(),
    minutes,
    timeZone,
    words: momentInWords(startsAt, timeZone),
    place,
    canChange: startsAt.getTime() - cutOffMs > now.getTime(),
  }
}

/** The interview in the words of its letters. */
export function lettered(interview: Pick<BookedInterview, "startsAt" | "timeZone" | "minutes" | "place">) {
  const { startsAt, timeZone, minutes, place } = interview
  return { words: momentInWords(startsAt, timeZone), minutes, place }
}

/** Times that the person can choose. @throws AppError `not_found` without an application */
export async function freeSlots(s: Pick<Services, "db" | "now">, accountId: string) {
  const application = await ownApplication(s.db, accountId)
  const slots = await queries.listFree(s.db, application.programId, new Date(s.now().getTime() + cutOffMs))
  return slots.map(({ id, startsAt, minutes }) => ({ id, startsAt: startsAt.toISOString(), minutes }))
}

/**
 * Books a time, or exchanges the booked one for it. Of two people who press the same one, one gets it.
 * @throws AppError `not_found`, `slot_taken`, `time_over`, `step_not_allowed`
 */
export function bookInterview(
  s: Services,
  accountId: string,
  wish: { slotId: string; timeZone: string },
): Promise<InterviewView> {
  return transact(s.db, async (tx) => {
    const { id } = await ownApplication(tx, accountId)
    const application = await lockedApplication(tx, id)
    const slot = await queries.lockSlot(tx, wish.slotId)
    const isForThem = slot && (slot.programId === null || slot.programId === application.programId)
    if (!slot || !isForThem) throw new AppError("not_found", "This time is not offered any more.")
    if (slot.startsAt.getTime() - cutOffMs <= s.now().getTime()) {
      throw new AppError("time_over", "This time is too near or past. Please choose another.")
    }
    if (await queries.isTaken(tx, slot.id)) {
      throw new AppError("slot_taken", "Somebody else has just taken this time. Please choose another.")
    }
    const booked = await queries.findBooked(tx, application.id)
    if (booked) await exchange(s, tx, booked, wish)
    else await bookFirst(s, tx, application, wish)
    const made = await queries.findBooked(tx, application.id)
    if (!made) throw new Error("A booked interview is not there.")
    await queueEmail(s, tx, application, { name: "interview-booked", interview: lettered(made) })
    return viewInterview(made, s.now())
  })
}

async function bookFirst(
  s: Services,
  tx: Tx,
  application: Application,
  wish: { slotId: string; timeZone: string },
): Promise<void> {
  await move(s, tx, application, "interview_booked", { by: "applicant" })
  const { id: applicationId, accountId } = application
  const row = { id: newId(), applicationId, accountId, ...wish, bookedAt: s.now() }
  if (!(await queries.insertInterview(tx, row))) {
    throw new AppError("slot_taken", "Somebody else has just taken this time. Please choose another.")
  }
}

async function exchange(
  s: Services,
  tx: Tx,
  booked: BookedInterview,
  wish: { slotId: string; timeZone: string },
): Promise<void> {
  refuseLate(booked, s.now())
  await queries.moveInterview(tx, booked.id, { ...wish, revision: booked.revision + 1, at: s.now() })
}

/** Gives the booked time up. @throws AppError `not_found`, `time_over` */
export function cancelInterview(s: Services, accountId: string): Promise<void> {
  return transact(s.db, async (tx) => {
    const { id } = await ownApplication(tx, accountId)
    const application = await lockedApplication(tx, id)
    const booked = await queries.findBooked(tx, id)
    if (!booked) throw new AppError("not_found", "There is no interview to cancel.")
    refuseLate(booked, s.now())
    await endBooked(s, tx, application, booked, { by: "applicant" })
  })
}

/** Frees the slot and lets the applicant choose again. */
async function endBooked(s: Services, tx: Tx, application: Application, booked: BookedInterview, by: MoveBy) {
  await queries.endInterview(tx, booked.id, "cancelled", s.now())
  await move(s, tx, application, "assessed", by)
  const note = by.by === "operator" ? (by.note ?? "") : ""
  await queueEmail(s, tx, application, { name: "interview-cancelled", interview: lettered(booked), note })
}

/**
 * What became of an interview: held, missed (the applicant may choose again), or called off by the academy.
 * @throws AppError `not_found`, `step_not_allowed`
 */
export async function recordOutcome(
  s: Services,
  tx: Tx,
  applicationId: string,
  { outcome, ...notes }: { outcome: "held" | "missed" | "cancelled" } & queries.InterviewNotes,
  by: MoveBy,
): Promise<void> {
  const application = await lockedApplication(tx, applicationId)
  const booked = await queries.findBooked(tx, applicationId)
  if (!booked) throw new AppError("not_found", "There is no booked interview.")
  if (outcome === "cancelled") return endBooked(s, tx, application, booked, by)
  await queries.endInterview(tx, booked.id, outcome, s.now(), notes)
  await move(s, tx, application, outcome === "held" ? "interviewed" : "assessed", by)
}

/** The booked interview of a person, for the calendar file. @throws AppError `not_found` */
export async function ownInterview(s: Pick<Services, "db">, accountId: string): Promise<BookedInterview> {
  const booked = await queries.findBooked(s.db, (await ownApplication(s.db, accountId)).id)
  if (!booked) throw new AppError("not_found", "There is no booked interview.")
  return booked
}

async function ownApplication(db: Db, accountId: string): Promise<Application> {
  const application = await findPresent(db, accountId)
  if (!application) throw new AppError("not_found", "There is no application.")
  return application
}

function refuseLate(booked: BookedInterview, now: Date): void {
  if (booked.startsAt.getTime() - cutOffMs > now.getTime()) return
  throw new AppError(
    "time_over",
    `Changes are possible until ${admissionRules.interviewCutOffHours} hours before. Please write to us instead.`,
  )
}
