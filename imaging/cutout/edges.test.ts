import { describe, expect, test } from "vitest"
import type { Picture } from "#imaging/pixels/picture.ts"
import { viewOf } from "#imaging/pixels/view.ts"
import { overlap } from "./confidence.ts"
import { maskQuality } from "./contrast/mask-quality.ts"
import { alignToRidge } from "./contrast/ridge.ts"
import { analyse, type Scene } from "./contrast/scene.ts"
import { removeShadow } from "./contrast/shadow.ts"
import { decontaminate } from "./matting/decontaminate.ts"
import { matte } from "./matting/matte.ts"

const side = 120
const away = (x: number, y: number): number => Math.hypot(x - 60, y - 60)
/** Exact coverage of a disc of radius 35 with an edge four pixels soft. */
const truth = (p: number): number => Math.min(1, Math.max(0, (35 - away(p % side, Math.floor(p / side))) / 4 + 0.5))

function buildPicture(colourAt: (p: number, c: number) => number): Picture {
  const data = new Uint8Array(side * side * 3)
  for (let i = 0; i < data.length; i++) data[i] = Math.round(colourAt(Math.floor(i / 3), i % 3))
  return { width: side, height: side, channels: 3, data }
}

const red = [190, 40, 35]
const blue = [60, 110, 200]
const discPicture = buildPicture((p, c) => (red[c] ?? 0) * truth(p) + (blue[c] ?? 0) * (1 - truth(p)))
const hardMask = Uint8Array.from({ length: side * side }, (_, p) => (truth(p) > 0.5 ? 1 : 0))

describe("matte", () => {
  test("finds the coverage of soft pixels from their colour", () => {
    const { alpha } = matte(discPicture, hardMask, 4)
    let error = 0
    alpha.forEach((value, p) => {
      error = Math.max(error, Math.abs(value - truth(p)))
    })
    expect(error).toBeLessThan(0.2)
  })

  test("follows the outline where both sides have one colour", () => {
    const grey = buildPicture(() => 128)
    const { alpha } = matte(grey, hardMask, 4)
    expect(alpha[60 * side + 60]).toBe(1)
    expect(alpha[60 * side + 5]).toBe(0)
    expect(alpha[60 * side + 94]).toBeGreaterThan(0.3)
  })
})

describe("decontaminate", () => {
  test("takes the blue ground out of the red edge", () => {
    const { data } = decontaminate(discPicture, matte(discPicture, hardMask, 4))
    for (let p = 0; p < side * side; p++) {
      if ((data[p * 4 + 3] ?? 0) < 30) continue
      expect(data[p * 4 + 2]).toBeLessThan(75)
    }
  })

  test("takes a matte of another size and keeps the picture's own alpha", () => {
    const large: Picture = { width: 240, height: 240, channels: 4, data: new Uint8Array(240 * 240 * 4).fill(100) }
    const { width, height, data } = decontaminate(large, matte(discPicture, hardMask, 4))
    expect([width, height]).toEqual([240, 240])
    expect(data[(120 * 240 + 120) * 4 + 3]).toBe(100)
    expect(data[3]).toBe(0)
  })
})

/** A dark blue square on grey with a soft shadow beside it. */
function buildShadowScene(): Scene {
  const isBox = (x: number, y: number): boolean => x >= 40 && x < 70 && y >= 40 && y < 80
  return analyse(
    viewOf(
      buildPicture((p, c) => {
        const [x, y] = [p % side, Math.floor(p / side)]
        if (isBox(x, y)) return [30, 50, 140][c] ?? 0
        return 200 * (1 - 0.4 * Math.max(0, 1 - Math.hypot((x - 75) / 25, (y - 70) / 16)))
      }),
    ),
  )
}

const squareMask = (left: number, top: number, right: number, bottom: number): Uint8Array =>
  Uint8Array.from({ length: side * side }, (_, p) => {
    const [x, y] = [p % side, Math.floor(p / side)]
    return x >= left && x < right && y >= top && y < bottom ? 1 : 0
  })

describe("mask steps", () => {
  const scene = buildShadowScene()
  const box = squareMask(40, 40, 70, 80)

  test("removeShadow takes a soft shadow off and leaves the thing", () => {
    const withShadow = box.map((value, p) => {
      const isShade = Math.hypot(((p % side) - 75) / 25, (Math.floor(p / side) - 70) / 16) < 0.9
      return value === 1 || isShade ? 1 : 0
    })
    expect(overlap(withShadow, box)).toBeLessThan(0.75)
    expect(overlap(removeShadow(withShadow, scene), box)).toBeGreaterThan(0.9)
  })

  test("alignToRidge pulls an outline that is two pixels off onto the edge", () => {
    const tooLarge = squareMask(38, 39, 71, 81)
    expect(overlap(alignToRidge(tooLarge, scene), box)).toBeGreaterThan(overlap(tooLarge, box))
  })

  test("maskQuality prefers the thing to half of it and to it with its surroundings", () => {
    const quality = maskQuality(box, scene)
    expect(maskQuality(squareMask(40, 40, 70, 58), scene)).toBeLessThan(quality)
    expect(maskQuality(squareMask(5, 5, 115, 115), scene)).toBeLessThan(quality)
    expect(maskQuality(new Uint8Array(side * side), scene)).toBe(0)
  })
})

test("overlap of two empty masks is no agreement", () => {
  expect(overlap(new Uint8Array(4), new Uint8Array(4))).toBe(0)
  expect(overlap(Uint8Array.of(1, 1, 0, 0), Uint8Array.of(0, 1, 1, 0))).toBeCloseTo(1 / 3, 9)
})
