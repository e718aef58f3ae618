import { expect, test } from "vitest"
import { letters } from "./all.ts"
import type { EmailFacts } from "./facts.ts"

/** What anybody may type as a name; a part of it would be a link in a mail program. */
const trick = "http://evil.example/prize"

const facts: EmailFacts = {
  name: trick,
  publicUrl: "https://aworan.example",
  program: "Systems",
  programId: "systems_intergration",
  cohort: { number: 3, startsOn: "2027-02-01", isPlanned: false, enrolBy: "2027-01-20" },
  scholarship: "partial",
  interview: { words: "Monday, 4 January 2027, 10:00", minutes: 20, place: "https://meet.example/a" },
  enrolment: null,
  assessment: { points: 12, maxPoints: 20 },
  note: "",
}

test.each(Object.entries(letters))("%s greets by a name, never by a link somebody typed as one", (_, write) => {
  const { subject, text, html } = write(facts)
  expect(subject + text + html).not.toContain("evil.example")
  expect(text).toMatch(/^Hello,\n/)
  expect(write({ ...facts, name: "Ada Obi" }).text).toMatch(/^Hello Ada,\n/)
})
