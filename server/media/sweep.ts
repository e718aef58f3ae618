import { z } from "zod"
import { job } from "#server/declarations/job.ts"
import { removeDue } from "./objects.ts"

/** No write takes as long, in milliseconds. */
const draftsMs = 60 * 60_000

/** Removes the bytes of everything that nothing refers to any more. */
export const sweepMedia = job({
  name: "media.sweep",
  payload: z.object({}),
  attempts: 5,
  timeLimitSeconds: 300,
  concurrency: () => 1,
  schedule: "*/15 * * * *",
  async run(s) {
    await removeDue(s)
    await s.storage.dropDrafts?.(draftsMs)
  },
})
