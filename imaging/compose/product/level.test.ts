import { describe, expect, test } from "vitest"
import type { Picture } from "#imaging/pixels/picture.ts"
import { levelPicture, slopeToLevel } from "./level.ts"
import { drawCutOut, drawTin } from "./sample-cut-out.ts"
import { traceSilhouette } from "./silhouette.ts"
import { turnPicture } from "./straighten.ts"

const degree = Math.PI / 180

/** A bag photographed from a corner: upright sides, a front edge that runs downhill by `degrees`. */
function buildBag(degrees: number): Picture {
  return drawCutOut(300, 300, [150, 80, 30], (x, y) => {
    return x > 50 && x < 250 && y > 80 && y < 200 + Math.tan(degrees * degree) * (x - 150)
  })
}

function slopeOf(picture: Picture): number {
  return slopeToLevel(traceSilhouette(picture)) / degree
}

describe("slopeToLevel", () => {
  test.each([-6, 3, 8])("sees most of a front edge that runs by %i degrees", (degrees) => {
    expect(slopeOf(buildBag(degrees)) / degrees).toBeGreaterThan(0.5)
    expect(slopeOf(buildBag(degrees)) / degrees).toBeLessThan(0.9)
  })

  test.each<[string, Picture]>([
    ["a level edge", buildBag(0)],
    ["a round base", drawTin(20)],
    ["a ramp", buildBag(16)],
    [
      "a wedge that stands on a point",
      drawCutOut(300, 300, [9, 9, 9], (x, y) => y > 60 && y < 240 - Math.abs(x - 120)),
    ],
    [
      "legs of different length",
      drawCutOut(300, 300, [9, 9, 9], (x, y) => {
        const isSeat = x > 50 && x < 250 && y > 80 && y < 110
        return isSeat || (y >= 110 && ((x > 50 && x < 75 && y < 220) || (x > 225 && x < 250 && y < 232)))
      }),
    ],
  ])("leaves %s as it is", (_, picture) => {
    expect(slopeOf(picture)).toBe(0)
  })
})

describe("levelPicture", () => {
  test("levels the edge and keeps uprights upright, colours true and nothing cut off", () => {
    const bag = buildBag(6)
    const before = traceSilhouette(bag)
    const level = levelPicture(bag, 6 * degree)
    const after = traceSilhouette(level)
    expect(Math.abs((after.lowest[60] ?? 0) - (after.lowest[240] ?? 0))).toBeLessThan(2)
    expect([after.left, after.right]).toEqual([before.left, before.right])
    const at = (Math.round((after.top + after.bottom) / 2) * level.width + 150) * 4
    expect([...level.data.subarray(at, at + 4)]).toEqual([150, 80, 30, 255])
    const solid = ({ data }: Picture): number => data.filter((v, i) => i % 4 === 3 && v > 127).length
    expect(solid(level) / solid(bag)).toBeCloseTo(1, 2)
  })

  test("gives the same picture for no slope", () => {
    const turned = turnPicture(drawTin(4), 0.1)
    expect(levelPicture(turned, 0)).toBe(turned)
  })
})
