import { z } from "zod"
import { transact } from "#server/db/open.ts"
import { job } from "#server/declarations/job.ts"
import { deleteUnpaid } from "./queries.ts"

/** Orders removed in one transaction. */
const atOnce = 500

/** Removes orders nobody paid, long after their time (KEEP_ORDERS_DAYS). What money came in for stays for the books. */
export const forgetOrders = job({
  name: "payments.forget-orders",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 300,
  concurrency: () => 1,
  schedule: "50 2 * * *",

  async run(s, _payload, signal) {
    const days = s.config.retention.expiredOrderDays
    while ((await transact(s.db, (tx) => deleteUnpaid(tx, days, atOnce))) === atOnce) signal.throwIfAborted()
  },
})
