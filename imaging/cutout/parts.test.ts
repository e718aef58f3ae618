import { describe, expect, test } from "vitest"
import type { Picture } from "#imaging/pixels/picture.ts"
import { viewOf } from "#imaging/pixels/view.ts"
import { overlap } from "./confidence.ts"
import { cutDeepShade } from "./contrast/deep-shade.ts"
import { addEnclosedParts } from "./contrast/enclosed-parts.ts"
import { analyse, type Scene } from "./contrast/scene.ts"
import { openSlivers } from "./matting/slivers.ts"

const side = 120
type Test = (x: number, y: number) => boolean
type Rgb = readonly [number, number, number]

function buildPicture(paint: (x: number, y: number) => Rgb): Picture {
  const data = new Uint8Array(side * side * 3)
  for (let p = 0; p < side * side; p++) data.set(paint(p % side, Math.floor(p / side)), p * 3)
  return { width: side, height: side, channels: 3, data }
}

const buildScene = (paint: (x: number, y: number) => Rgb): Scene => analyse(viewOf(buildPicture(paint)))

const buildMask = (isIn: Test): Uint8Array =>
  Uint8Array.from({ length: side * side }, (_, p) => (isIn(p % side, Math.floor(p / side)) ? 1 : 0))

const isWithin =
  (left: number, top: number, right: number, bottom: number): Test =>
  (x, y) =>
    x >= left && x < right && y >= top && y < bottom

describe("addEnclosedParts", () => {
  const isUpper = isWithin(30, 30, 90, 60)
  const isSole = isWithin(28, 60, 94, 84)
  const isInsideSole = isWithin(30, 60, 92, 82)
  const white: Rgb = [236, 236, 236]

  test("takes in a white sole that only a thin line tells from the white ground", () => {
    const scene = buildScene((x, y) => {
      if (isUpper(x, y)) return [50, 50, 60]
      return isSole(x, y) && !isInsideSole(x, y) ? [205, 205, 205] : white
    })
    const shoe = buildMask((x, y) => isUpper(x, y) || isSole(x, y))
    expect(overlap(addEnclosedParts(buildMask(isUpper), scene), shoe)).toBeGreaterThan(0.87)
  })

  test("adds nothing where the line is open on one side", () => {
    const scene = buildScene((x, y) => {
      if (isUpper(x, y)) return [50, 50, 60]
      return isSole(x, y) && !isInsideSole(x, y) && y < 80 ? [205, 205, 205] : white
    })
    const mask = buildMask(isUpper)
    expect(addEnclosedParts(mask, scene)).toEqual(mask)
  })

  test("leaves a hole with product all around it alone", () => {
    const isHole = isWithin(45, 45, 75, 75)
    const isFrame: Test = (x, y) => isWithin(30, 30, 90, 90)(x, y) && !isHole(x, y)
    const scene = buildScene((x, y) => (isFrame(x, y) ? [50, 50, 60] : white))
    const mask = buildMask(isFrame)
    expect(addEnclosedParts(mask, scene)).toEqual(mask)
  })
})

describe("cutDeepShade", () => {
  const isBox = isWithin(40, 30, 80, 70)
  const isShade = isWithin(40, 70, 84, 80)
  const scene = buildScene((x, y) => {
    if (isBox(x, y)) return [170, 40, 40]
    return isShade(x, y) ? [112, 108, 108] : [200, 200, 200]
  })

  test("takes a contact shadow with a hard rim off the product", () => {
    const both = buildMask((x, y) => isBox(x, y) || isShade(x, y))
    expect(overlap(cutDeepShade(both, scene), buildMask(isBox))).toBeGreaterThan(0.95)
  })

  test("changes nothing where there is no shade", () => {
    expect(cutDeepShade(buildMask(isBox), scene)).toEqual(buildMask(isBox))
  })
})

describe("openSlivers", () => {
  const isBunch = isWithin(30, 30, 86, 60)
  const isStem: Test = (x, y) => isBunch(x, y) && (x - 30) % 8 < 3
  const mask = buildMask(isBunch)
  const ground: Rgb = [200, 206, 210]
  const share = (out: Uint8Array, isIn: Test): number => {
    const wanted = buildMask(isIn)
    return (
      out.filter((value, p) => value === 1 && wanted[p] === 1).length / wanted.filter((value) => value === 1).length
    )
  }

  test("opens the gaps between stems and keeps the stems", () => {
    const out = openSlivers(
      buildPicture((x, y) => (isStem(x, y) ? [60, 90, 40] : ground)),
      mask,
    )
    expect(share(out, isStem)).toBeGreaterThan(0.95)
    expect(share(out, (x, y) => isBunch(x, y) && !isStem(x, y) && x < 80)).toBeLessThan(0.5)
  })

  test("keeps stripes that are nearly, not exactly, of the ground's colour", () => {
    const striped = buildPicture((x, y) => (isStem(x, y) ? [60, 90, 40] : isBunch(x, y) ? [206, 206, 203] : ground))
    expect(openSlivers(striped, mask)).toEqual(mask)
  })

  test("keeps its hands off a textured ground", () => {
    const checked = buildPicture((x, y) =>
      isStem(x, y) ? [60, 90, 40] : (x + y) % 24 < 12 ? [200, 206, 210] : [160, 150, 150],
    )
    expect(openSlivers(checked, mask)).toEqual(mask)
  })
})
