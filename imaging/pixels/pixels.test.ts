import { describe, expect, test } from "vitest"
import { checkPicture, maxPixels, type Picture, PictureError } from "./picture.ts"
import { resamplePlane, shrink, shrinkToLongSide } from "./resize.ts"

function faultOf(picture: Picture): string {
  try {
    checkPicture(picture)
  } catch (error) {
    return error instanceof PictureError ? error.fault : "another error"
  }
  return "none"
}

describe("checkPicture", () => {
  test.each([
    ["a good picture", { width: 2, height: 1, channels: 3, data: new Uint8Array(6) }, "none"],
    ["no width", { width: 0, height: 1, channels: 3, data: new Uint8Array(0) }, "bad_dimensions"],
    ["half a pixel", { width: 1.5, height: 2, channels: 4, data: new Uint8Array(12) }, "bad_dimensions"],
    ["missing bytes", { width: 2, height: 2, channels: 4, data: new Uint8Array(15) }, "wrong_length"],
    ["too many pixels", { width: maxPixels, height: 2, channels: 3, data: new Uint8Array(3) }, "too_large"],
  ] as const)("answers for %s", (_, picture, fault) => {
    expect(faultOf(picture)).toBe(fault)
  })
})

describe("shrink", () => {
  test("averages exactly the covered area, also between pixels", () => {
    const row: Picture = {
      width: 3,
      height: 1,
      channels: 3,
      data: new Uint8Array([0, 0, 0, 90, 90, 90, 240, 240, 240]),
    }
    const [left, , , right] = shrink(row, 2, 1).data
    expect(left).toBe(30) // one whole black pixel and half of the 90
    expect(right).toBe(190)
  })

  test("lets a transparent pixel's hidden colour count for nothing", () => {
    const row: Picture = { width: 2, height: 1, channels: 4, data: new Uint8Array([200, 10, 10, 255, 0, 255, 0, 0]) }
    expect([...shrink(row, 1, 1).data]).toEqual([200, 10, 10, 128])
  })

  test("keeps the shape and leaves small pictures alone", () => {
    const wide: Picture = { width: 400, height: 100, channels: 3, data: new Uint8Array(120_000) }
    expect(shrinkToLongSide(wide, 80)).toMatchObject({ width: 80, height: 20 })
    expect(shrinkToLongSide(wide, 500)).toBe(wide)
  })

  test("never makes a side of nothing", () => {
    const line: Picture = { width: 1000, height: 1, channels: 3, data: new Uint8Array(3000).fill(77) }
    expect(shrinkToLongSide(line, 10)).toMatchObject({ width: 10, height: 1 })
    expect(shrinkToLongSide(line, 10).data[0]).toBe(77)
  })
})

test("resamplePlane stays centred: enlarging a symmetric plane gives a symmetric plane", () => {
  const large = resamplePlane(new Float32Array([0, 10, 10, 0]), { width: 4, height: 1 }, { width: 9, height: 1 })
  large.forEach((value, i) => {
    expect(value).toBeCloseTo(large[large.length - 1 - i] ?? Number.NaN, 5)
  })
  expect(Math.max(...large)).toBe(10)
})
