import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"

/** What may need a person now, each with a list of its own. */
export const TodayTask = z.enum([
  "money back",
  "books",
  "applications",
  "marking",
  "reports",
  "failed runs",
  "alarms",
  "messages",
  "leads",
  "letters",
  "crashes",
])
export type TodayTask = z.infer<typeof TodayTask>

/** What is drawn day by day. */
export const TodayFigure = z.enum(["sign-ups", "pictures", "credits", "revenue", "wait"])
export type TodayFigure = z.infer<typeof TodayFigure>

/** Days that are drawn, today included. */
export const todayDays = 14

export const getToday = endpoint({
  method: "GET",
  path: "/operators/today",
  access: "session",
  summary: "What needs a person now, and the figures of the last two weeks; each role gets what it may open",
  reply: z.object({
    data: z.object({
      tasks: z.array(z.object({ what: TodayTask, count: z.number().int() })),
      /** The days of every figure, oldest first, as YYYY-MM-DD in the academy's time zone. */
      days: z.array(z.string()),
      figures: z.array(
        z.object({
          what: TodayFigure,
          /** One number for each day; null where there was nothing to measure. Waits are in seconds, money in naira or dollars. */
          series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
        }),
      ),
    }),
  }),
})
