import { describe, expect, test } from "vitest"
import { estimateSecondsLeft } from "./wait.ts"

describe("estimateSecondsLeft", () => {
  test("goes on at the speed between two samples", () => {
    expect(estimateSecondsLeft({ atMs: 1_000, progress: 0.1 }, { atMs: 6_000, progress: 0.6 })).toBe(4)
  })

  test("says nothing before there is enough to go by", () => {
    expect(estimateSecondsLeft({ atMs: 1_000, progress: 0.1 }, { atMs: 2_000, progress: 0.12 })).toBeUndefined()
  })

  test("tells of work that is too slow for the fixed words, at least as long as it takes", () => {
    expect(estimateSecondsLeft({ atMs: 0, progress: 0 }, { atMs: 4_000, progress: 0.02 })).toBe(49)
    expect(estimateSecondsLeft({ atMs: 0, progress: 0 }, { atMs: 9_000, progress: 0 })).toBeUndefined()
  })
})
