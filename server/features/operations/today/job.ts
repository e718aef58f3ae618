import { z } from "zod"
import { todayDays } from "#contract/operations/today.ts"
import { job } from "#server/declarations/job.ts"
import { keepFigures } from "./figure-queries.ts"

/** Counts what is over for Today's plots, so that opening it takes no longer with the years. */
export const keepTodayFigures = job({
  name: "today.keep-figures",
  payload: z.object({}),
  attempts: 1,
  timeLimitSeconds: 300,
  concurrency: () => 1,
  schedule: "7,22,37,52 * * * *",

  run: (s, _payload, signal) => keepFigures(s.db, todayDays, signal),
})
