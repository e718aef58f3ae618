import { z } from "zod"
import { job } from "#server/job.ts"
import { sweepExpired } from "./queries.ts"

/** Removes sessions and mail links whose time is over. */
export const sweepAccounts = job({
  name: "accounts.sweep",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 120,
  concurrency: () => 1,
  schedule: "5 * * * *",

  run: (s) => sweepExpired(s.db),
})
