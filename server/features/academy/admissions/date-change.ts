import type { CohortEffect, CohortInput } from "#contract/academy/cohorts-admin.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { lastDayForPlace } from "./cohorts/place-days.ts"
import { dayInWords } from "./emails/words.ts"
import { laterDays } from "./enrolments/tuition.ts"
import type { findCohort } from "./records/cohort-queries.ts"
import { listOfCohort, listOpenInstalments } from "./records/enrolment-queries.ts"
import { queueEmail } from "./sending/email-job.ts"

type Cohort = NonNullable<Awaited<ReturnType<typeof findCohort>>>
type Days = Pick<CohortInput, "startsOn" | "enrolBy">

/** Whom other days of a cohort concern: all in it where its first class moves, else those whose offered place has another last day. */
async function listConcerned(db: Db, cohort: Cohort, days: Days) {
  const people = await listOfCohort(db, cohort.id)
  const placed = people.map((person) => {
    const offeredAt = person.place === "offered" ? person.offeredAt : null
    const lastDay = (of: Days) => (offeredAt ? lastDayForPlace(of, offeredAt) : "")
    return { ...person, from: lastDay(cohort), to: lastDay(days) }
  })
  return cohort.startsOn === days.startsOn ? placed.filter(({ from, to }) => from !== to) : placed
}

/** What other days of a cohort would do to the people in it. */
export async function effectOfDays(db: Db, cohort: Cohort, days: Days): Promise<Omit<CohortEffect, "locked">> {
  const concerned = await listConcerned(db, cohort, days)
  const next = laterDays(days.startsOn)
  const open = cohort.startsOn === days.startsOn ? [] : await listOpenInstalments(db, cohort.id)
  const instalments = open.map(({ name, part, dueOn }) => {
    const to = part === "second" ? next.second : next.third
    return { name, part: part === "second" ? ("second" as const) : ("third" as const), from: dueOn, to }
  })
  return {
    people: concerned.length,
    learners: concerned.filter(({ place }) => place === "active").length,
    instalments: instalments.filter(({ from, to }) => to > from),
    kept: instalments.filter(({ from, to }) => to < from).length,
    offered: concerned.flatMap(({ name, from, to }) => (from === to ? [] : [{ name, from, to }])),
  }
}

/** Queues a letter to everybody whom other days of a cohort concern, with what was before. @returns how many there are */
export async function tellOfDays(
  s: Pick<Services, "queue" | "now" | "noticeKinds">,
  tx: Tx,
  cohort: Cohort,
  days: Days,
): Promise<number> {
  const concerned = await listConcerned(tx, cohort, days)
  const moved = cohort.startsOn !== days.startsOn
  for (const { applicationId, accountId } of concerned) {
    const note = moved ? `Before, it was ${dayInWords(cohort.startsOn)}.` : ""
    await queueEmail(s, tx, { id: applicationId, accountId }, { name: "dates-changed", note })
  }
  return concerned.length
}
