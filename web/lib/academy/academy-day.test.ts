import { expect, test } from "vitest"
import { admissionRules } from "#contract/catalogue/applications.ts"
import { endOfAcademyDay } from "./academy-day.ts"

test.each(["2026-01-15", "2026-03-29", "2026-07-15", "2026-10-25"])("%s ends where the academy is", (day) => {
  const words = new Intl.DateTimeFormat("sv-SE", {
    timeZone: admissionRules.timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  })
  expect(words.format(endOfAcademyDay(day))).toBe(`${day} 23:59:59`)
})
