// biome-ignore lint/style/noRestrictedImports: the known answer lies in files
import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { outlineNetwork } from "#imaging/cutout/testing/outline-network.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { findProduct } from "./find-product.ts"
import { readNetwork } from "./read-network.ts"
import { prepareNetwork } from "./run-network.ts"

describe("findProduct", () => {
  const paint = (width: number, height: number, colour: (x: number, y: number) => number[]): Picture => ({
    width,
    height,
    channels: 3 as const,
    data: Uint8Array.from({ length: width * height * 3 }, (_, i) => {
      const p = Math.floor(i / 3)
      return colour(p % width, Math.floor(p / width))[i % 3] ?? 0
    }),
  })

  test("is in favour of a mug and against the table it stands on", () => {
    const isMug = (x: number, y: number): boolean => x > 120 && x < 200 && y > 90 && y < 200
    const { odds } = findProduct(
      paint(320, 260, (x, y) => {
        if (isMug(x, y)) return [150 + (x - 120) / 2, 40, 35]
        return y > 150 ? [150, 110, 70] : [200, 198, 190]
      }),
      outlineNetwork,
    )
    expect(odds[140 * 320 + 160]).toBeGreaterThan(2)
    expect(odds[30 * 320 + 30]).toBeLessThan(-2)
    expect(odds[230 * 320 + 290]).toBeLessThan(-2)
  })

  test("looks at a mirrored picture with mirrored eyes", () => {
    const colour = (x: number, y: number): number[] =>
      Math.hypot(x - 60, y - 70) < 30 ? [30, 60, 160] : [220, 215, 205]
    const { odds } = findProduct(paint(160, 128, colour), outlineNetwork)
    const mirrored = findProduct(
      paint(160, 128, (x, y) => colour(159 - x, y)),
      outlineNetwork,
    )
    for (let x = 0; x < 160; x += 8) {
      expect(mirrored.odds[70 * 160 + 159 - x] ?? 0).toBeCloseTo(odds[70 * 160 + x] ?? 0, 2)
    }
  })

  test.each([
    [8, 8],
    [900, 9],
    [31, 500],
  ])("takes a picture of %i by %i pixels", (width, height) => {
    const { odds } = findProduct(
      paint(width, height, (x) => (x < 4 ? [200, 30, 30] : [230, 230, 230])),
      outlineNetwork,
    )
    expect(odds.length).toBe(width * height)
    expect(odds.every(Number.isFinite)).toBe(true)
  })
})

describe("the network", () => {
  const numbersOf = (name: string): Float32Array => {
    const bytes = readFileSync(new URL(`testing/${name}`, import.meta.url))
    return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i))
  }

  test("gives the odds that PyTorch gave for the same numbers and picture", () => {
    const [width, height] = [64, 32]
    const picture = numbersOf("picture-3x32x64.f32")
    const run = prepareNetwork(outlineNetwork, width, height)
    for (const c of [0, 1, 2]) {
      const plane = picture.subarray(c * width * height, (c + 1) * width * height)
      run.setInput(
        c,
        plane.map((value) => value - 0.5),
      )
    }
    const odds = run.answer()
    const known = numbersOf("odds-32x64.f32")
    expect(odds.length).toBe(known.length)
    for (const [p, value] of known.entries()) expect(odds[p]).toBeCloseTo(value, 3)
  })

  test("of another size is refused", () => {
    expect(() => readNetwork(new Uint8Array(3))).toThrow("1638936")
  })
})
