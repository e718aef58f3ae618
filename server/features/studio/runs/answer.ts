import type { FastifyInstance, FastifyReply } from "fastify"
import type { RunRow } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { hasEnded, waitForRun } from "./wait.ts"

/** Waits for a placed run as long as a call may wait; one that has not ended by then is answered with 202. */
export type AwaitRun = (reply: FastifyReply, placed: RunRow) => Promise<RunRow>

/** The waiting of the calls that place runs: it ends when the caller leaves or the process stops. */
export function runWaiter(app: FastifyInstance, s: Services): AwaitRun {
  const stopping = new AbortController()
  app.addHook("preClose", async () => stopping.abort())
  return async (reply, placed) => {
    const interruptions = { left: reply.request.left, stopping: stopping.signal }
    const run = await waitForRun(s, placed, s.config.generationWaitMs, interruptions)
    if (!hasEnded(run)) reply.code(202)
    return run
  }
}
