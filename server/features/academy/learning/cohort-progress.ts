import type { LearnerProgress } from "#contract/academy/teaching.ts"
import type { Services } from "#server/declarations/services.ts"
import { dayOf } from "#server/features/academy/admissions/service.ts"
import { csvLine } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import { findCohort, listLearners } from "./class-queries.ts"
import { listLessons, listModules } from "./course-queries.ts"
import { progressOf, readCourse } from "./course-state.ts"
import { listOwnTitles } from "./editions/queries.ts"
import { readActivity } from "./progress-queries.ts"
import { seedCourses } from "./seed.ts"
import type { Teacher } from "./teachers.ts"

const dayMs = 86_400_000

/** How far somebody is in a program. */
interface Stand {
  /** Lessons done and lessons there are, electives left out. */
  done: number
  all: number
  /** The lesson that comes next; null when all that is written is done. */
  next: { id: string; title: string } | null
  /** Tasks that wait for an answer. */
  waiting: number
}

/** How far learners of a cohort are, by their accounts. What is open for payment and day is not asked: it tells what is done. */
export async function standsOf(
  s: Services,
  { programId, startsOn }: { programId: string; startsOn: string },
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Stand>> {
  await seedCourses(s.db)
  const modules = await listModules(s.db, programId)
  const lessons = await listLessons(
    s.db,
    modules.map(({ id }) => id),
  )
  const activity = await readActivity(s.db, { accountIds, lessonIds: lessons.map(({ id }) => id) })
  const titles = Map.groupBy(await listOwnTitles(s.db, accountIds), ({ accountId }) => accountId)
  const today = dayOf(s.now())
  return new Map(
    accountIds.map((accountId) => {
      const act = activity.get(accountId)
      const done = new Set(act?.done)
      const own = titles.get(accountId) ?? []
      const course = readCourse({ modules, lessons, done, own, startsOn, today, tuition: "settled" })
      const counts = progressOf(course)
      const required = course.flatMap((module) => (module.isElective ? [] : module.lessons))
      const next = required.find(({ isDone }) => !isDone) ?? null
      return [accountId, { done: counts.done, all: counts.all, next, waiting: act?.waiting ?? 0 }]
    }),
  )
}

/**
 * Where each learner of a cohort is, those who are quiet longest on top.
 * @throws AppError `not_found` for a cohort that is none, or not one of a teacher's
 */
export async function readProgress(s: Services, { cohorts }: Teacher, cohortId: string): Promise<LearnerProgress[]> {
  const cohort = await findCohort(s.db, cohorts, cohortId)
  if (!cohort) throw new AppError("not_found", "There is no such cohort.")
  const learners = await listLearners(s.db, cohortId)
  const stands = await standsOf(
    s,
    cohort,
    learners.map(({ accountId }) => accountId),
  )
  const now = s.now()
  const firstClass = new Date(`${cohort.startsOn}T00:00:00Z`)
  const isQuietable = dayOf(now) >= cohort.startsOn
  const rows = learners.map(({ accountId, name, status, startedAt, actedAt }): LearnerProgress => {
    const stand = stands.get(accountId)
    const isCompleted = status === "completed"
    const since = Math.max(...[actedAt, startedAt, firstClass].map((moment) => moment?.getTime() ?? 0))
    return {
      name,
      isCompleted,
      done: stand?.done ?? 0,
      all: stand?.all ?? 0,
      next: stand?.next?.title ?? "",
      waiting: stand?.waiting ?? 0,
      lastAt: actedAt?.toISOString() ?? "",
      quietDays: isQuietable && !isCompleted ? Math.max(0, Math.floor((now.getTime() - since) / dayMs)) : null,
    }
  })
  return rows.toSorted((one, other) => (other.quietDays ?? -1) - (one.quietDays ?? -1))
}

/** The same as lines of a table. */
export async function* progressLines(rows: readonly LearnerProgress[]): AsyncGenerator<string> {
  yield csvLine(["name", "through", "done", "of", "next", "tasks waiting", "last", "quiet days"])
  for (const { name, isCompleted, done, all, next, waiting, lastAt, quietDays } of rows) {
    yield csvLine([name, isCompleted ? "yes" : "", done, all, next, waiting, lastAt, quietDays ?? ""])
  }
}
