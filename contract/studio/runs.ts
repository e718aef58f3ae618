import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { event } from "#contract/event.ts"
import { RecordId } from "#contract/primitives.ts"

/** Id of an own album that what comes of an order is put into, as far as it has room. */
export const OrderAlbum = RecordId.optional()

export const RunStatus = z.enum(["waiting", "running", "ready", "failed", "cancelled"])
export type RunStatus = z.infer<typeof RunStatus>

/** One paid piece of engine work as its owner sees it, while it runs and afterwards. */
export const Run = z
  .object({
    id: z.string(),
    /** Which kind of work; its own calls say what `result` then holds. */
    kind: z.string(),
    title: z.string(),
    status: RunStatus,
    /** 0 to 1. */
    progress: z.number(),
    /** How many pieces were asked for. */
    count: z.number().int(),
    /** Credits held or spent for it in all. */
    feeCredits: z.number(),
    /** Addresses of small previews. */
    previews: z.array(z.string()),
    /** What became of it; null until it is ready. */
    result: z.record(z.string(), z.unknown()).nullable(),
    /** Why it failed, for the person; null otherwise. */
    failure: z.string().nullable(),
    /** The batch or shoot it is part of. */
    parentRunId: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: "Run" })
export type Run = z.infer<typeof Run>

export const getRun = endpoint({
  method: "GET",
  path: "/runs/:runId",
  access: "session",
  summary: "An own run: its state and what became of it",
  params: z.object({ runId: RecordId }),
  reply: z.object({ data: Run }),
})

export const listOpenRuns = endpoint({
  method: "GET",
  path: "/runs",
  access: "session",
  summary: "Own runs that are waiting or running, newest first, without those that are part of another",
  reply: z.object({ data: z.array(Run) }),
})

/** How long work that came to nothing is shown, in days. */
export const failedDays = 7

/** Work that came to nothing, and what it would cost to try it again now. */
export const FailedRun = Run.extend({
  /** Credits in all; null where it has to be ordered anew. */
  price: z.number().nullable(),
  /** The words that it was ordered with; "" where there were none. */
  prompt: z.string(),
})
export type FailedRun = z.infer<typeof FailedRun>

export const listFailedRuns = endpoint({
  method: "GET",
  path: "/runs/failed",
  access: "session",
  summary:
    "Own runs of the last seven days that failed and were neither tried again nor put away, newest first, at most a dozen",
  reply: z.object({ data: z.array(FailedRun) }),
})

export const retryRun = endpoint({
  method: "POST",
  path: "/runs/:runId/retry",
  access: "session",
  summary: "Orders a run that failed once more, as it was; twice asked for, it is ordered once",
  params: z.object({ runId: RecordId }),
  reply: z.object({ data: Run }),
})

export const putAwayRun = endpoint({
  method: "POST",
  path: "/runs/:runId/put-away",
  access: "session",
  summary: "Shows a run that failed no more",
  params: z.object({ runId: RecordId }),
  reply: z.object({ message: z.string() }),
})

export const cancelRun = endpoint({
  method: "POST",
  path: "/runs/:runId/cancel",
  access: "session",
  summary: "Stops a run that has not started, or that may be stopped at work, and gives its credits back",
  params: z.object({ runId: RecordId }),
  reply: z.object({ data: Run }),
})

export const runProgressed = event({
  name: "runs.progress",
  payload: z.object({
    id: z.string(),
    kind: z.string(),
    parentRunId: z.string().nullable(),
    progress: z.number(),
    previews: z.array(z.string()),
  }),
})

export const runFinished = event({ name: "runs.finished", payload: z.object({ run: Run }) })
