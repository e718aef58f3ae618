import { scrumModuleId } from "#contract/catalogue/learning.ts"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import type { Program } from "#contract/catalogue/programs/program.ts"

/** A module as it is made for an installation; lessons are written beside it or added by teaching staff. */
export interface PlannedModule {
  id: string
  programId: string | null
  phase: number
  position: number
  title: string
  description: string
  outcomes: readonly string[]
  isElective: boolean
  opensAfterDays: number | null
  /** Folder of its written lessons; null when the cohort brings them. */
  lessons: string | null
}

/** Phase and opening day of each topic of the outline, in its order; null opens with the enrolment. */
const calendars: Readonly<Record<string, readonly { phase: number; opensAfterDays: number | null }[]>> = {
  systems_intergration: [
    { phase: 1, opensAfterDays: null },
    { phase: 1, opensAfterDays: 14 },
    { phase: 1, opensAfterDays: 28 },
    { phase: 2, opensAfterDays: 42 },
    { phase: 2, opensAfterDays: 56 },
    { phase: 3, opensAfterDays: 84 },
    { phase: 2, opensAfterDays: 56 },
    { phase: 2, opensAfterDays: 56 },
  ],
  strategy_and_consulting: [
    { phase: 1, opensAfterDays: null },
    { phase: 1, opensAfterDays: 14 },
    { phase: 2, opensAfterDays: 30 },
    { phase: 3, opensAfterDays: 60 },
    { phase: 2, opensAfterDays: 44 },
    { phase: 2, opensAfterDays: 44 },
  ],
}

/** The modules of every program, and the one before all of them. */
export function plannedModules(): PlannedModule[] {
  return [
    {
      id: scrumModuleId,
      programId: null,
      phase: 0,
      position: 1,
      title: "Scrum Fundamentals",
      description: "How our classes and projects are run. Four short lessons, before the first live session.",
      outcomes: ["Say what a sprint is for", "Tell the three roles and the three lists apart"],
      isElective: false,
      opensAfterDays: null,
      lessons: scrumModuleId,
    },
    ...openPrograms.flatMap(modulesOf),
  ]
}

function modulesOf(program: Program): PlannedModule[] {
  const calendar = calendars[program.slug] ?? []
  return program.course_outline.map((topic, index) => ({
    ...(calendar[index] ?? { phase: 1, opensAfterDays: 0 }),
    id: `${program.slug}-${index + 1}`.replaceAll("_", "-"),
    programId: program.slug,
    position: index + 1,
    title: topic.topic,
    description: topic.description,
    outcomes: topic.outcomes,
    isElective: topic.is_elective,
    lessons: index === 0 ? program.slug : null,
  }))
}
