import { z } from "zod"
import { tradeOf } from "#contract/catalogue/trades.ts"
import { job } from "#server/declarations/job.ts"
import { listUnreadPictures, updateTrades } from "./queries.ts"

const batch = 500

/** Counts pictures under their trade that were made before trades were written down, or by a former release. */
export const readTrades = job({
  name: "generations.trades",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 240,
  concurrency: () => 1,
  schedule: "*/10 * * * *",

  async run(s, _payload, signal) {
    while (!signal.aborted) {
      const unread = await listUnreadPictures(s.db, batch)
      if (unread.length === 0) return
      await updateTrades(
        s.db,
        unread.map(({ id, prompt }) => ({ id, trade: tradeOf(prompt) })),
      )
    }
  },
})
