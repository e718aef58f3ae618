import { z } from "zod"
import { job } from "#server/declarations/job.ts"
import { releaseDue } from "./service.ts"

/** Lets pictures of new accounts onto the showcase when their wait is over. */
export const releasePictures = job({
  name: "review.release",
  payload: z.object({}),
  attempts: 3,
  timeLimitSeconds: 120,
  concurrency: () => 1,
  schedule: "*/10 * * * *",

  async run(s) {
    await releaseDue(s)
  },
})
