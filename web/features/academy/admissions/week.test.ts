import { expect, test } from "vitest"
import { dayIn, daysOfWeek, hoursOf, mondayOf, placeSlots, stretchOf, weekInWords } from "./week.ts"

test("a moment is on the day of the zone's calendar", () => {
  expect(dayIn("2026-11-22T23:30:00.000Z", "Africa/Lagos")).toBe("2026-11-23")
  expect(dayIn("2026-11-22T23:30:00.000Z", "America/New_York")).toBe("2026-11-22")
})

test("a week begins on Monday, also on a Sunday, over a new year and where clocks change", () => {
  expect(mondayOf("2026-11-22")).toBe("2026-11-16")
  expect(mondayOf("2026-11-23")).toBe("2026-11-23")
  expect(daysOfWeek(mondayOf("2027-01-01"))).toEqual([
    ...["2026-12-28", "2026-12-29", "2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02", "2027-01-03"],
  ])
  expect(daysOfWeek("2026-03-23").at(-1)).toBe("2026-03-29")
  expect(weekInWords("2026-11-23")).toMatch(/^23\s.\s29 November 2026$/)
  expect(stretchOf("2026-11-23")).toEqual({ from: "2026-11-22T00:00:00.000Z", until: "2026-12-01T00:00:00.000Z" })
})

test("times stand at their place on the zone's clock, those that overlap side by side", () => {
  const at = (time: string, minutes: number) => ({ startsAt: `2026-07-06T${time}:00.000Z`, minutes })
  const placed = placeSlots([at("09:00", 60), at("09:30", 30), at("10:00", 10), at("10:15", 30)], "Europe/London")
  expect(placed.map(({ from, until, lane, lanes }) => [from, until, lane, lanes])).toEqual([
    [600, 660, 0, 2],
    [630, 660, 1, 2],
    [660, 680, 0, 2],
    [675, 705, 1, 2],
  ])
})

test("the hours shown are office hours and what lies outside of them", () => {
  expect(hoursOf([])).toEqual({ first: 8, last: 18 })
  const early = placeSlots([{ startsAt: "2026-11-23T05:30:00.000Z", minutes: 30 }], "UTC")
  const late = placeSlots([{ startsAt: "2026-11-23T23:30:00.000Z", minutes: 60 }], "UTC")
  expect(hoursOf([...early, ...late])).toEqual({ first: 5, last: 24 })
})
