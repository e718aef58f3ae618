import { describe, expect, test } from "vitest"
import type { Picture } from "#imaging/pixels/picture.ts"
import { resample } from "./resample.ts"

function grey(width: number, height: number, values: number[]): Picture {
  return { width, height, channels: 3, data: Uint8Array.from(values.flatMap((v) => [v, v, v])) }
}

function reds({ data, channels }: Picture): number[] {
  return Array.from(data).filter((_, i) => i % channels === 0)
}

describe("resample", () => {
  test("keeps the bytes at the same size", () => {
    const picture = grey(3, 2, [0, 90, 255, 13, 14, 15])
    expect(reds(resample(picture, 3, 2))).toEqual([0, 90, 255, 13, 14, 15])
  })

  test("enlarges around the centre: a symmetric row stays symmetric", () => {
    const row = reds(resample(grey(4, 1, [40, 200, 200, 40]), 16, 1))
    expect(row).toEqual(row.toReversed())
    expect(row[7]).toBeGreaterThan(200)
  })

  test("puts a ramp where its pixel centres are", () => {
    const row = reds(resample(grey(8, 1, [0, 20, 40, 60, 80, 100, 120, 140]), 16, 1))
    expect(row.slice(4, 12)).toEqual([35, 45, 55, 65, 75, 85, 95, 105])
  })

  test("does not alias when reducing: fine stripes become grey", () => {
    const stripes = Array.from({ length: 64 }, (_, i) => (i % 2) * 200)
    const inner = reds(resample(grey(64, 1, stripes), 8, 1)).slice(2, 6)
    expect(inner.every((value) => Math.abs(value - 100) <= 3)).toBe(true)
  })

  test("never shows the colour of transparent pixels", () => {
    const data = Uint8Array.from([255, 255, 255, 0, 10, 20, 30, 255, 10, 20, 30, 255, 255, 255, 255, 0])
    const { data: large } = resample({ width: 4, height: 1, channels: 4, data }, 16, 1)
    const visible = Array.from({ length: 16 }, (_, i) => Array.from(large.slice(i * 4, i * 4 + 4))).filter((p) => p[3])
    expect(visible.length).toBeGreaterThan(6)
    expect(visible.every(([r, g, b]) => r === 10 && g === 20 && b === 30)).toBe(true)
  })
})
