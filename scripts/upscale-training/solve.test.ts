import { expect, test } from "vitest"
import { enlargePlane } from "#imaging/upscale/cubic.ts"
import { doublePlane } from "#imaging/upscale/double.ts"
import { unfoldFilters } from "#imaging/upscale/filter-set.ts"
import { createPlane } from "#imaging/upscale/plane.ts"
import { addPair, createSums } from "./samples.ts"
import { solveFilters, solvePositive } from "./solve.ts"

test("solves a symmetric system", () => {
  const x = solvePositive(Float64Array.from([4, 2, 2, 3]), Float64Array.from([10, 9]))
  expect(Array.from(x)).toEqual([expect.closeTo(1.5, 9), expect.closeTo(2, 9)])
})

test("learns bicubic enlargement from pictures enlarged by it", () => {
  const small = createPlane(120, 100)
  small.data.forEach((_, i) => {
    const [x, y] = [i % 120, Math.floor(i / 120)]
    small.data[i] = 120 + 50 * Math.sin(x * 0.9 + y * y * 0.01) + 40 * Math.cos(y * 0.8 - x * x * 0.006)
  })
  const bicubic = enlargePlane(small, 2)
  const padded = createPlane(240, 200)
  for (let y = 0; y < bicubic.height; y++) {
    padded.data.set(bicubic.data.subarray(y * bicubic.width, (y + 1) * bicubic.width), (y + 4) * 240 + 4)
  }
  const sums = createSums()
  addPair(sums, { small, large: padded, offset: 0 })
  const learned = doublePlane(small, unfoldFilters(solveFilters(sums)))
  const errors: number[] = []
  for (let y = 0; y < learned.height; y++) {
    for (let x = 0; x < learned.width; x++) {
      const truth = padded.data[(y + 6) * 240 + x + 6] ?? 0
      errors.push(Math.abs((learned.data[y * learned.width + x] ?? 0) - truth))
    }
  }
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.25)
})
