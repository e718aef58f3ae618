import { joinMinutesBefore } from "#contract/catalogue/learning.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Services } from "#server/services.ts"
import { findClass, insertAttendance } from "./class-queries.ts"
import { learnerOf } from "./learner.ts"

/** Whether one may come into a live class at this moment: a quarter of an hour before it until its end. */
export function isClassOpen(live: { startsAt: Date; minutes: number }, now: Date): boolean {
  const start = live.startsAt.getTime()
  return now.getTime() >= start - joinMinutesBefore * 60_000 && now.getTime() < start + live.minutes * 60_000
}

/**
 * Opens the door to a live class and notes who came.
 * @throws AppError `not_found` for another cohort's, `step_not_allowed` before and after its time, `not_allowed`
 */
export async function joinClass(s: Services, accountId: string, classId: string): Promise<string> {
  const { enrolment, tuition } = await learnerOf(s, accountId)
  const live = await findClass(s.db, classId)
  if (!live || live.cohortId !== enrolment.cohortId) throw new AppError("not_found", "There is no such class.")
  if (tuition === "locked")
    throw new AppError("step_not_allowed", "Classes open again when the instalment has arrived.")
  if (!isClassOpen(live, s.now())) {
    throw new AppError("step_not_allowed", `The link opens ${joinMinutesBefore} minutes before the class.`)
  }
  await insertAttendance(s.db, { classId, accountId, joinedAt: s.now() })
  return live.joinUrl
}
