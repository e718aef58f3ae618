import { z } from "zod"
import { job } from "#server/declarations/job.ts"

/**
 * Ends at the provider what a run began there that came to nothing here, so that it does not go on costing: no process may
 * be at it, and the provider may be out of reach. The person's credits are back before.
 */
export const abandonWork = job({
  name: "runs.abandon",
  payload: z.object({ ticket: z.string() }),
  attempts: 6,
  timeLimitSeconds: 300,
  backOffSeconds: [2, 30, 120, 600, 1_800],
  concurrency: () => 2,

  async run(s, { ticket }) {
    await s.engine.abandon?.(ticket)
  },

  async giveUp(s, { ticket }, failure) {
    s.log.error({ err: failure, ticket }, "work at a provider could not be ended and may go on costing")
  },
})
