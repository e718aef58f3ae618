import { scrumModuleId } from "#contract/catalogue/learning.ts"
import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import type { TuitionState } from "#contract/product/admissions.ts"
import type { CourseModule } from "#contract/product/learning.ts"
import type { Db, Tx } from "#server/db/open.ts"
import { lockAccount } from "#server/features/accounts/service.ts"
import { dayOf, enrolmentOf, stageOf, tuitionStateOf } from "#server/features/admissions/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Services } from "#server/services.ts"
import { listLessons, listModules } from "./course-queries.ts"
import { readCourse } from "./course-state.ts"
import { listDone } from "./progress-queries.ts"
import { seedCourses } from "./seed.ts"

export type Enrolment = NonNullable<Awaited<ReturnType<typeof enrolmentOf>>>

/** A person with a place in a cohort, and how far they are. */
export interface Learner {
  enrolment: Enrolment
  tuition: TuitionState
  modules: CourseModule[]
}

/** @throws AppError `not_allowed` for whoever has no place in a cohort */
export async function learnerOf(s: Services, accountId: string): Promise<Learner> {
  const enrolment = await enrolmentOf(s.db, accountId)
  if (!enrolment || (enrolment.status !== "active" && enrolment.status !== "completed")) {
    throw new AppError("not_allowed", "This is for learners with a place in a cohort.")
  }
  const tuition = (await tuitionStateOf(s, enrolment.id)) ?? "ended"
  await seedCourses(s.db)
  return { enrolment, tuition, modules: await courseOf(s, s.db, accountId, enrolment, tuition) }
}

/** The modules as they stand for a learner. */
export async function courseOf(
  s: Services,
  db: Db,
  accountId: string,
  enrolment: Pick<Enrolment, "programId" | "startsOn">,
  tuition: TuitionState,
): Promise<CourseModule[]> {
  const modules = await listModules(db, enrolment.programId)
  const lessons = await listLessons(
    db,
    modules.map(({ id }) => id),
  )
  const done = await listDone(db, accountId)
  return readCourse({ modules, lessons, done, startsOn: enrolment.startsOn, today: dayOf(s.now()), tuition })
}

/** The course before the first class, which admitted people read before they have a place. */
export async function scrumModuleOf(s: Services, accountId: string): Promise<CourseModule | null> {
  await seedCourses(s.db)
  const modules = (await listModules(s.db, "")).filter(({ id }) => id === scrumModuleId)
  const lessons = await listLessons(s.db, [scrumModuleId])
  const done = await listDone(s.db, accountId)
  const [module] = readCourse({
    modules,
    lessons,
    done,
    startsOn: "2000-01-01",
    today: "2000-01-01",
    tuition: "settled",
  })
  return module ?? null
}

/** The modules whose lessons a person may open: a learner's all, an admitted person's those before the first class. */
export async function openModulesOf(s: Services, accountId: string): Promise<CourseModule[]> {
  const enrolment = await enrolmentOf(s.db, accountId)
  if (enrolment && (enrolment.status === "active" || enrolment.status === "completed")) {
    return (await learnerOf(s, accountId)).modules
  }
  const scrum = (await stageOf(s.db, accountId)) === "fusion" ? await scrumModuleOf(s, accountId) : null
  if (!scrum) throw new AppError("not_allowed", "This is for learners with a place in a cohort.")
  return [scrum]
}

/**
 * Holds a learner's account, so that of two last steps at once one sees the other, and deleting the account waits.
 * Comes before everything else that a transaction locks (docs/architecture.md). @throws AppError `not_allowed`
 */
export async function lockLearner(tx: Tx, accountId: string): Promise<void> {
  if (!(await lockAccount(tx, accountId))) throw new AppError("not_allowed", "This account was deleted.")
}

/** Name of a program for people to read. */
export function programNameOf(programId: string | null): string {
  return findProgram(programId)?.program_name ?? "Every program"
}
