import { z } from "zod"
import { transact } from "#server/db/open.ts"
import { job } from "#server/declarations/job.ts"
import { dayOf } from "#server/features/academy/admissions/service.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { digest } from "./notices.ts"
import { forgetDeleted, listNews } from "./queries.ts"

const hourMs = 3_600_000

/** So long the news of a day is worth telling, in hours: the letter of the next day has gone out by then. */
const worthHours = 30

/** Tells learners each morning what is new and unread in their cohort, and forgets what was deleted long ago. */
export const tellNews = job({
  name: "discussions.tell-news",
  payload: z.object({}),
  attempts: 3,
  timeLimitSeconds: 600,
  concurrency: () => 1,
  schedule: "15 4 * * *",

  async run(s, _, signal) {
    const now = s.now()
    const until = new Date(now.getTime() + worthHours * hourMs)
    for (const { accountId, cohortId, threads } of await listNews(s.db, new Date(now.getTime() - 24 * hourMs))) {
      signal.throwIfAborted()
      const key = `${cohortId}@${dayOf(now)}`
      await transact(s.db, (tx) => tellPerson(s, tx, digest, { accountId, key, facts: { threads, until } }))
    }
    await forgetDeleted(s.db, now)
  },
})
