import { z } from "zod"
import type { QueuedJob } from "#server/platform/queue.ts"
import type { RunLane } from "#server/run-kind.ts"

const RunPayload = z.object({ runId: z.string(), kind: z.string() })

/** The job of a lane, as far as the queue needs to know it. */
export function laneJob({ name, attempts, timeLimitSeconds }: RunLane): QueuedJob<typeof RunPayload> {
  return { name, attempts, timeLimitSeconds, payload: RunPayload }
}
