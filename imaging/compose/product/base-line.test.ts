import { describe, expect, test } from "vitest"
import { estimateTilt, readBaseLine } from "./base-line.ts"
import { prepareProduct } from "./product.ts"
import { drawCutOut, drawTin } from "./sample-cut-out.ts"
import { traceSilhouette } from "./silhouette.ts"
import { turnPicture } from "./straighten.ts"

const degree = Math.PI / 180

/** A box seen from a corner: two lower edges slope, all uprights are upright. */
const cornerBox = drawCutOut(300, 300, [90, 90, 160], (x, y) => {
  if (x < 60 || x > 240 || y < 60) return false
  return y < (x < 180 ? 220 + (x - 60) * 0.2 : 244 - (x - 180) * 0.5)
})

describe("readBaseLine", () => {
  test("sees how high the camera stood from the curve of the base", () => {
    const { sag, halfWidth, feet } = readBaseLine(traceSilhouette(drawTin(24)))
    expect(sag).toBeGreaterThan(15)
    expect(sag).toBeLessThan(30)
    expect(halfWidth).toBeGreaterThan(48)
    expect(feet).toHaveLength(1)
  })

  test("sees a straight base as straight", () => {
    expect(readBaseLine(traceSilhouette(drawTin(0))).sag).toBeLessThan(1)
  })

  test("finds both legs of a bench", () => {
    const bench = drawCutOut(300, 200, [120, 80, 40], (x, y) => {
      const isSeat = y > 60 && y < 90 && x > 40 && x < 260
      const isLeg = y >= 90 && y < 160 && ((x > 50 && x < 70) || (x > 230 && x < 250))
      return isSeat || isLeg
    })
    const { feet } = readBaseLine(traceSilhouette(bench))
    expect(feet).toEqual([
      [50, 69],
      [230, 249],
    ])
  })
})

describe("estimateTilt", () => {
  test.each([-5, -2, 3])("tells a camera held askew by %i degrees", (degrees) => {
    const askew = turnPicture(drawTin(14), degrees * degree)
    expect(estimateTilt(askew, traceSilhouette(askew)) / degree).toBeCloseTo(degrees, 0)
  })

  test("leaves upright things upright", () => {
    for (const picture of [drawTin(0), drawTin(24), cornerBox]) {
      expect(estimateTilt(picture, traceSilhouette(picture))).toBe(0)
    }
  })
})

describe("prepareProduct", () => {
  test("sets a tilted product upright", () => {
    const { tilt, shape } = prepareProduct(turnPicture(drawTin(14), 4 * degree))
    expect(tilt / degree).toBeCloseTo(4, 0)
    expect(shape.right - shape.left + 1).toBeLessThan(124)
  })

  test("gives tall and wide things sizes that fit a set", () => {
    const wide = prepareProduct(drawCutOut(400, 200, [9, 9, 9], (x, y) => x > 10 && x < 390 && y > 60 && y < 150))
    expect(wide.wide).toBeCloseTo(2.5, 1)
    expect(prepareProduct(drawTin(10)).tall).toBeCloseTo(2, 1)
  })

  test("refuses an empty cut-out", () => {
    expect(() => prepareProduct(drawCutOut(50, 50, [0, 0, 0], () => false))).toThrow(/no product/)
  })

  test("refuses a photo that was not cut out", () => {
    expect(() => prepareProduct({ width: 4, height: 4, channels: 3, data: new Uint8Array(48) })).toThrow(/cut out/)
  })
})
