import { z } from "zod"
import type { QueuedJob } from "#server/platform/jobs/queue.ts"

const Payload = z.object({ id: z.string() })

/** The adding of a model as the queue knows it; job.ts says what it does. */
export const addModelJob = {
  name: "models.add",
  payload: Payload,
  attempts: 3,
  // Two hours for each of two packages at the most, and some minutes for unpacking.
  timeLimitSeconds: 5 * 3_600,
} satisfies QueuedJob<typeof Payload>
