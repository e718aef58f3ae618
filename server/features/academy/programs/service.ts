import type { Course } from "#server/declarations/course.ts"
import { strategyAndConsultingCourse } from "#server/features/academy/programs/strategy_and_consulting/course.ts"
import { systemsIntegrationCourse } from "#server/features/academy/programs/systems_intergration/course.ts"

/** The courses of all open programs. */
export const courses: readonly Course[] = [systemsIntegrationCourse, strategyAndConsultingCourse]

export type BankQuestion = Course["questions"][number]

/** @throws Error for a program without a course, which a test keeps from being */
export function courseOf(programId: string): Course {
  const course = courses.find((one) => one.programId === programId)
  if (!course) throw new Error(`There is no course for ${programId}.`)
  return course
}
