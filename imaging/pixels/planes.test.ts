import { expect, test } from "vitest"
import { boxMean } from "./box-mean.ts"
import { distanceTo } from "./distance.ts"
import { findRegions } from "./regions.ts"

test("boxMean keeps a constant, also at the border and when the window is larger than the picture", () => {
  for (const radius of [1, 3, 50]) {
    for (const value of boxMean(new Float32Array(35).fill(4), 7, 5, radius)) expect(value).toBeCloseTo(4, 6)
  }
})

test("boxMean averages the window", () => {
  const spike = new Float32Array(25)
  spike[12] = 9
  const mean = boxMean(spike, 5, 5, 1)
  expect(mean[6]).toBeCloseTo(1, 6)
  expect(mean[0]).toBe(0)
})

test("distanceTo agrees with measuring every pair", () => {
  const [width, height] = [13, 9]
  const mask = Uint8Array.from({ length: width * height }, (_, i) => (i === 20 || i === 77 || i === 100 ? 1 : 0))
  const distances = distanceTo(mask, 1, width, height)
  for (let i = 0; i < mask.length; i++) {
    const nearest = [20, 77, 100].map((j) =>
      Math.hypot((i % width) - (j % width), Math.floor(i / width) - Math.floor(j / width)),
    )
    expect(distances[i]).toBeCloseTo(Math.min(...nearest), 4)
  }
})

test("distanceTo is far everywhere when nothing qualifies", () => {
  for (const distance of distanceTo(new Uint8Array(6), 1, 3, 2)) expect(distance).toBeGreaterThan(1e5)
})

test("findRegions tells diagonal neighbours apart only with four neighbours", () => {
  const mask = new Uint8Array([1, 0, 0, 0, 1, 0, 0, 0, 0])
  expect(findRegions(mask, 3, 3, 4).count).toBe(2)
  const joined = findRegions(mask, 3, 3, 8)
  expect(joined.count).toBe(1)
  expect([joined.areas[1], joined.borderPixels[1]]).toEqual([2, 1])
})
