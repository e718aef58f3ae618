import { z } from "zod"
import { type Tx, transact } from "#server/db/open.ts"
import { job } from "#server/declarations/job.ts"
import type { Services } from "#server/declarations/services.ts"
import { tellPerson, zoneOf } from "#server/features/identity/notices/service.ts"
import { momentInWords } from "#server/platform/text/clocks.ts"
import { claimStage, holdAnnouncement, listLearners, listSoon } from "./class-queries.ts"
import {
  announced,
  type ClassStage,
  classCancelled,
  classKey,
  classMoved,
  classNotices,
  classPlanned,
} from "./notices.ts"

const Told = z.discriminatedUnion("what", [
  z.object({ what: z.literal("announcement"), id: z.string() }),
  z.object({
    what: z.enum(["day", "hour", "now"]),
    id: z.string(),
    title: z.string(),
    startsAt: z.string(),
  }),
  z.object({
    what: z.enum(["planned", "moved", "cancelled"]),
    /** The first of several. */
    id: z.string(),
    title: z.string(),
    startsAt: z.string(),
    /** How many follow it; told before classes could repeat, none. */
    more: z.number().int().default(0),
    /** Of one that was moved, when it would have been; of new ones, when the last is; "" otherwise. */
    other: z.string().default(""),
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
  const timeZone = await zoneOf(tx, accountId)
  const key = classKey(id, startsAt)
  const facts = { title, startsAt, words: momentInWords(startsAt, timeZone) }
  if (!("more" in told)) {
    return tellPerson(s, tx, classNotices[told.what], { accountId, key, facts })
  }
  const change = { ...facts, more: told.more }
  if (told.what === "cancelled") return tellPerson(s, tx, classCancelled, { accountId, key, facts: change })
  const other = momentInWords(new Date(told.other), timeZone)
  if (told.what === "moved")
    return tellPerson(s, tx, classMoved, { accountId, key, facts: { ...change, before: other } })
  return tellPerson(s, tx, classPlanned, { accountId, key, facts: { ...change, last: other } })
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
