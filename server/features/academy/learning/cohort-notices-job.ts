import { z } from "zod"
import { type Tx, transact } from "#server/db/open.ts"
import { job } from "#server/declarations/job.ts"
import type { Services } from "#server/declarations/services.ts"
import { tellPerson, zoneOf } from "#server/features/identity/notices/service.ts"
import { momentInWords } from "#server/platform/text/clocks.ts"
import { claimStage, holdAnnouncement, listLearners, listSoon } from "./class-queries.ts"
import { announced, type ClassStage, classCancelled, classNotices } from "./notices.ts"

const Told = z.discriminatedUnion("what", [
  z.object({ what: z.literal("announcement"), id: z.string() }),
  z.object({
    what: z.enum(["day", "hour", "now", "cancelled"]),
    id: z.string(),
    title: z.string(),
    startsAt: z.string(),
  }),
])

/** Tells everybody in a cohort of one thing, one after the other; begun again, nobody hears of it twice. */
export const tellCohort = job({
  name: "learning.tell-cohort",
  payload: z.object({ cohortId: z.string(), told: Told }),
  attempts: 5,
  timeLimitSeconds: 300,
  concurrency: () => 1,

  async run(s, { cohortId, told }, signal) {
    for (const { accountId } of await listLearners(s.db, cohortId)) {
      signal.throwIfAborted()
      await transact(s.db, (tx) => tellOne(s, tx, accountId, told))
    }
  },
})

async function tellOne(s: Services, tx: Tx, accountId: string, told: z.output<typeof Told>): Promise<void> {
  if (told.what === "announcement") {
    const found = await holdAnnouncement(tx, told.id)
    if (found) await tellPerson(s, tx, announced, { accountId, key: told.id, facts: found })
    return
  }
  const { id, title } = told
  const startsAt = new Date(told.startsAt)
  const facts = { title, startsAt, words: momentInWords(startsAt, await zoneOf(tx, accountId)) }
  // A class that is moved is told of anew.
  const key = `${id}@${Math.floor(startsAt.getTime() / 1_000)}`
  if (told.what === "cancelled") return tellPerson(s, tx, classCancelled, { accountId, key, facts })
  return tellPerson(s, tx, classNotices[told.what], { accountId, key, facts })
}

const hourMs = 3_600_000

function stageOf(startsAt: Date, now: Date): ClassStage {
  const hours = (startsAt.getTime() - now.getTime()) / hourMs
  return hours <= 0 ? "now" : hours <= 1 ? "hour" : "day"
}

/** Looks every minute which classes are in a day, in an hour or now, and tells each cohort once of each. */
export const watchClasses = job({
  name: "learning.watch-classes",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 60,
  concurrency: () => 1,
  schedule: "* * * * *",

  async run(s) {
    const now = s.now()
    for (const { id, cohortId, title, startsAt } of await listSoon(s.db, now, new Date(now.getTime() + 24 * hourMs))) {
      const stage = stageOf(startsAt, now)
      await transact(s.db, async (tx) => {
        if (!(await claimStage(tx, id, stage))) return
        const told = { what: stage, id, title, startsAt: startsAt.toISOString() }
        await s.queue.enqueue(tx, tellCohort, { cohortId, told })
      })
    }
  },
})
