import { z } from "zod"
import { admissionRules } from "#contract/catalogue/applications.ts"
import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import { addDays } from "#contract/catalogue/tuition.ts"
import { transact } from "#server/db/open.ts"
import { job } from "#server/declarations/job.ts"
import type { Services } from "#server/declarations/services.ts"
import { dayOf } from "#server/features/academy/admissions/service.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { momentAt } from "#server/platform/text/clocks.ts"
import { assessmentDue, taskDue, timesOpen } from "./notices.ts"
import * as queries from "./queries.ts"

/** Days before the last one on which people are told. */
export const daysBefore = { task: 2, assessment: 7 } as const

/** People told in one run; the next one goes on. */
const mostTold = 2_000

/** Tells of what is due and of times that were opened, once each: the table of notices keeps who was told. */
export const watchDue = job({
  name: "academy.watch-due",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 240,
  concurrency: () => 1,
  schedule: "*/10 * * * *",

  async run(s) {
    const today = dayOf(s.now())
    await tellOfTasks(s, today)
    await tellOfAssessments(s, today)
    await tellOfTimes(s)
  },
})

/** The end of a day of the academy. */
const endOf = (day: string): Date => momentAt(addDays(day, 1), "00:00", admissionRules.timeZone)

const programName = (programId: string): string => findProgram(programId)?.program_name ?? "your program"

async function tellOfTasks(s: Services, today: string): Promise<void> {
  const due = await queries.listDueTasks(s.db, today, addDays(today, daysBefore.task), mostTold)
  for (const { placeId, accountId, lessonId, title, dueOn } of due) {
    const facts = { lessonId, title, dueOn, until: endOf(dueOn) }
    const told = { accountId, key: `${placeId}@${lessonId}@${dueOn}`, facts }
    await transact(s.db, (tx) => tellPerson(s, tx, taskDue, told))
  }
}

async function tellOfAssessments(s: Services, today: string): Promise<void> {
  const waiting = await queries.listUnassessed(s.db, today, addDays(today, daysBefore.assessment), mostTold)
  for (const { id, accountId, programId, lastDay } of waiting) {
    const facts = { program: programName(programId), lastDay, until: endOf(lastDay) }
    await transact(s.db, (tx) => tellPerson(s, tx, assessmentDue, { accountId, key: `${id}@${lastDay}`, facts }))
  }
}

async function tellOfTimes(s: Services): Promise<void> {
  for (const { id, accountId, programId, openedAt } of await queries.listWithNewTimes(s.db, s.now(), mostTold)) {
    const told = { accountId, key: `${id}@${openedAt.toISOString()}`, facts: { program: programName(programId) } }
    await transact(s.db, (tx) => tellPerson(s, tx, timesOpen, told))
  }
}
