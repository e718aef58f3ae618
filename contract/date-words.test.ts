import { expect, test } from "vitest"
import { readDateWords } from "./date-words.ts"

/** A Wednesday, by the clock of this machine. */
const now = new Date(2026, 4, 20, 15, 30)

const days = (from: [number, number, number], to: [number, number, number]) => ({
  from: new Date(...from),
  to: new Date(...to),
})

test.each([
  ["today", days([2026, 4, 20], [2026, 4, 21])],
  [" Yesterday ", days([2026, 4, 19], [2026, 4, 20])],
  ["this week", days([2026, 4, 18], [2026, 4, 25])],
  ["last  week", days([2026, 4, 11], [2026, 4, 18])],
  ["last month", days([2026, 3, 1], [2026, 4, 1])],
  ["last year", days([2025, 0, 1], [2026, 0, 1])],
  ["2 weeks", { from: new Date(2026, 4, 6, 15, 30), to: new Date(2026, 4, 21) }],
  ["2w", { from: new Date(2026, 4, 6, 15, 30), to: new Date(2026, 4, 21) }],
  ["last 10 days", { from: new Date(2026, 4, 10, 15, 30), to: new Date(2026, 4, 21) }],
  ["3 months ago", { from: new Date(2026, 1, 20, 15, 30), to: new Date(2026, 4, 21) }],
  ["an hour", { from: new Date(2026, 4, 20, 14, 30), to: new Date(2026, 4, 21) }],
  // The last August there was, and this May.
  ["August", days([2025, 7, 1], [2025, 8, 1])],
  ["may", days([2026, 4, 1], [2026, 5, 1])],
  ["Aug 2024", days([2024, 7, 1], [2024, 8, 1])],
  ["21 may", days([2025, 4, 21], [2025, 4, 22])],
  ["29 February 2024", days([2024, 1, 29], [2024, 2, 1])],
  ["2025", days([2025, 0, 1], [2026, 0, 1])],
  ["2026-03", days([2026, 2, 1], [2026, 3, 1])],
  ["2026-03-31", days([2026, 2, 31], [2026, 3, 1])],
])("%s is read by the clock of whoever asks", (words, range) => {
  expect(readDateWords(words, now)).toEqual(range)
})

test("a month before a day that it does not have is its last day", () => {
  expect(readDateWords("1 month", new Date(2026, 4, 31, 12))?.from).toEqual(new Date(2026, 3, 30, 12))
  expect(readDateWords("a year", new Date(2028, 1, 29, 12))?.from).toEqual(new Date(2027, 1, 28, 12))
})

test.each(["", "a red bag", "0 days", "1001 days", "30 February", "2026-13", "2026-02-30", "12345", "mayday", "0001"])(
  "%s says no time",
  (words) => {
    expect(readDateWords(words, now)).toBeNull()
  },
)
