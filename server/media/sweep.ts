import { z } from "zod"
import { job } from "#server/job.ts"
import { removeDue } from "./objects.ts"

/** Removes the bytes of everything that nothing refers to any more. */
export const sweepMedia = job({
  name: "media.sweep",
  payload: z.object({}),
  attempts: 5,
  timeLimitSeconds: 300,
  concurrency: () => 1,
  schedule: "*/15 * * * *",
  run: (s) => removeDue(s),
})
