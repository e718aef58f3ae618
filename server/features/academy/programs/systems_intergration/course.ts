import type { Course } from "#server/declarations/course.ts"
import { systemsIntegrationBank } from "./questions.ts"

export const systemsIntegrationCourse: Course = {
  programId: "systems_intergration",
  folder: new URL("./", import.meta.url),
  picture: {
    prompt: "a silver laptop with a blue mug on a wooden desk, morning light",
    alt: "A laptop and a blue mug on a desk",
  },
  calendar: [
    { phase: 1, opensAfterDays: null },
    { phase: 1, opensAfterDays: 14 },
    { phase: 1, opensAfterDays: 28 },
    { phase: 2, opensAfterDays: 42 },
    { phase: 2, opensAfterDays: 56 },
    { phase: 3, opensAfterDays: 84 },
    { phase: 2, opensAfterDays: 56 },
    { phase: 2, opensAfterDays: 56 },
  ],
  questions: systemsIntegrationBank,
}
