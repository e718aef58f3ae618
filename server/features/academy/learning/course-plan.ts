import { scrumModuleId } from "#contract/catalogue/learning.ts"
import type { Program } from "#contract/catalogue/program.ts"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { courseOf } from "#server/features/academy/programs/service.ts"
import { contentFolder } from "./content-files.ts"

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
  lessons: URL | null
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
      lessons: new URL(`${scrumModuleId}/`, contentFolder),
    },
    ...openPrograms.flatMap(modulesOf),
  ]
}

function modulesOf(program: Program): PlannedModule[] {
  const { calendar, folder } = courseOf(program.slug)
  return program.course_outline.map((topic, index) => ({
    ...(calendar[index] ?? { phase: 1, opensAfterDays: 0 }),
    id: `${program.slug}-${index + 1}`.replaceAll("_", "-"),
    programId: program.slug,
    position: index + 1,
    title: topic.topic,
    description: topic.description,
    outcomes: topic.outcomes,
    isElective: topic.is_elective,
    lessons: index === 0 ? new URL("lessons/", folder) : null,
  }))
}
