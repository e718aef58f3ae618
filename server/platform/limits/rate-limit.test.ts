import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { OpenDatabase } from "#server/db/open.ts"
import { openTestDatabase } from "#server/testing/databases/test-database.ts"
import { countRequest, networkOf, RateLimitError } from "./rate-limit.ts"

describe("the network of an address", () => {
  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::FFFF:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8::3:4:5:6:7", "2001:db8:0:3::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["no address", "no address"],
  ])("of %s is %s", (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })

  test("is another one for the neighbour's line", () => {
    expect(networkOf("2001:db8:1:2::9")).not.toBe(networkOf("2001:db8:1:3::9"))
  })
})

describe("counting requests", () => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  const hour = { max: 3, windowSeconds: 3_600 }

  test("lets through what the limit allows, also when all come at once, and says when the window ends", async () => {
    const all = Array.from({ length: 8 }, () => countRequest(database.db, "burst", hour, 1))
    const outcomes = await Promise.allSettled(all)
    const passed = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
    expect(passed.map((state) => state.remaining).sort()).toEqual([0, 1, 2])
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))
    expect(refused.every((error) => error instanceof RateLimitError && error.status === 429)).toBe(true)
    const now = Date.now() / 1_000
    for (const { resetsAt } of passed) {
      expect(resetsAt).toBeGreaterThan(now - 1)
      expect(resetsAt).toBeLessThanOrEqual(now + 3_600 + 1)
    }
  })

  test("keeps keys apart, however long and whatever is in them", async () => {
    const long = "a".repeat(5_000)
    await countRequest(database.db, `${long}1`, { ...hour, max: 1 }, 1)
    await countRequest(database.db, `${long}2`, { ...hour, max: 1 }, 1)
    await countRequest(database.db, "\u0000\ud800", { ...hour, max: 1 }, 1)
    await expect(countRequest(database.db, `${long}1`, { ...hour, max: 1 }, 1)).rejects.toBeInstanceOf(RateLimitError)
  })

  test("keeps no address of a person", async () => {
    await countRequest(database.db, "email:ada@example.com", hour, 1)
    const keys = await database.db.selectFrom("rateCounters").select("key").execute()
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.filter(({ key }) => key.includes("ada"))).toEqual([])
  })

  test("multiplies a limit, never below one", async () => {
    expect((await countRequest(database.db, "factor", hour, 10)).limit).toBe(30)
    expect((await countRequest(database.db, "factor small", hour, 0.01)).limit).toBe(1)
  })
})
