import { expect, test } from "vitest"
import { daysOf, timeIn, zoneChoices } from "./slot-days.ts"

/** The same minute before and after London's clock goes forward, and before and after it goes back. */
const moments = ["2027-03-27T09:00:00Z", "2027-03-29T09:00:00Z", "2027-10-30T09:00:00Z", "2027-11-01T09:00:00Z"]

test.each([
  ["Africa/Lagos", ["10:00", "10:00", "10:00", "10:00"], ["GMT+1", "GMT+1", "GMT+1", "GMT+1"]],
  ["Africa/Accra", ["09:00", "09:00", "09:00", "09:00"], ["GMT", "GMT", "GMT", "GMT"]],
  ["Africa/Nairobi", ["12:00", "12:00", "12:00", "12:00"], ["GMT+3", "GMT+3", "GMT+3", "GMT+3"]],
  ["Europe/London", ["09:00", "10:00", "10:00", "09:00"], ["GMT", "GMT+1", "GMT+1", "GMT"]],
])("times to choose from are on the clock of %s, summer time or not", (zone, times, offsets) => {
  const slots = moments.map((startsAt, index) => ({ id: `slot-${index}`, startsAt, minutes: 30 }))
  expect(moments.map((moment) => timeIn(moment, zone))).toEqual(times)
  const place = zone.split("/").at(-1)
  const days = ["Saturday 27 March", "Monday 29 March", "Saturday 30 October", "Monday 1 November"]
  const titles = days.map((day, index) => `${day} (${place} time, ${offsets[index]})`)
  expect(daysOf(slots, zone).map(({ title }) => title)).toEqual(titles)
})

test("a time late in the evening stands on the day that it is there", () => {
  const late = [{ id: "late", startsAt: "2027-07-01T22:30:00Z", minutes: 30 }]
  expect(daysOf(late, "Africa/Nairobi")[0]?.title).toBe("Friday 2 July (Nairobi time, GMT+3)")
  expect(daysOf(late, "UTC")[0]?.title).toBe("Thursday 1 July (UTC)")
})

test("one's own zone comes first, and none twice", () => {
  const [first, ...rest] = zoneChoices("Africa/Nairobi")
  expect(first).toEqual({ value: "Africa/Nairobi", label: "Nairobi time" })
  expect(rest.filter(({ value }) => value === "Africa/Nairobi")).toEqual([])
})
