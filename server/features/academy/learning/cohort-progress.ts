import type { LearnerProgress } from "#contract/academy/teaching.ts"
import type { Services } from "#server/declarations/services.ts"
import { dayOf } from "#server/features/academy/admissions/service.ts"
import { csvLine } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import { findCohort, listLearners } from "./class-queries.ts"
import { listLessons, listModules } from "./course-queries.ts"
import { progressOf, readCourse } from "./course-state.ts"
import { readActivity } from "./progress-queries.ts"
import { seedCourses } from "./seed.ts"
import type { Teacher } from "./teachers.ts"

const dayMs = 86_400_000

/**
 * Where each learner of a cohort is, those who are quiet longest on top.
 * @throws AppError `not_found` for a cohort that is none, or not one of a teacher's
 */
export async function readProgress(s: Services, { cohorts }: Teacher, cohortId: string): Promise<LearnerProgress[]> {
  const cohort = await findCohort(s.db, cohorts, cohortId)
  if (!cohort) throw new AppError("not_found", "There is no such cohort.")
  await seedCourses(s.db)
  const learners = await listLearners(s.db, cohortId)
  const modules = await listModules(s.db, cohort.programId)
  const lessons = await listLessons(
    s.db,
    modules.map(({ id }) => id),
  )
  const activity = await readActivity(s.db, {
    accountIds: learners.map(({ accountId }) => accountId),
    lessonIds: lessons.map(({ id }) => id),
    cohortId,
  })
  const now = s.now()
  const today = dayOf(now)
  const firstClass = new Date(`${cohort.startsOn}T00:00:00Z`)
  const rows = learners.map(({ accountId, name, status, startedAt }): LearnerProgress => {
    const act = activity.get(accountId)
    // What is open for payment and day is not asked here: the table tells what is done.
    const course = readCourse({
      modules,
      lessons,
      done: new Set(act?.done),
      startsOn: cohort.startsOn,
      today,
      tuition: "settled",
    })
    const lastAt = act?.lastAt ?? null
    const isCompleted = status === "completed"
    const since = Math.max(...[lastAt, startedAt, firstClass].map((moment) => moment?.getTime() ?? 0))
    const isQuietable = !isCompleted && today >= cohort.startsOn
    return {
      name,
      isCompleted,
      ...countsOf(course),
      waiting: act?.waiting ?? 0,
      lastAt: lastAt?.toISOString() ?? "",
      quietDays: isQuietable ? Math.max(0, Math.floor((now.getTime() - since) / dayMs)) : null,
    }
  })
  return rows.toSorted((one, other) => (other.quietDays ?? -1) - (one.quietDays ?? -1))
}

function countsOf(course: ReturnType<typeof readCourse>): Pick<LearnerProgress, "done" | "all" | "next"> {
  const { done, all } = progressOf(course)
  const required = course.flatMap((module) => (module.isElective ? [] : module.lessons))
  return { done, all, next: required.find(({ isDone }) => !isDone)?.title ?? "" }
}

/** The same as lines of a table. */
export async function* progressLines(rows: readonly LearnerProgress[]): AsyncGenerator<string> {
  yield csvLine(["name", "through", "done", "of", "next", "tasks waiting", "last", "quiet days"])
  for (const { name, isCompleted, done, all, next, waiting, lastAt, quietDays } of rows) {
    yield csvLine([name, isCompleted ? "yes" : "", done, all, next, waiting, lastAt, quietDays ?? ""])
  }
}
