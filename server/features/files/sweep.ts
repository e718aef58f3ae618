import { z } from "zod"
import { job } from "#server/job.ts"
import { removeLeftovers } from "./objects.ts"
import { deleteAbandoned } from "./queries.ts"

/** Removes uploads that nobody went on with, and the bytes of everything that is gone. */
export const sweepFiles = job({
  name: "files.sweep",
  payload: z.object({}),
  attempts: 5,
  timeLimitSeconds: 300,
  concurrency: () => 1,
  schedule: "*/15 * * * *",

  async run(s) {
    await deleteAbandoned(s.db)
    await removeLeftovers(s)
  },
})
