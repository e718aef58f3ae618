import { z } from "zod"
import { job } from "#server/declarations/job.ts"
import { deleteDue } from "./queries.ts"

/** Deletes for good what was in the trash for its time; the bytes go with the next sweep of storage. */
export const sweepTrash = job({
  name: "trash.sweep",
  payload: z.object({}),
  attempts: 3,
  timeLimitSeconds: 300,
  concurrency: () => 1,
  schedule: "25 * * * *",

  run: (s) => deleteDue(s.db),
})
