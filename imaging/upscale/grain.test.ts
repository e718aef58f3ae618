import { describe, expect, test } from "vitest"
import type { Picture } from "#imaging/pixels/picture.ts"
import { addGrain } from "./grain.ts"

function grey(value: number, channels: 3 | 4 = 3): Picture {
  return { width: 64, height: 64, channels, data: new Uint8Array(64 * 64 * channels).fill(value) }
}

function grained(value: number, strength: number, seed = 1): Picture {
  const picture = grey(value)
  addGrain(picture, strength, seed)
  return picture
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function spreadOf({ data }: Picture): number {
  const values = Array.from(data)
  const mean = meanOf(values)
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
}

describe("addGrain", () => {
  test("roughens a flat picture by its strength without changing its brightness", () => {
    expect(spreadOf(grained(120, 0.03))).toBeGreaterThan(1.5 * spreadOf(grained(120, 0.012)))
    expect(Math.abs(meanOf(Array.from(grained(120, 0.03).data)) - 120)).toBeLessThan(0.6)
  })

  test("gives the same grain for the same seed and leaves strength 0 alone", () => {
    expect(grained(90, 0.02, 7).data).toEqual(grained(90, 0.02, 7).data)
    expect(grained(90, 0.02, 8).data).not.toEqual(grained(90, 0.02, 7).data)
    expect(grained(90, 0).data).toEqual(grey(90).data)
  })

  test("is stronger in shadows, stays in range and never touches transparency", () => {
    expect(spreadOf(grained(60, 0.03))).toBeGreaterThan(spreadOf(grained(220, 0.03)))
    const white = grained(254, 0.5).data
    expect(Math.min(...white)).toBeGreaterThan(150)
    const clear = grey(128, 4)
    addGrain(clear, 0.5, 1)
    expect(clear.data.every((v, i) => i % 4 !== 3 || v === 128)).toBe(true)
  })
})
