import { describe, expect, test } from "vitest"
import { AppError } from "#server/platform/errors.ts"
import { createPasswordHasher } from "./passwords.ts"

const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

describe("a password", () => {
  const hasher = createPasswordHasher("weak")

  test("is checked as a whole and exactly as sent", async () => {
    const long = `${"a".repeat(255)}x`
    const stored = await hasher.hash(long)
    expect(await hasher.verify(stored, long)).toBe(true)
    expect(await hasher.verify(stored, `${"a".repeat(255)}y`)).toBe(false)
    const spaced = await hasher.hash("  Pass word é ")
    expect(await hasher.verify(spaced, "  Pass word é ")).toBe(true)
    expect(await hasher.verify(spaced, "Pass word é")).toBe(false)
    expect(await hasher.verify(spaced, "  Pass word e\u0301 ")).toBe(false)
  })

  test("is stored with a salt of its own, and never belongs to nobody", async () => {
    expect(await hasher.hash("the same password")).not.toBe(await hasher.hash("the same password"))
    expect(await hasher.verify(null, "nobody has this password")).toBe(false)
  })

  test("is hashed by argon2id with the settings of the product", async () => {
    expect(await createPasswordHasher().hash("a password")).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
  })
})

describe("a hundred at once", () => {
  test("are served, or asked to come back; nothing else happens", async () => {
    const hasher = createPasswordHasher("weak")
    const stored = await hasher.hash("right")
    const tries = Array.from({ length: 100 }, (_, n) => hasher.verify(stored, n % 2 === 0 ? "right" : "wrong"))
    const outcomes = await Promise.allSettled(tries)
    const served = outcomes.filter((one) => one.status === "fulfilled")
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))
    expect(served.length).toBeGreaterThanOrEqual(64)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every((error) => error instanceof AppError && error.type === "general_rate_limit_exceeded")).toBe(
      true,
    )
    expect(await hasher.verify(stored, "right")).toBe(true)
  })

  test("leave the thread free for other work", async () => {
    const hasher = createPasswordHasher()
    let isDone = false
    const hashes = Promise.all(Array.from({ length: 6 }, () => hasher.hash("a password"))).then(() => {
      isDone = true
    })
    let turns = 0
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve))
      turns++
    }
    await hashes
    expect(turns).toBeGreaterThan(100)
  })

  test("do not stop the next one when one fails", async () => {
    const hasher = createPasswordHasher("weak")
    const broken = Array.from({ length: 4 }, () => hasher.verify("no hash at all", "x"))
    for (const outcome of await Promise.allSettled(broken)) expect(outcome.status).toBe("rejected")
    const stored = await hasher.hash("right")
    expect(await hasher.verify(stored, "right")).toBe(true)
  })
})

test("an unknown address takes as long as a wrong password, within a fifth", async () => {
  const hasher = createPasswordHasher()
  const stored = await hasher.hash("right")
  await hasher.verify(null, "the first one also makes the stand-in")
  // Of the processor, not of the clock: other work on this machine takes none of it.
  const time = async (against: string | null): Promise<number> => {
    const before = process.cpuUsage()
    await hasher.verify(against, "wrong")
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const wrong: number[] = []
  const unknown: number[] = []
  // In turns, so that whatever else this machine does slows both.
  for (let n = 0; n < 15; n++) {
    wrong.push(await time(stored))
    unknown.push(await time(null))
  }
  const ratio = median(unknown) / median(wrong)
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(1.25)
})
