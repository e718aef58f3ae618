import { describe, expect, test } from "vitest"
import { doublePlane } from "./double.ts"
import { filterTaps, packWeights, unfoldFilters, unpackWeights, weightCount } from "./filter-set.ts"
import { createPlane, type Plane } from "./plane.ts"

function mixedWeights(): Float64Array {
  return Float64Array.from({ length: weightCount }, (_, i) => Math.sin(i * 12.9898) * 0.05)
}

function texture(width: number, height: number): Plane {
  const plane = createPlane(width, height)
  plane.data.forEach((_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    plane.data[i] = 120 + 60 * Math.sin(x * 0.7 + y * 0.31) + 30 * Math.cos(x * 0.2 - y * 0.9)
  })
  return plane
}

function swapAxes({ width, height, data }: Plane): Plane {
  const swapped = createPlane(height, width)
  data.forEach((value, i) => {
    swapped.data[(i % width) * height + Math.floor(i / width)] = value
  })
  return swapped
}

describe("filters", () => {
  test("survive packing within one step of a signed byte", () => {
    const weights = mixedWeights()
    const back = unpackWeights(Buffer.from(packWeights(weights)).toString("base64"))
    expect(back.length).toBe(weightCount)
    weights.forEach((weight, i) => {
      expect(Math.abs(weight - (back[i] ?? 9))).toBeLessThan(0.05 / 127)
    })
  })

  test("sum to one, so that flat areas keep their grey", () => {
    const set = unfoldFilters(mixedWeights())
    const sum = Array.from({ length: filterTaps }, (_, tap) => set[tap * 4 + 2] ?? 0).reduce((a, b) => a + b, 0)
    expect(sum).toBeCloseTo(1, 5)
  })

  test("treat a picture and its reflection over the diagonal alike", () => {
    const set = unfoldFilters(mixedWeights())
    const plane = texture(24, 20)
    const direct = doublePlane(plane, set)
    const around = swapAxes(doublePlane(swapAxes(plane), set))
    expect(around.width).toBe(direct.width)
    const differences = direct.data.map((value, i) => Math.abs(value - (around.data[i] ?? 0)))
    expect(Math.max(...differences)).toBeLessThan(0.01)
  })
})
