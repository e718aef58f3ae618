import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { RecordId } from "#contract/primitives.ts"
import { InterviewView, TimeZone } from "./admissions.ts"

const FreeSlot = z.object({ id: z.string(), startsAt: z.string(), minutes: z.number().int() })
export type FreeSlot = z.infer<typeof FreeSlot>

export const listFreeSlots = endpoint({
  method: "GET",
  path: "/academy/interview/slots",
  access: "session",
  summary: "Times for an interview that can still be chosen",
  reply: z.object({ data: z.array(FreeSlot) }),
})

export const bookInterview = endpoint({
  method: "PUT",
  path: "/academy/interview",
  access: "session",
  summary: "Books a time for the interview, or exchanges the booked one",
  body: z.object({ slotId: RecordId, timeZone: TimeZone }),
  reply: z.object({ message: z.string(), data: InterviewView }),
})

export const cancelInterview = endpoint({
  method: "DELETE",
  path: "/academy/interview",
  access: "session",
  summary: "Gives the booked time up",
  reply: z.object({ message: z.string() }),
})

/** Address of the own interview as a calendar file. */
export const calendarPath = "/academy/interview.ics"
