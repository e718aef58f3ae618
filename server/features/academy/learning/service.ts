import * as cohortProgress from "./cohort-progress.ts"
import * as learner from "./learner.ts"
import * as progress from "./progress-queries.ts"
import * as teachers from "./teachers.ts"

/** How many tasks wait for an answer, of some cohorts or of all. */
export const { countWaiting } = progress

/** How far learners of a cohort are. */
export const { standsOf } = cohortProgress

/** Whoever teaches, with the cohorts that they may see, and the roles that teach all of them. */
export const { teacherOf, teachersOfAll } = teachers
export type Teacher = teachers.Teacher

/** The modules of a program as they stand for a learner. */
export const { courseOf } = learner

/** A cohort as staff read of it. */
export const { cohortNameOf } = learner
