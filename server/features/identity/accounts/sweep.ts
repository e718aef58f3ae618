import { z } from "zod"
import { job } from "#server/declarations/job.ts"
import { sweepLogs } from "#server/features/identity/activity/service.ts"
import { sweepTokens } from "#server/features/identity/one-time-tokens/service.ts"
import { sweepSessions } from "#server/features/identity/sessions/service.ts"
import { deleteUnclaimedAccounts } from "./queries.ts"

/** Removes what is over: sessions, links and codes, old logs, accounts nobody came back to. */
export const sweepAccounts = job({
  name: "accounts.sweep",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 120,
  concurrency: () => 1,
  schedule: "5 * * * *",

  async run(s) {
    await sweepSessions(s.db)
    await sweepTokens(s.db)
    await sweepLogs(s.db, s.config.retention.activityDays)
    await deleteUnclaimedAccounts(s.db)
  },
})
