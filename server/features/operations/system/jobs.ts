import { sql } from "kysely"
import { z } from "zod"
import { forgetCopies } from "#server/db/kept-copy.ts"
import { job } from "#server/declarations/job.ts"
import { sweepRateCounters } from "#server/platform/limits/rate-limit.ts"

/** The embedded database has no helper of its own that takes room back from deleted rows. */
export const vacuum = job({
  name: "system.vacuum",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 600,
  concurrency: () => 1,
  schedule: "40 2 * * *",

  async run(s) {
    const { raw } = s.database
    if (raw.kind === "embedded") await raw.embedded.exec("vacuum (analyze)")
  },
})

/** Removes what has had its time: counters, long realtime messages, mails, decided reports and private links. */
export const sweep = job({
  name: "system.sweep",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 120,
  concurrency: () => 1,
  schedule: "*/10 * * * *",

  async run(s) {
    await sweepRateCounters(s.db)
    await s.db
      .deleteFrom("realtimeMessages")
      .where("createdAt", "<", sql<Date>`now() - interval '10 minutes'`)
      .execute()
    const { undeliveredMailDays, capturedMailDays, decidedReportDays, upgradeCopyDays } = s.config.retention
    const before = (days: number) => sql<Date>`now() - make_interval(days => ${days})`
    await s.db.deleteFrom("undeliveredMails").where("createdAt", "<", before(undeliveredMailDays)).execute()
    await s.db.deleteFrom("capturedMessages").where("createdAt", "<", before(capturedMailDays)).execute()
    await s.db.deleteFrom("capturedMails").where("createdAt", "<", before(capturedMailDays)).execute()
    await s.db.deleteFrom("privateLinks").where("expiresAt", "<", before(0)).execute()
    await s.db.deleteFrom("pictureReports").where("decidedAt", "<", before(decidedReportDays)).execute()
    await forgetCopies(s.config.dataDir, upgradeCopyDays, s.now())
  },
})
