import { expect, test, vi } from "vitest"
import { greetingName } from "#web/lib/session/session.ts"
import { formatCredits, formatDate, formatMoment, formatMoney, formatZonedMoment } from "./format.ts"

test.each([
  ["6000", "NGN", "₦6,000"],
  ["4", "USD", "$4"],
  [4.5, "USD", "$4.50"],
] as const)("%j in %s is %s", (digits, currency, expected) => {
  expect(formatMoney(digits, currency)).toBe(expected)
})

test("counts credits", () => {
  expect([0, 1, 1500].map((credits) => formatCredits(credits))).toEqual(["0 credits", "1 credit", "1,500 credits"])
})

test("writes dates out, and nothing for one that never was", () => {
  // A moment is of the day that the reader has then.
  vi.stubEnv("TZ", "Africa/Lagos")
  expect(formatDate("2026-01-05T10:00:00.000+00:00")).toBe("5 January 2026")
  vi.stubEnv("TZ", "Pacific/Kiritimati")
  expect(formatDate("2026-01-05T10:00:00.000+00:00")).toBe("6 January 2026")
  vi.unstubAllEnvs()
  expect(formatDate("")).toBe("")
})

test("a day is the same day everywhere", () => {
  vi.stubEnv("TZ", "America/New_York")
  expect(formatDate("2025-09-01")).toBe("1 September 2025")
  vi.unstubAllEnvs()
})

test.each([
  ["Africa/Lagos", "20 Nov 2026, 11:40 GMT+1"],
  ["Africa/Accra", "20 Nov 2026, 10:40 GMT"],
  ["America/New_York", "20 Nov 2026, 05:40 GMT-5"],
  ["Asia/Kolkata", "20 Nov 2026, 16:10 GMT+5:30"],
])("a moment in %s is %s, and breaks only after its date", (zone, expected) => {
  vi.stubEnv("TZ", zone)
  const words = formatZonedMoment("2026-11-20T10:40:00.000+00:00")
  vi.unstubAllEnvs()
  expect(words.replaceAll("\u00a0", " ")).toBe(expected)
  expect(words.split(" ")).toHaveLength(2)
})

test("no moment is no words", () => {
  expect([formatMoment(""), formatZonedMoment("")]).toEqual(["", ""])
})

test.each([
  ["Ada Lovelace", "Lovelace"],
  [" Ada  Obi Lovelace", "Obi"],
  ["Ada", "there"],
  ["", "there"],
])("greets %j as %s", (name, expected) => {
  expect(greetingName(name)).toBe(expected)
})
