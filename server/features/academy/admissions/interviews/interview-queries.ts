import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

const slotColumns = ["id", "programId", "startsAt", "minutes", "timeZone", "place", "openedBy"] as const

export async function insertSlots(
  tx: Db,
  slots: readonly {
    id: string
    programId: string | null
    startsAt: Date
    minutes: number
    timeZone: string
    place: string
    openedBy: string | null
    createdAt: Date
  }[],
): Promise<void> {
  await tx.insertInto("interviewSlots").values(slots).execute()
}

/** Times are opened one after the other, so that no two open the same one at once. */
export async function lockSlotPlaces(tx: Db): Promise<void> {
  await sql`lock table interview_slots in share row exclusive mode`.execute(tx)
}

/** An open time at a place that has a moment in common with this stretch. */
export function findOverlapping(tx: Db, place: string, startsAt: Date, endsAt: Date) {
  return (
    tx
      .selectFrom("interviewSlots")
      .select("startsAt")
      .where("place", "=", place)
      .where("closedAt", "is", null)
      .where("startsAt", "<", endsAt)
      .where(sql<boolean>`starts_at + make_interval(mins => minutes) > ${startsAt}`)
      // No time is longer than three hours, and the index is on the beginning.
      .where("startsAt", ">", new Date(startsAt.getTime() - 3 * 3_600_000))
      .executeTakeFirst()
  )
}

/** Locks one slot that was not taken back, so that the same one is not booked and closed at once. */
export function lockSlot(tx: Db, id: string) {
  return tx
    .selectFrom("interviewSlots")
    .select(slotColumns)
    .where("id", "=", id)
    .where("closedAt", "is", null)
    .forUpdate()
    .executeTakeFirst()
}

/** Slots of a program that nobody has, which begin after a moment. */
export function listFree(db: Db, programId: string, after: Date) {
  return db
    .selectFrom("interviewSlots as slot")
    .select(["slot.id", "slot.startsAt", "slot.minutes"])
    .where("slot.startsAt", ">", after)
    .where("slot.closedAt", "is", null)
    .where((where) => where.or([where("slot.programId", "is", null), where("slot.programId", "=", programId)]))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("interviews")
            .select("interviews.id")
            .whereRef("interviews.slotId", "=", "slot.id")
            .where("interviews.status", "<>", "cancelled"),
        ),
      ),
    )
    .orderBy("slot.startsAt")
    .limit(200)
    .execute()
}

/** Slots that begin in a stretch of time, with who booked them. Those of no program are every program's. */
export function listSlots(
  db: Db,
  from: Date,
  to: Date,
  filter: { program?: string | undefined; state?: "free" | "booked" | "held" | "missed" | undefined },
) {
  const { program, state } = filter
  let slots = db
    .selectFrom("interviewSlots as slot")
    .leftJoin("interviews", (join) =>
      join.onRef("interviews.slotId", "=", "slot.id").on("interviews.status", "<>", "cancelled"),
    )
    .leftJoin("accounts", "accounts.id", "interviews.accountId")
    .select([
      "slot.id",
      "slot.programId",
      "slot.startsAt",
      "slot.minutes",
      "slot.timeZone",
      "slot.place",
      "interviews.status",
      "interviews.applicationId",
      "accounts.name",
    ])
    .where("slot.startsAt", ">=", from)
    .where("slot.startsAt", "<", to)
    .where("slot.closedAt", "is", null)
  if (program !== undefined) {
    slots = slots.where((where) =>
      where.or([where("slot.programId", "is", null), where("slot.programId", "=", program)]),
    )
  }
  if (state === "free") slots = slots.where("interviews.status", "is", null)
  else if (state !== undefined) slots = slots.where("interviews.status", "=", state)
  return slots.orderBy("slot.startsAt").limit(500).execute()
}

/** Takes a slot that nobody has back: removed when nobody ever had it, else kept for the record and closed. */
export async function removeSlot(tx: Db, id: string, at: Date): Promise<void> {
  const removed = await tx
    .deleteFrom("interviewSlots as slot")
    .where("slot.id", "=", id)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom("interviews").select("interviews.id").whereRef("interviews.slotId", "=", "slot.id"),
        ),
      ),
    )
    .returning("slot.id")
    .executeTakeFirst()
  if (!removed) await tx.updateTable("interviewSlots").set({ closedAt: at }).where("id", "=", id).execute()
}

const interviewColumns = [
  "interviews.id",
  "interviews.applicationId",
  "interviews.accountId",
  "interviews.slotId",
  "interviews.timeZone",
  "interviews.status",
  "interviews.revision",
  "interviews.bookedAt",
  "slot.startsAt",
  "slot.minutes",
  "slot.place",
] as const

function interviews(db: Db) {
  return db
    .selectFrom("interviews")
    .innerJoin("interviewSlots as slot", "slot.id", "interviews.slotId")
    .select(interviewColumns)
}

/** The interview that an application has before it. */
export function findBooked(db: Db, applicationId: string) {
  return interviews(db)
    .where("interviews.applicationId", "=", applicationId)
    .where("interviews.status", "=", "booked")
    .executeTakeFirst()
}

/** Booked interviews that begin in a stretch of time. */
export function listBookedBetween(db: Db, from: Date, to: Date) {
  return interviews(db)
    .where("interviews.status", "=", "booked")
    .where("slot.startsAt", ">", from)
    .where("slot.startsAt", "<=", to)
    .execute()
}

/** @returns false when somebody else has the slot */
export async function insertInterview(
  tx: Db,
  interview: {
    id: string
    slotId: string
    applicationId: string
    accountId: string
    timeZone: string
    bookedAt: Date
  },
): Promise<boolean> {
  const made = await tx
    .insertInto("interviews")
    .values({ ...interview, status: "booked", endedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst()
  return made !== undefined
}

/** Whether somebody has this slot. */
export async function isTaken(tx: Db, slotId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("interviews")
    .select("id")
    .where("slotId", "=", slotId)
    .where("status", "<>", "cancelled")
    .executeTakeFirst()
  return found !== undefined
}

export async function moveInterview(
  tx: Db,
  id: string,
  change: { slotId: string; timeZone: string; revision: number; at: Date },
): Promise<void> {
  const { at, ...values } = change
  await tx
    .updateTable("interviews")
    .set({ ...values, bookedAt: at })
    .where("id", "=", id)
    .execute()
}

/** What whoever held an interview thinks of it. */
export interface InterviewNotes {
  remarks: string
  score: number | null
  recordedBy: string | null
}

export async function endInterview(
  tx: Db,
  id: string,
  status: "cancelled" | "held" | "missed",
  at: Date,
  notes: InterviewNotes = { remarks: "", score: null, recordedBy: null },
): Promise<void> {
  await tx
    .updateTable("interviews")
    .set({ ...notes, status, endedAt: at })
    .where("id", "=", id)
    .execute()
}

/** Interviews of an application that were held or missed, the last one first. */
export function listOver(db: Db, applicationId: string) {
  return db
    .selectFrom("interviews")
    .innerJoin("interviewSlots as slot", "slot.id", "interviews.slotId")
    .leftJoin("accounts", "accounts.id", "interviews.recordedBy")
    .select(["interviews.status", "interviews.remarks", "interviews.score", "accounts.name as by"])
    .select(["slot.startsAt", "slot.timeZone"])
    .where("interviews.applicationId", "=", applicationId)
    .where("interviews.status", "in", ["held", "missed"])
    .orderBy("slot.startsAt", "desc")
    .execute()
}

/** All of a person's, for the copy of their data. */
export function listInterviewsOf(db: Db, accountId: string) {
  return interviews(db)
    .select(["interviews.remarks", "interviews.score"])
    .where("interviews.accountId", "=", accountId)
    .orderBy("interviews.bookedAt")
    .execute()
}
