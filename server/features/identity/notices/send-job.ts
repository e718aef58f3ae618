import { z } from "zod"
import { noticeDays } from "#contract/identity/notices.ts"
import { transact } from "#server/db/open.ts"
import { job } from "#server/declarations/job.ts"
import { newId } from "#server/platform/ids.ts"
import { callPerson, mailNotices } from "./deliver-jobs.ts"
import * as queries from "./queries.ts"

/** What one look takes; the next follows at once while there is more. */
const atOnce = 200

/**
 * Looks every minute, and whenever something is due at once, for what is to be told: a letter takes all that waits for the same
 * person. Each is given to one job in the transaction that queues it, so it is sent once whoever looks and dies.
 */
export const sendNotices = job({
  name: "notices.send",
  payload: z.object({}),
  attempts: 3,
  timeLimitSeconds: 120,
  concurrency: () => 1,
  schedule: "* * * * *",

  async run(s, _payload, signal) {
    for (;;) {
      signal.throwIfAborted()
      const now = s.now()
      const letters = await queries.listDueLetters(s.db, now, atOnce)
      for (const { accountId } of letters) {
        const letterId = newId()
        await transact(s.db, async (tx) => {
          if (!(await queries.takeForLetter(tx, accountId, letterId))) return
          await s.queue.enqueue(tx, mailNotices, { letterId, accountId })
        })
      }
      const calls = await queries.listDueCalls(s.db, now, atOnce)
      for (const call of calls) {
        const sendingId = newId()
        await transact(s.db, async (tx) => {
          if (!(await queries.takeCall(tx, call, sendingId))) return
          await s.queue.enqueue(tx, callPerson, { sendingId, accountId: call.accountId })
        })
      }
      if (letters.length < atOnce && calls.length < atOnce) return
    }
  },
})

/** Forgets notices of half a year ago. */
export const sweepNotices = job({
  name: "notices.sweep",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 60,
  concurrency: () => 1,
  schedule: "25 3 * * *",

  run: (s) => queries.deleteOld(s.db, new Date(s.now().getTime() - noticeDays * 86_400_000)),
})
