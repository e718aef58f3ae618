import { describe, expect, test } from "vitest"
import { bytesToOklab, linearToOklab, oklabToLinear } from "./oklab.ts"
import { byteOfLinear, linearOfByte, linearToSrgb, srgbToLinear } from "./srgb.ts"

describe("sRGB", () => {
  test("puts mid grey at the light the standard says", () => {
    expect(srgbToLinear(0.5)).toBeCloseTo(0.21404, 5)
  })

  test("gives every byte back", () => {
    for (let byte = 0; byte < 256; byte++) expect(byteOfLinear(linearOfByte[byte] ?? -1)).toBe(byte)
  })

  test("clamps light outside the range", () => {
    expect(linearToSrgb(-0.2)).toBe(0)
    expect(linearToSrgb(1.7)).toBe(1)
  })
})

describe("Oklab", () => {
  test.each([
    ["white", 1, 1, 1, [1, 0, 0]],
    ["red", 1, 0, 0, [0.62796, 0.22486, 0.12585]],
    ["blue", 0, 0, 1, [0.45201, -0.03246, -0.31153]],
  ])("knows %s", (_, red, green, blue, expected) => {
    linearToOklab(red, green, blue).forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i] ?? Number.NaN, 3)
    })
  })

  test("comes back to the same linear colour", () => {
    const back = oklabToLinear(...linearToOklab(0.2, 0.7, 0.05))
    expect(back[0]).toBeCloseTo(0.2, 5)
    expect(back[1]).toBeCloseTo(0.7, 5)
    expect(back[2]).toBeCloseTo(0.05, 5)
  })

  test("gives greys no colour", () => {
    const [, a, b] = bytesToOklab(120, 120, 120)
    expect(Math.hypot(a, b)).toBeLessThan(1e-4)
  })
})
