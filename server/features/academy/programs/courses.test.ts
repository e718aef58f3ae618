import { existsSync } from "node:fs"
import { expect, test } from "vitest"
import { admissionRules } from "#contract/catalogue/applications.ts"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { courseOf, courses } from "./service.ts"

test("every open program has a course, and every course a program", () => {
  expect(courses.map(({ programId }) => programId)).toEqual(openPrograms.map(({ slug }) => slug))
})

test.each(openPrograms)(
  "$program_name has a day for each topic, questions for a try, lessons and a picture",
  (program) => {
    const { calendar, questions, folder } = courseOf(program.slug)
    expect(calendar).toHaveLength(program.course_outline.length)
    for (const [kind, count] of Object.entries(admissionRules.assessmentQuestions)) {
      expect(questions.filter((question) => question.kind === kind).length, kind).toBeGreaterThanOrEqual(count)
    }
    for (const part of ["lessons", "brochure.jpg"]) expect(existsSync(new URL(part, folder)), part).toBe(true)
  },
)

test("no two questions share an id, by which an answer finds its question", () => {
  const ids = courses.flatMap(({ questions }) => questions.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
})
