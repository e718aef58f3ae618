import { z } from "zod"
import { job } from "#server/job.ts"
import { sweepSignIns } from "./oauth-queries.ts"
import { sweepUnclaimed } from "./queries.ts"
import { sweepLogs } from "./record-queries.ts"
import { sweepSessions } from "./session-queries.ts"
import { sweepTokens } from "./token-queries.ts"

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
    await sweepSignIns(s.db)
    await sweepLogs(s.db)
    await sweepUnclaimed(s.db)
  },
})
