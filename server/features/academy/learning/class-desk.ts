import type { z } from "zod"
import type * as contract from "#contract/academy/teaching.ts"
import { admissionRules } from "#contract/catalogue/applications.ts"
import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { actWithLog } from "#server/features/identity/operators/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import * as queries from "./class-queries.ts"
import { tellCohort } from "./cohort-notices-job.ts"
import { cohortNameOf } from "./learner.ts"
import { momentsOf, movedLike } from "./recurring/repeat.ts"
import type { Teacher } from "./teachers.ts"

/** Live classes as their teachers plan them: one, or one that is held every week. */

const { timeZone } = admissionRules

/** Rows of a list at most. */
const listed = { classes: 200, cohorts: 40 } as const

/** Classes of the cohorts that somebody teaches, and those cohorts. */
export async function listClasses(s: Services, { cohorts: taught }: Teacher) {
  const cohorts = await queries.listCohorts(s.db, taught, listed.cohorts)
  const classes = await queries.listAllClasses(s.db, taught, listed.classes)
  return {
    cohorts: cohorts.map(({ id, programId, number }) => ({ id, name: cohortNameOf({ programId, number }) })),
    classes: classes.map(({ startsAt, revision, ...live }) => ({
      ...live,
      version: revision,
      startsAt: startsAt.toISOString(),
    })),
  }
}

/** Puts a class on the calendar, or all of a repetition. @returns how many @throws AppError as `mustTeach`; `general_argument_invalid` where no day fits */
export async function addClass(
  s: Services,
  teacher: Teacher,
  { repeat, ...sent }: z.output<typeof contract.addClass.body>,
): Promise<number> {
  const first = new Date(sent.startsAt)
  const moments = repeat ? momentsOf(first, repeat, timeZone) : [first]
  if (moments.length === 0) throw new AppError("general_argument_invalid", "No such day of the week comes until then.")
  await actWithLog(s, teacher, { action: "classes.add", reason: "" }, async (tx) => {
    await mustTeach(tx, teacher, sent.cohortId)
    const seriesId = moments.length > 1 ? newId() : null
    const classes = moments.map((startsAt) => ({ ...sent, id: newId(), startsAt, seriesId }))
    await queries.insertClasses(tx, classes)
    const [next, ...more] = classes.filter(({ startsAt }) => startsAt > s.now())
    if (next) {
      const other = (more.at(-1) ?? next).startsAt
      await tell(s, tx, sent.cohortId, { what: "planned", ...next, more: more.length, other })
    }
    const after = { ...sent, repeat, classes: classes.map(({ id }) => id) }
    return { detail: { about: sent.title, class: classes[0]?.id, after } }
  })
  return moments.length
}

interface Told {
  what: "planned" | "moved" | "cancelled"
  id: string
  title: string
  startsAt: Date
  more: number
  other?: Date
}

/** Tells a cohort once, however many classes it is about. */
async function tell(
  s: Services,
  tx: Tx,
  cohortId: string,
  { what, id, title, startsAt, more, other }: Told,
): Promise<void> {
  const told = { what, id, title, startsAt: startsAt.toISOString(), more, other: other?.toISOString() ?? "" }
  await s.queue.enqueue(tx, tellCohort, { cohortId, told })
}

/**
 * Changes a class, or it and those of its repetition that follow.
 * @returns how many
 * @throws AppError `not_found`, `version_changed` when somebody else changed it meanwhile, `step_not_allowed` for one that has begun
 * or would have
 */
export async function changeClass(
  s: Services,
  teacher: Teacher,
  id: string,
  { which, version, ...sent }: z.output<typeof contract.changeClass.body>,
): Promise<number> {
  return actWithLog(s, teacher, { action: "classes.change", reason: "" }, async (tx) => {
    const { first, chosen } = await lockChosen(tx, teacher, id, which)
    if (first.revision !== version) {
      throw new AppError("version_changed", "Somebody else changed this class. Look at it again.")
    }
    const to = new Date(sent.startsAt)
    const now = s.now()
    if (first.startsAt <= now)
      throw new AppError("step_not_allowed", "This class has begun: it can be taken off the calendar, but not changed.")
    if (to <= now) throw new AppError("step_not_allowed", "This moment is over. Please choose a later one.")
    const isMoved = to.getTime() !== first.startsAt.getTime()
    for (const live of chosen) {
      const startsAt = isMoved ? movedLike(live.startsAt, { from: first.startsAt, to }, timeZone) : live.startsAt
      await queries.updateClass(tx, live.id, { ...sent, startsAt }, now)
    }
    if (isMoved) {
      const told = { id, title: sent.title, startsAt: to, more: chosen.length - 1, other: first.startsAt }
      await tell(s, tx, first.cohortId, { what: "moved", ...told })
    }
    const detail = { about: sent.title, class: id, classes: chosen.length, before: first, after: sent }
    return { detail, result: chosen.length }
  })
}

/** Takes a class, or it and those that follow, off the calendar. @returns how many @throws AppError `not_found` */
export async function cancelClass(
  s: Services,
  teacher: Teacher,
  id: string,
  which: "one" | "following",
): Promise<number> {
  return actWithLog(s, teacher, { action: "classes.remove", reason: "" }, async (tx) => {
    const { first, chosen } = await lockChosen(tx, teacher, id, which)
    const now = s.now()
    await queries.cancelClasses(
      tx,
      chosen.map((live) => live.id),
      now,
    )
    const [next, ...more] = chosen.filter(({ startsAt }) => startsAt > now)
    if (next) await tell(s, tx, first.cohortId, { what: "cancelled", ...next, more: more.length })
    return { detail: { about: first.title, before: first, classes: chosen.length }, result: chosen.length }
  })
}

async function lockChosen(tx: Tx, { cohorts }: Teacher, id: string, which: "one" | "following") {
  const [first, ...following] = await queries.lockClasses(tx, cohorts, id)
  if (!first) throw new AppError("not_found", "There is no such class.")
  return { first, chosen: which === "one" ? [first] : [first, ...following] }
}

/** @throws AppError `not_found` for a cohort that is none, or not one of a teacher's */
export async function mustTeach(tx: Tx, teacher: Teacher, id: string): Promise<void> {
  if (!(await queries.findCohort(tx, teacher.cohorts, id))) throw new AppError("not_found", "There is no such cohort.")
}
