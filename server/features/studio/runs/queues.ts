import { z } from "zod"
import type { RunQueue } from "#server/declarations/run-kind.ts"
import type { QueuedJob } from "#server/platform/jobs/queue.ts"

const RunPayload = z.object({ runId: z.string(), kind: z.string() })

/** Engines that stumble are asked again soon: a person is waiting. In seconds. */
const backOffSeconds: readonly number[] = [0, 2, 10]

/** The job of a queue of runs, as far as the queue of jobs needs to know it. */
export function jobOfQueue({ name, attempts, timeLimitSeconds }: RunQueue): QueuedJob<typeof RunPayload> {
  return { name, attempts, backOffSeconds, timeLimitSeconds, payload: RunPayload }
}
