import { z } from "zod"
import { job } from "#server/declarations/job.ts"

/**
 * Ends at the provider what a run began there that came to nothing here, so that it does not go on costing: no process may
 * be at it, and the provider may be out of reach. The person's credits are back before.
 */
export const abandonWork = job({
  name: "runs.abandon",
  /** `ticket`: provider job id, under the name that jobs in line have it. */
  payload: z.object({ ticket: z.string() }),
  attempts: 6,
  timeLimitSeconds: 300,
  backOffSeconds: [2, 30, 120, 600, 1_800],
  concurrency: () => 2,

  async run(s, { ticket: providerJobId }) {
    await s.engine.abandon?.(providerJobId)
  },

  async giveUp(s, { ticket: providerJobId }, failure) {
    s.log.error({ err: failure, providerJobId }, "work at a provider could not be ended and may go on costing")
  },
})
