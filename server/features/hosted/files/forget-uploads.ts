import { z } from "zod"
import { transact } from "#server/db/open.ts"
import { job } from "#server/declarations/job.ts"
import { removeDue } from "#server/media/objects.ts"
import { forgetUnasked } from "./preview-queries.ts"
import { deleteAbandoned } from "./queries.ts"

/** Forgets uploads that nobody went on with (KEEP_UPLOADS_DAYS) and previews that nobody asks for, and removes their bytes. */
export const forgetUploads = job({
  name: "files.forget-uploads",
  payload: z.object({}),
  attempts: 5,
  timeLimitSeconds: 300,
  concurrency: () => 1,
  schedule: "*/15 * * * *",

  async run(s) {
    await transact(s.db, (tx) => deleteAbandoned(tx, s.config.retention.abandonedUploadDays))
    await forgetUnasked(s.db)
    await removeDue(s)
  },
})
