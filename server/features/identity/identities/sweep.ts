import { z } from "zod"
import { job } from "#server/declarations/job.ts"
import { deleteExpiredSignIns } from "./queries.ts"

/** Removes sign-ins at providers that nobody finished. */
export const sweepProviderSignIns = job({
  name: "identities.sweep",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 60,
  concurrency: () => 1,
  schedule: "20 * * * *",

  run: (s) => deleteExpiredSignIns(s.db),
})
