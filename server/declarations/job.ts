import type { z } from "zod"
import type { QueuedJob } from "#server/platform/jobs/queue.ts"
import type { Services } from "./services.ts"

/** Work that survives leaving: kept in the database, done by a worker, tried again when the worker dies. */
export interface Job<Payload extends z.ZodType = z.ZodType> extends QueuedJob<Payload> {
  /** How many run at once in one process; asked once, when the worker starts. */
  concurrency: (s: Services) => number
  /**
   * May run twice, may stop half way, and is still right: it looks before it acts.
   * An AppError is final and leads to `giveUp`; any other error is tried again.
   * @param signal aborted when the time limit is over or the process stops
   */
  run(s: Services, payload: z.output<Payload>, signal: AbortSignal): Promise<void>
  /** Runs once no attempt is left, and leaves nothing half done. */
  giveUp?(s: Services, payload: z.output<Payload>, failure: Error): Promise<void>
}

export function job<Payload extends z.ZodType>(definition: Job<Payload>): Job<Payload> {
  return definition
}
