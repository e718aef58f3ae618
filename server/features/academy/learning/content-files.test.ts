import { expect, test } from "vitest"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
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

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

/** All numbers that a program's words have before some others. */
const numbersBefore = (program: object, what: string): number[] =>
  [...JSON.stringify(program).matchAll(new RegExp(`\\b(${numbers.join("|")}) ${what}`, "gi"))].map(([, word = ""]) =>
    numbers.indexOf(word.toLowerCase()),
  )

/** A class and a half of an hour's: what is written for a module is read and done beside the classes of its weeks. */
const classHours = 1.5

test.each(openPrograms)("$slug says one number of hours and of classes a week, and its course fits", (program) => {
  const hours = numbersBefore(program, "hours")
  const classes = numbersBefore(program, "(?:live|evening) class(?:es)?")
  expect([new Set(hours).size, new Set(classes).size]).toEqual([1, 1])
  expect([hours.length, classes.length].every((count) => count > 1)).toBe(true)
  const own = plannedModules().filter(({ programId }) => programId === program.slug)
  const opening = own.map(({ opensAfterDays }) => opensAfterDays ?? 0)
  for (const { title, lessons, opensAfterDays } of own) {
    const next = Math.min(...opening.filter((day) => day > (opensAfterDays ?? 0)))
    const weeks = Math.max(1, (Number.isFinite(next) ? next - (opensAfterDays ?? 0) : 7) / 7)
    const minutes = (lessons ? readLessons(lessons) : []).reduce((sum, lesson) => sum + lesson.minutes, 0)
    const left = ((hours[0] ?? 0) - (classes[0] ?? 0) * classHours) * 60 * weeks
    expect([title, minutes <= left]).toEqual([title, true])
  }
})
