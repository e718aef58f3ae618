import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { OptionalReason } from "#contract/identity/reason.ts"
import { Day, PlainText, RecordId } from "#contract/primitives.ts"
import { TimeZone } from "./admissions.ts"

/** Calls of the people who hold interviews: their times. */

const Slot = z.object({
  id: z.string(),
  programId: z.string().nullable(),
  startsAt: z.string(),
  minutes: z.number().int(),
  timeZone: z.string(),
  /** On the clock of the zone in which it was opened. */
  words: z.string(),
  place: z.string(),
  status: z.enum(["booked", "held", "missed"]).nullable(),
  applicationId: z.string().nullable(),
  name: z.string().nullable(),
})
export type Slot = z.infer<typeof Slot>

const Moment = z.iso.datetime()

/** Days of times that are told at once. */
export const slotDays = 71

function isStretch(from: string, until: string): boolean {
  const ms = Date.parse(until) - Date.parse(from)
  return ms > 0 && ms <= slotDays * 86_400_000
}

/** What interview times can be narrowed down by. Those for every program count as each one's. */
export const SlotFilters = z.object({
  program: PlainText.max(60).optional(),
  state: z.enum(["free", "booked", "held", "missed"]).optional(),
})

export const listSlots = endpoint({
  method: "GET",
  path: "/operators/admissions/slots",
  access: "session",
  summary:
    "Interview times of a stretch of at most ten weeks, with who booked them; the next ten weeks when none is named",
  query: SlotFilters.extend({ from: Moment.optional(), until: Moment.optional() })
    .refine(({ from, until }) => (from === undefined) === (until === undefined), {
      message: "Please give both ends, or none",
      path: ["until"],
    })
    .refine(({ from, until }) => !from || !until || isStretch(from, until), {
      message: "Must be after the beginning, by ten weeks at most",
      path: ["until"],
    }),
  reply: z.object({ data: z.array(Slot) }),
})

export const listSlotsCsv = endpoint({
  method: "GET",
  path: "/operators/admissions/slots.csv",
  access: "session",
  summary: "The same times as a table for spreadsheets",
  query: SlotFilters,
  reply: z.unknown(),
})

export const openSlots = endpoint({
  method: "POST",
  path: "/operators/admissions/slots",
  access: "session",
  summary: "Opens times for interviews on one day",
  body: z.object({
    day: Day,
    /** Clock times in the zone, such as 10:00. */
    times: z
      .array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please give times such as 10:00"))
      .min(1)
      .max(24),
    timeZone: TimeZone,
    minutes: z.number().int().min(10).max(180),
    place: PlainText.trim().min(3, "Please give the link or the phone number").max(500),
    program: PlainText.max(60).nullable().default(null),
    reason: OptionalReason,
  }),
  reply: z.object({ message: z.string() }),
  status: 201,
})

const Params = z.object({ id: RecordId })

export const closeSlot = endpoint({
  method: "DELETE",
  path: "/operators/admissions/slots/:id",
  access: "session",
  summary: "Takes a time back that nobody booked",
  params: Params,
  body: z.object({ reason: OptionalReason }),
  reply: z.object({ message: z.string() }),
})
