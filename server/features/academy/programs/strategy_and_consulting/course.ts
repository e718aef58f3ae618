import type { Course } from "#server/declarations/course.ts"
import { strategyAndConsultingBank } from "./questions.ts"

export const strategyAndConsultingCourse: Course = {
  programId: "strategy_and_consulting",
  folder: new URL("./", import.meta.url),
  picture: {
    prompt: "a brown leather notebook with a gold watch on black stone, soft light",
    alt: "A leather notebook and a watch on dark stone",
  },
  calendar: [
    { phase: 1, opensAfterDays: null },
    { phase: 1, opensAfterDays: 14 },
    { phase: 2, opensAfterDays: 30 },
    { phase: 3, opensAfterDays: 60 },
    { phase: 2, opensAfterDays: 44 },
    { phase: 2, opensAfterDays: 44 },
  ],
  questions: strategyAndConsultingBank,
}
