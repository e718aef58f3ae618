import { z } from "zod"
import { job } from "#server/job.ts"

/** Removes files that nothing refers to any more. */
export const removeFiles = job({
  name: "generations.remove-files",
  payload: z.object({ keys: z.array(z.string()) }),
  attempts: 10,
  timeLimitSeconds: 60,
  concurrency: () => 1,

  async run(s, { keys }) {
    for (const key of keys) await s.storage.remove(key)
  },
})
