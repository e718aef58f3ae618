import { z } from "zod"
import { job } from "#server/declarations/job.ts"
import { deleteUpload, listPast } from "./outside-upload-queries.ts"

/** Removed in one go; the rest follows with the next. */
const atATime = 200

/** Empties the outside image host of what was uploaded there, taken over or not: our own storage keeps what counts. */
export const clearImageHost = job({
  name: "files.clear-image-host",
  payload: z.object({}),
  attempts: 5,
  timeLimitSeconds: 300,
  concurrency: () => 1,
  schedule: "*/15 * * * *",

  async run(s, _, signal) {
    if (s.imageHost === null) return
    for (const { id, publicId } of await listPast(s.db, atATime)) {
      if (signal.aborted) return
      try {
        await s.imageHost.remove(publicId, s.now())
      } catch (error) {
        // One that cannot be removed now must not keep the others there; it stays in the list.
        s.log.warn({ err: error, publicId }, "a picture was not removed from the image host")
        continue
      }
      await deleteUpload(s.db, id)
    }
  },
})
