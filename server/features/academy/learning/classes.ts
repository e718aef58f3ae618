import { joinMinutesBefore } from "#contract/catalogue/learning.ts"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { placesOf, tuitionStateOf } from "#server/features/academy/admissions/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { findClass, holdClass, insertAttendance } from "./class-queries.ts"
import { lockLearner } from "./learner.ts"

const noSuchClass = "There is no such class."

/** Whether one may come into a live class at this moment: a quarter of an hour before it until its end. */
export function isClassOpen(live: { startsAt: Date; minutes: number }, now: Date): boolean {
  const start = live.startsAt.getTime()
  return now.getTime() >= start - joinMinutesBefore * 60_000 && now.getTime() < start + live.minutes * 60_000
}

/**
 * Opens the door to a live class and notes who came.
 * @throws AppError `not_found` for another cohort's, `step_not_allowed` before and after its time, `not_allowed` after the account
 */
export async function joinClass(s: Services, accountId: string, classId: string): Promise<string> {
  const live = await findClass(s.db, classId)
  const place = (await placesOf(s.db, accountId)).find(({ cohortId }) => cohortId === live?.cohortId)
  if (!live || !place) throw new AppError("not_found", noSuchClass)
  if ((await tuitionStateOf(s, place.id)) === "locked") {
    throw new AppError("step_not_allowed", "Classes open again when the instalment has arrived.")
  }
  if (!isClassOpen(live, s.now())) {
    throw new AppError("step_not_allowed", `The link opens ${joinMinutesBefore} minutes before the class.`)
  }
  await transact(s.db, async (tx) => {
    await lockLearner(tx, accountId)
    if (!(await holdClass(tx, classId))) throw new AppError("not_found", noSuchClass)
    await insertAttendance(tx, { classId, accountId, joinedAt: s.now() })
  })
  return live.joinUrl
}
