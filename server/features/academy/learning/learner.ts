import type { TuitionState } from "#contract/academy/admissions.ts"
import type { CourseModule } from "#contract/academy/learning.ts"
import { scrumModuleId } from "#contract/catalogue/learning.ts"
import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { dayOf, enrolmentOf, placesOf, stageOf, tuitionStateOf } from "#server/features/academy/admissions/service.ts"
import { lockAccount } from "#server/features/identity/accounts/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { listLessons, listModules } from "./course-queries.ts"
import { readCourse } from "./course-state.ts"
import { listOwnTitles } from "./editions/queries.ts"
import { listDone } from "./progress-queries.ts"
import { seedCourses } from "./seed.ts"

/** A place in a cohort of a program. */
export type Place = Awaited<ReturnType<typeof placesOf>>[number]

/** A person with a place in a cohort, and how far they are in its program. */
export interface Learner {
  place: Place
  /** All places of the person, this one among them. */
  places: Place[]
  tuition: TuitionState
  modules: CourseModule[]
}

const noPlace = "This is for learners with a place in a cohort."

const placeOffered =
  "Your place is offered to you. The portal opens the moment that the tuition or its first instalment is paid."

/**
 * @param placeId which of the person's places; without one the first under way
 * @throws AppError `not_allowed` for whoever has no place in a cohort, `not_found` for a place that is not theirs
 */
export async function learnerOf(s: Services, accountId: string, placeId?: string): Promise<Learner> {
  const places = await placesOf(s.db, accountId)
  const place = placeId === undefined ? places[0] : places.find(({ id }) => id === placeId)
  if (!place && places.length > 0) throw new AppError("not_found", "You have no such place.")
  if (!place) {
    const offered = (await enrolmentOf(s.db, accountId))?.status === "offered"
    throw new AppError("not_allowed", offered ? placeOffered : noPlace)
  }
  await seedCourses(s.db)
  return { places, ...(await learnerAt(s, place)) }
}

/** How far the owner of a place is, and what the place's tuition comes to. */
async function learnerAt(s: Services, place: Place): Promise<Omit<Learner, "places">> {
  const tuition = (await tuitionStateOf(s, place.id)) ?? "ended"
  return { place, tuition, modules: await courseOf(s, s.db, place, tuition) }
}

/** The modules as they stand for a learner. */
export async function courseOf(
  s: Services,
  db: Db,
  { accountId, programId, startsOn }: Pick<Place, "accountId" | "programId" | "startsOn">,
  tuition: TuitionState,
): Promise<CourseModule[]> {
  const modules = await listModules(db, programId)
  const lessons = await listLessons(
    db,
    modules.map(({ id }) => id),
  )
  const done = await listDone(db, accountId)
  const own = await listOwnTitles(db, [accountId])
  return readCourse({ modules, lessons, done, own, startsOn, today: dayOf(s.now()), tuition })
}

/** The course before the first class, which admitted people read before they have a place. */
export async function scrumModuleOf(s: Services, accountId: string): Promise<CourseModule | null> {
  await seedCourses(s.db)
  const modules = (await listModules(s.db, "")).filter(({ id }) => id === scrumModuleId)
  const lessons = await listLessons(s.db, [scrumModuleId])
  const [module] = readCourse({
    modules,
    lessons,
    done: await listDone(s.db, accountId),
    own: await listOwnTitles(s.db, [accountId]),
    startsOn: "2000-01-01",
    today: "2000-01-01",
    tuition: "settled",
  })
  return module ?? null
}

/** Modules whose lessons a person may open, and the place that opens them; "" for what comes before the first class. */
export interface OpenCourse {
  placeId: string
  /** "" for what comes before the first class. */
  cohortId: string
  modules: CourseModule[]
}

/**
 * What a person may open: a learner the program of each place, an admitted person the lessons before the first class.
 * @throws AppError `not_allowed`
 */
export async function openCoursesOf(s: Services, accountId: string): Promise<OpenCourse[]> {
  const places = await placesOf(s.db, accountId)
  if (places.length > 0) {
    await seedCourses(s.db)
    const courses: OpenCourse[] = []
    for (const place of places) {
      const { modules } = await learnerAt(s, place)
      courses.push({ placeId: place.id, cohortId: place.cohortId, modules })
    }
    return courses
  }
  const scrum = (await stageOf(s.db, accountId)) === "fusion" ? await scrumModuleOf(s, accountId) : null
  if (!scrum) throw new AppError("not_allowed", noPlace)
  return [{ placeId: "", cohortId: "", modules: [scrum] }]
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

/** A cohort as staff read of it. */
export function cohortNameOf({ programId, number }: { programId: string; number: number }): string {
  return `${programNameOf(programId)}, cohort ${number}`
}
