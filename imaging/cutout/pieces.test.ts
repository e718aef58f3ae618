import { describe, expect, test } from "vitest"
import type { View } from "#imaging/pixels/view.ts"
import { floodBarrier } from "./contrast/barrier.ts"
import { conjugateGradient } from "./contrast/conjugate-gradient.ts"
import { borderQuantile, measureGradient, measureSharpness } from "./contrast/gradient.ts"
import { LevelQueue } from "./contrast/level-queue.ts"
import { solveSymmetric } from "./contrast/linear-solve.ts"
import { minimumBarrier } from "./contrast/minimum-barrier.ts"
import { outlineFoundAgain } from "./contrast/outline-again.ts"
import { growRegionTree, regionMask } from "./contrast/region-tree.ts"
import { findSaliency } from "./contrast/saliency.ts"
import { findSuperpixels } from "./contrast/superpixels.ts"
import { fitSurface } from "./contrast/surface.ts"
import { growSeeds } from "./contrast/watershed.ts"
import { grabCut, seed } from "./graph-cut/grabcut.ts"
import { fitMixture, mixtureCost } from "./graph-cut/mixture.ts"
import { guidedFilter } from "./matting/guided-filter.ts"

/** A view whose lightness is a function of place; a and b are constant. */
function buildView(width: number, height: number, lightness: (x: number, y: number) => number): View {
  const plane = Float32Array.from({ length: width * height }, (_, p) => lightness(p % width, Math.floor(p / width)))
  return { width, height, channels: [plane, new Float32Array(plane.length).fill(2), new Float32Array(plane.length)] }
}

const isInSquare = (x: number, y: number): boolean => x >= 20 && x < 44 && y >= 18 && y < 46

describe("solvers", () => {
  test("solveSymmetric solves a small system", () => {
    const out = solveSymmetric(Float64Array.of(4, 1, 1, 3), Float64Array.of(1, 2))
    expect(out[0]).toBeCloseTo(1 / 11, 9)
    expect(out[1]).toBeCloseTo(7 / 11, 9)
  })

  test("solveSymmetric stays finite when a direction is unknown", () => {
    for (const value of solveSymmetric(Float64Array.of(1, 1, 1, 1), Float64Array.of(2, 2))) {
      expect(Number.isFinite(value)).toBe(true)
    }
  })

  test("conjugateGradient agrees with the direct solution", () => {
    const multiply = (v: Float64Array): Float64Array =>
      Float64Array.of(4 * (v[0] ?? 0) + (v[1] ?? 0), (v[0] ?? 0) + 3 * (v[1] ?? 0))
    expect(conjugateGradient(multiply, Float64Array.of(1, 2), 10)[1]).toBeCloseTo(7 / 11, 6)
  })
})

test("LevelQueue empties low levels first and keeps the order inside one", () => {
  const queue = new LevelQueue(10, 4)
  for (const [pixel, level] of [
    [5, 2],
    [1, 0],
    [7, 2],
    [3, 1],
  ] as const) {
    queue.push(pixel, level)
  }
  expect([queue.pop(), queue.pop(), queue.pop(), queue.pop(), queue.pop()]).toEqual([1, 3, 5, 7, -1])
})

test("fitSurface follows a vignette and ignores the product and a product at the frame", () => {
  const empty = (x: number, y: number): number => 80 - 0.01 * ((x - 32) ** 2 + (y - 32) ** 2)
  const view = buildView(64, 64, (x, y) => (isInSquare(x, y) || (x < 10 && y > 20 && y < 34) ? 20 : empty(x, y)))
  const { channels, sigma } = fitSurface(view)
  expect(channels[0][32 * 64 + 32]).toBeCloseTo(empty(32, 32), 0)
  expect(channels[0][27 * 64 + 2]).toBeCloseTo(empty(2, 27), 0)
  expect(sigma[0]).toBeLessThan(1)
})

test("measureSharpness tells a thing's outline from a shadow's rim of the same height", () => {
  const step = buildView(64, 64, (x) => (x < 32 ? 80 : 60))
  const ramp = buildView(64, 64, (x) => 80 - 20 * Math.min(1, Math.max(0, (x - 20) / 24)))
  const at = 32 * 64 + 32
  expect(measureSharpness(step, measureGradient(step).magnitude)[at]).toBeGreaterThan(1.8)
  expect(measureSharpness(ramp, measureGradient(ramp).magnitude)[at]).toBeLessThan(1.1)
})

test("borderQuantile knows nothing of the middle", () => {
  const view = buildView(64, 64, (x, y) => (isInSquare(x, y) ? 10 : 90))
  expect(borderQuantile(measureGradient(view), 0.95)).toBe(0)
})

describe("barrier", () => {
  test("holds a closed outline and lets a ramp leak", () => {
    const view = buildView(64, 64, (x, y) => (isInSquare(x, y) ? 60 : 80 - 0.2 * x))
    const barrier = floodBarrier(measureGradient(view).magnitude, 64, 64, 0.2, () => true)
    expect(barrier[32 * 64 + 32]).toBeGreaterThan(100)
    expect(barrier[5 * 64 + 60]).toBeLessThan(40)
  })

  test("a gap in the outline is the way in", () => {
    const magnitude = new Float32Array(15 * 15)
    for (let i = 3; i < 12; i++) for (const p of [3 * 15 + i, 11 * 15 + i, i * 15 + 3, i * 15 + 11]) magnitude[p] = 8
    const closed = floodBarrier(magnitude, 15, 15, 1, () => true)[7 * 15 + 7]
    magnitude[7 * 15 + 3] = 0.5
    const open = floodBarrier(magnitude, 15, 15, 1, () => true)[7 * 15 + 7]
    expect(closed).toBeGreaterThan(80)
    expect(open).toBeLessThan(20)
  })

  test("minimumBarrier ignores a slow drift and sees a step", () => {
    const view = buildView(40, 40, (x, y) => (x > 15 && x < 25 && y > 15 && y < 25 ? 50 : 80 - 0.1 * x))
    const distance = minimumBarrier(view.channels[0], 40, 40, 4)
    expect(distance[20 * 40 + 20]).toBeGreaterThan(20)
    expect(distance[8 * 40 + 20]).toBeLessThan(4)
  })
})

test("growRegionTree nests a strong region in a weak one, and regionMask returns its pixels", () => {
  const barrier = new Uint8Array(400)
  for (let y = 4; y < 16; y++) for (let x = 4; x < 16; x++) barrier[y * 20 + x] = 80
  for (let y = 8; y < 12; y++) for (let x = 8; x < 12; x++) barrier[y * 20 + x] = 160
  const regions = growRegionTree(barrier, new Float32Array(400).fill(0.5), 20, 20, {
    unit: 1,
    lowest: 1.4,
    leastArea: 4,
  })
  const inner = regions.find((region) => region.area === 16)
  let outer = inner?.parent
  while (outer !== undefined && outer.area === 16) outer = outer.parent
  expect(outer?.area).toBe(144)
  expect(outer?.x).toBeCloseTo(9.5, 5)
  if (inner === undefined) throw new Error("the inner region is missing")
  expect(regionMask(inner, barrier, 20).reduce((sum, value) => sum + value, 0)).toBe(16)
})

test("growSeeds meets on the ridge", () => {
  const magnitude = Float32Array.from({ length: 20 * 5 }, (_, p) => (p % 20 === 13 ? 9 : 0.1))
  const seeds = new Uint8Array(100)
  for (let y = 0; y < 5; y++) {
    seeds[y * 20] = 1
    seeds[y * 20 + 19] = 2
  }
  const grown = growSeeds(magnitude, 20, 5, seeds)
  expect([grown[2 * 20 + 12], grown[2 * 20 + 14]]).toEqual([1, 2])
})

test("findSuperpixels gives every pixel a patch and does not cross a strong edge", () => {
  const view = buildView(64, 64, (x, y) => (isInSquare(x, y) ? 20 : 80))
  const { labels, count, areas } = findSuperpixels(view, 64)
  expect(areas.reduce((sum, area) => sum + area, 0)).toBe(64 * 64)
  expect(count).toBeGreaterThan(30)
  const inside = new Set(labels.filter((_, p) => isInSquare(p % 64, Math.floor(p / 64))))
  const outside = labels.filter((_, p) => !isInSquare(p % 64, Math.floor(p / 64)))
  expect(outside.filter((label) => inside.has(label)).length).toBeLessThan(60)
})

test("findSaliency ranks what is away from the border and unlike it", () => {
  const saliency = findSaliency(buildView(64, 64, (x, y) => (isInSquare(x, y) ? 20 : 80)))
  expect(saliency[32 * 64 + 32]).toBeGreaterThan(0.8)
  expect(saliency[3 * 64 + 3]).toBeLessThan(0.2)
})

test("fitMixture gives each of two colours a lower cost than a third", () => {
  const view = buildView(30, 30, (x) => (x < 10 ? 20 : x < 20 ? 80 : 50))
  const known = Uint8Array.from({ length: 900 }, (_, p) => (p % 30 < 20 ? 1 : 0))
  const mixture = fitMixture(view, known, 1, 2)
  if (mixture === undefined) throw new Error("enough pixels were given")
  const cost = mixtureCost(view, mixture)
  expect(Math.max(cost[5] ?? 0, cost[15] ?? 0)).toBeLessThan((cost[25] ?? 0) - 5)
})

test("grabCut finds the outline from a rough box and keeps certain pixels", () => {
  const view = buildView(64, 64, (x, y) => (isInSquare(x, y) ? 30 : 75 + (x % 3)))
  const seeds = Uint8Array.from({ length: 64 * 64 }, (_, p) => {
    const [x, y] = [p % 64, Math.floor(p / 64)]
    return x > 10 && x < 54 && y > 8 && y < 56 ? seed.likelyObject : seed.background
  })
  const mask = grabCut(view, seeds, 3)
  let wrong = 0
  for (let p = 0; p < mask.length; p++) if ((mask[p] === 1) !== isInSquare(p % 64, Math.floor(p / 64))) wrong++
  expect(wrong).toBeLessThan(20)
})

test("guidedFilter follows the guide's edge and smooths beside it", () => {
  const guide = Float32Array.from({ length: 400 }, (_, p) => (p % 20 < 10 ? 0 : 1))
  const noisy = guide.map((value, p) => value + (p % 2 === 0 ? 0.2 : -0.2))
  const out = guidedFilter(guide, noisy, 20, 20, 3, 1e-3)
  expect(out[10 * 20 + 4]).toBeCloseTo(0, 1)
  expect(out[10 * 20 + 15]).toBeCloseTo(1, 1)
})

test("outlineFoundAgain knows a stripe of the cloth from a thing of its colours that lies on it", () => {
  const [width, height] = [144, 108]
  const isDisc = (x: number, y: number): boolean => (x - 70) ** 2 + (y - 54) ** 2 < 22 ** 2
  const build = (inside: (x: number, y: number) => boolean, hasDisc: boolean): number => {
    const lightness = new Float32Array(width * height)
    const mask = new Uint8Array(width * height)
    for (let y = 0, p = 0; y < height; y++) {
      for (let x = 0; x < width; x++, p++) {
        const isDark = hasDisc && isDisc(x, y) ? true : Math.floor(x / 18) % 2 === 0
        lightness[p] = (isDark ? 35 : 70) + 4 * (y / height)
        mask[p] = inside(x, y) ? 1 : 0
      }
    }
    const grey = new Float32Array(width * height)
    return outlineFoundAgain(mask, { width, height, channels: [lightness, grey, grey] })
  }
  const stripe = build((x, y) => x >= 36 && x < 54 && y > 20 && y < 90, false)
  expect(stripe).toBeGreaterThan(0.7)
  expect(build(isDisc, true)).toBeLessThan(stripe / 2)
})
