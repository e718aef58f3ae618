import { expect, test } from "vitest"
import { readLessons } from "./content-files.ts"
import { plannedModules } from "./course-plan.ts"

/** Words a minute of somebody who reads fast, and of somebody who stops and thinks. */
const [fast, slow] = [200, 80]

test("a written lesson of text claims no more minutes than its words take", () => {
  const texts = plannedModules()
    .flatMap(({ lessons }) => (lessons ? readLessons(lessons) : []))
    .filter(({ kind }) => kind === "text")
  expect(texts.length).toBeGreaterThan(4)
  for (const { title, minutes, body } of texts) {
    const words = body.trim().split(/\s+/).length
    expect([title, minutes >= Math.floor(words / fast), minutes <= Math.ceil(words / slow)]).toEqual([
      title,
      true,
      true,
    ])
  }
})
