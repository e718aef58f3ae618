import { describe, expect, test, vi } from "vitest"
import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import { addMonths, tuitionPrices } from "#contract/catalogue/tuition.ts"
import { momentAt, momentInWords } from "./clocks.ts"

describe("the clock of a place", () => {
  test.each([
    ["Africa/Lagos", "2027-03-27", "2027-03-27T09:00:00.000Z", "GMT+1"],
    ["Africa/Lagos", "2027-03-29", "2027-03-29T09:00:00.000Z", "GMT+1"],
    ["Africa/Accra", "2027-03-29", "2027-03-29T10:00:00.000Z", "GMT"],
    ["Africa/Nairobi", "2027-03-29", "2027-03-29T07:00:00.000Z", "GMT+3"],
    ["Europe/London", "2027-03-27", "2027-03-27T10:00:00.000Z", "GMT"],
    ["Europe/London", "2027-03-29", "2027-03-29T09:00:00.000Z", "GMT+1"],
    ["Europe/London", "2027-10-30", "2027-10-30T09:00:00.000Z", "GMT+1"],
    ["Europe/London", "2027-11-01", "2027-11-01T10:00:00.000Z", "GMT"],
  ])("10:00 in %s on %s is %s and is shown as 10:00 again", (zone, day, moment, offset) => {
    const at = momentAt(day, "10:00", zone)
    expect(at.toISOString()).toBe(moment)
    expect(momentInWords(at, zone)).toMatch(new RegExp(`at 10:00 \\(.+ time, ${offset.replace("+", "\\+")}\\)$`))
  })

  test("a time that the clock skips in spring is an hour later", () => {
    expect(momentInWords(momentAt("2027-03-28", "01:30", "Europe/London"), "Europe/London")).toBe(
      "Sunday, 28 March 2027 at 02:30 (London time, GMT+1)",
    )
  })

  test.each(["UTC", "Europe/London", "America/New_York", "Pacific/Kiritimati"])(
    "nothing depends on this process being in %s",
    (own) => {
      vi.stubEnv("TZ", own)
      for (const [day, time, zone, moment] of [
        ["2027-03-28", "01:30", "Africa/Lagos", "2027-03-28T00:30:00.000Z"],
        ["2027-03-14", "02:30", "Africa/Lagos", "2027-03-14T01:30:00.000Z"],
        ["2027-10-31", "01:30", "Europe/London", "2027-10-31T00:30:00.000Z"],
        ["2027-10-31", "02:30", "Europe/London", "2027-10-31T02:30:00.000Z"],
      ] as const) {
        expect(momentAt(day, time, zone).toISOString()).toBe(moment)
      }
      vi.unstubAllEnvs()
    },
  )

  test("the clock that is nobody's is called by its name alone", () => {
    expect(momentInWords(new Date("2027-03-29T10:00:00Z"), "UTC")).toBe("Monday, 29 March 2027 at 10:00 (UTC)")
  })

  test("one moment, four clocks", () => {
    const at = new Date("2027-07-01T09:00:00Z")
    const zones = ["Africa/Lagos", "Africa/Accra", "Africa/Nairobi", "Europe/London"]
    expect(zones.map((zone) => /at (\d\d:\d\d)/.exec(momentInWords(at, zone))?.[1])).toEqual([
      "10:00",
      "09:00",
      "12:00",
      "10:00",
    ])
  })
})

test("a month later is the same day, or the last of a shorter month", () => {
  expect([addMonths("2027-01-31", 1), addMonths("2027-12-15", 2)]).toEqual(["2027-02-28", "2028-02-15"])
})

test("instalments add up to the tuition, whatever a scholarship takes off", () => {
  const { payment } = findProgram("strategy_and_consulting") ?? expect.fail()
  for (const award of [0, 1, 999, 50_000, 174_999, 175_000, 900_000]) {
    const { full, first, second, third } = tuitionPrices(payment, award * 100)
    expect(first + second + third).toBe(full)
    expect(Math.min(full, first, second, third)).toBeGreaterThanOrEqual(0)
  }
  expect(tuitionPrices(payment, 0)).toEqual({ full: 17_500_000, first: 8_000_000, second: 4_750_000, third: 4_750_000 })
})
