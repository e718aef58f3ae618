import { z } from "zod"
import { transact } from "#server/db/open.ts"
import { job } from "#server/declarations/job.ts"
import { insertCheck, listProblems } from "./check-queries.ts"
import { takeDueOrders } from "./queries.ts"
import { checkDueOrder, settle } from "./settle.ts"

/** Pauses before an answer is asked for again that did not come, in seconds; after the last one reconciling goes on. */
const retryPauses = [5, 30, 120, 600, 3_600, 4 * 3_600, 12 * 3_600]

/** Asks the provider about one payment that somebody spoke of. */
export const settleOrder = job({
  name: "payments.settle",
  payload: z.object({ txRef: z.string(), transactionId: z.string().nullable(), tries: z.number().int() }),
  attempts: 5,
  timeLimitSeconds: 60,
  concurrency: () => 4,

  async run(s, { txRef, transactionId, tries }, signal) {
    try {
      await settle(s, txRef, { transactionId }, signal)
    } catch (error) {
      const delaySeconds = retryPauses[tries]
      s.log.warn({ err: error, txRef }, "the payment provider gave no answer")
      if (delaySeconds === undefined) return
      await transact(s.db, (tx) =>
        s.queue.enqueue(tx, settleOrder, { txRef, transactionId, tries: tries + 1 }, { delaySeconds }),
      )
    }
  },
})

/** Orders asked about in one run. */
const dueAtOnce = 200

/** Asks the providers about open orders, with growing pauses for two days: notices get lost. */
export const reconcileOrders = job({
  name: "payments.reconcile",
  payload: z.object({}),
  attempts: 1,
  timeLimitSeconds: 300,
  concurrency: () => 1,
  schedule: "* * * * *",

  async run(s, _payload, signal) {
    // Should the process die now, they are due again after this time.
    for (const { txRef } of await takeDueOrders(s.db, dueAtOnce, 300)) {
      signal.throwIfAborted()
      await checkDueOrder(s, txRef, signal).catch((error) =>
        s.log.warn({ err: error, txRef }, "the payment provider gave no answer"),
      )
    }
  },
})

/** Goes over the books at night; what does not add up is in the log, in the metrics and in the operators' view. */
export const checkBooks = job({
  name: "payments.check-books",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 600,
  concurrency: () => 1,
  schedule: "20 2 * * *",

  async run(s) {
    const problems = await listProblems(s.db)
    await insertCheck(s.db, problems)
    if (problems.length > 0) s.log.error({ problems }, "the books do not add up")
  },
})
