import { z } from "zod"
import { clientErrorsKept } from "#contract/catalogue/client-errors.ts"
import { job } from "#server/declarations/job.ts"
import { deleteOld } from "./queries.ts"

/** Keeps the reports of browsers few: anybody may send them. */
export const sweepClientErrors = job({
  name: "client-errors.sweep",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 60,
  concurrency: () => 1,
  schedule: "25 * * * *",
  run: (s) => deleteOld(s.db, clientErrorsKept),
})
