import { expect, test } from "vitest"
import { momentsOf, movedLike } from "./repeat.ts"

const iso = (moments: Date[]) => moments.map((moment) => moment.toISOString())

test.each([
  // The clock goes forward in London on 28 March 2027 and in New York on 14 March, and back in London on 31 October.
  [
    "Europe/London",
    "2027-03-22T18:00:00Z",
    ["2027-03-22T18:00:00.000Z", "2027-03-24T18:00:00.000Z", "2027-03-29T17:00:00.000Z"],
  ],
  [
    "Europe/London",
    "2027-10-25T17:00:00Z",
    ["2027-10-25T17:00:00.000Z", "2027-10-27T17:00:00.000Z", "2027-11-01T18:00:00.000Z"],
  ],
  [
    "America/New_York",
    "2027-03-10T23:30:00Z",
    ["2027-03-10T23:30:00.000Z", "2027-03-15T22:30:00.000Z", "2027-03-17T22:30:00.000Z"],
  ],
  [
    "Africa/Lagos",
    "2027-03-22T17:00:00Z",
    ["2027-03-22T17:00:00.000Z", "2027-03-24T17:00:00.000Z", "2027-03-29T17:00:00.000Z"],
  ],
  // Monday in Kiritimati is Sunday in Greenwich.
  [
    "Pacific/Kiritimati",
    "2027-03-21T17:00:00Z",
    ["2027-03-21T17:00:00.000Z", "2027-03-23T17:00:00.000Z", "2027-03-28T17:00:00.000Z"],
  ],
])("in %s a class on Mondays and Wednesdays from %s stays at its hour", (timeZone, first, moments) => {
  expect(iso(momentsOf(new Date(first), { weekdays: [1, 3], count: 3 }, timeZone))).toEqual(moments)
})

test("it ends with the last day, after so many times, and after a hundred in any case", () => {
  const monday = new Date("2027-03-22T17:00:00Z")
  const until = (day: string) => momentsOf(monday, { weekdays: [1], until: day }, "Africa/Lagos").length
  expect([until("2027-03-21"), until("2027-03-22"), until("2027-04-04"), until("2027-04-05")]).toEqual([0, 1, 2, 3])
  expect(momentsOf(monday, { weekdays: [1, 2, 3, 4, 5, 6, 7], until: "2030-01-01" }, "Africa/Lagos")).toHaveLength(100)
  expect(
    momentsOf(monday, { weekdays: [1], until: "2030-01-01" }, "Africa/Lagos")
      .at(-1)
      ?.toISOString(),
  ).toBe("2028-04-24T17:00:00.000Z")
  // The first day need not be one of them.
  expect(iso(momentsOf(monday, { weekdays: [5], count: 1 }, "Africa/Lagos"))).toEqual(["2027-03-26T17:00:00.000Z"])
})

test("those that follow move by as many days, to the new hour, across summer time", () => {
  const change = { from: new Date("2027-03-22T18:00:00Z"), to: new Date("2027-03-23T19:30:00Z") }
  const moved = (at: string) => movedLike(new Date(at), change, "Europe/London").toISOString()
  expect(moved("2027-03-22T18:00:00Z")).toBe("2027-03-23T19:30:00.000Z")
  expect(moved("2027-03-29T17:00:00Z")).toBe("2027-03-30T18:30:00.000Z")
})
