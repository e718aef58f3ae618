import type { CohortEffect, CohortInput } from "#contract/academy/cohorts-admin.ts"
import type { Services } from "#server/declarations/services.ts"
import { cohortOf, dayOf, effectOfDays } from "#server/features/academy/admissions/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { listModules } from "./course-queries.ts"
import { opensOn } from "./course-state.ts"
import { seedCourses } from "./seed.ts"

/** What other days of a cohort would do to the people in it, lessons included; nothing is changed. @throws AppError `not_found` */
export async function previewDays(s: Services, cohortId: string, values: CohortInput): Promise<CohortEffect> {
  const cohort = await cohortOf(s.db, cohortId)
  if (!cohort) throw new AppError("not_found", "There is no such cohort.")
  const effect = await effectOfDays(s.db, cohort, values)
  await seedCourses(s.db)
  const today = dayOf(s.now())
  const modules = effect.learners > 0 ? await listModules(s.db, cohort.programId) : []
  const locked = modules.flatMap((module) => {
    const until = opensOn(module, values.startsOn)
    return opensOn(module, cohort.startsOn) <= today && until > today ? [{ title: module.title, until }] : []
  })
  return { ...effect, locked }
}
