import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText } from "#contract/primitives.ts"

const Feed = z.object({
  /** Where calendars read it; whoever has the address does. Null once it was ended. */
  url: z.string().nullable(),
})

export const getCalendarFeed = endpoint({
  method: "GET",
  path: "/learning/calendar",
  access: "session",
  summary: "The secret address of a person's calendar, with classes, days to hand in and instalments",
  reply: z.object({ data: Feed }),
})

export const renewCalendarFeed = endpoint({
  method: "POST",
  path: "/learning/calendar/renewal",
  access: "session",
  summary: "Makes another address for one's calendar; the one before ends at once",
  reply: z.object({ message: z.string(), data: Feed }),
})

export const endCalendarFeed = endpoint({
  method: "DELETE",
  path: "/learning/calendar",
  access: "session",
  summary: "Ends the address of one's calendar at once; there is none until another is made",
  reply: z.object({ message: z.string(), data: Feed }),
})

export const readCalendarFeed = endpoint({
  method: "GET",
  path: "/calendar.ics",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "A person's calendar, to whoever has its address",
  query: z.object({ account: PlainText.max(40), key: PlainText.max(100) }),
  reply: z.unknown(),
})
