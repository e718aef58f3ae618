import { describe, expect, test } from "vitest"
import { type Sky, softbox } from "#imaging/render/scene/scene.ts"
import { gainAt, lightProduct } from "./product-light.ts"

const dark: Sky = (_x, _y, _z, out) => out.fill(0)
const even: Sky = (_x, _y, _z, out) => out.fill(0.5)
const warmFromLeft = softbox([-4, 2, 2], [0, 1, 0], 0.8, 0.8, [12, 9, 6])
const standing = { floor: 0, tall: 2 }
const lamp = { lights: [warmFromLeft], environment: even }

function grey(value: number): readonly [number, number, number] {
  return [value, value, value]
}

function mean(gains: readonly (readonly number[])[]): number {
  return gains.flat().reduce((sum, gain) => sum + gain, 0) / gains.flat().length
}

describe("lightProduct", () => {
  test("makes the side toward a warm light brighter and warmer", () => {
    const { foot } = lightProduct(lamp, standing, 1, 0)
    const [left, right] = [foot[0], foot[2]]
    expect(left[1]).toBeGreaterThan(right[1] * 1.1)
    expect(left[0] / left[2]).toBeGreaterThan(right[0] / right[2])
  })

  test("shades deeper and dimmer in dark sets", () => {
    const [bright, dark] = [0, 0.6].map((darkness) => lightProduct(lamp, standing, 0.9, darkness))
    if (!bright || !dark) throw new Error("no gains")
    const depth = ({ foot }: typeof dark): number => foot[0][1] / foot[2][1]
    expect(depth(dark)).toBeGreaterThan(depth(bright) * 1.1)
    expect(mean(dark.foot)).toBeLessThan(mean(bright.foot) * 0.85)
  })

  test("never draws a dark stripe over the middle of things lit from both sides", () => {
    const strips = [-1, 1].map((side) => softbox([side * 4, 1, -1], [0, 1, 0], 0.6, 1.5, [20, 20, 20]))
    const { foot } = lightProduct({ lights: strips, environment: dark }, standing, 0.9, 0.6)
    const [left, middle, right] = [foot[0][1], foot[1][1], foot[2][1]]
    expect(middle).toBeGreaterThan(Math.min(left, right) * 0.98)
  })

  test("changes nothing at strength 0, however dark the set", () => {
    const { top, foot } = lightProduct(lamp, standing, 0, 0.6)
    expect([...top, ...foot].flat()).toEqual(Array.from({ length: 18 }, () => 1))
  })

  test("goes evenly from column to column and from foot to top", () => {
    const light = { top: [grey(3), grey(5), grey(9)], foot: [grey(1), grey(1), grey(1)] } as const
    const gain: [number, number, number] = [0, 0, 0]
    const read = (across: number, above: number): number => {
      gainAt(light, across, above, gain)
      return gain[0]
    }
    expect([read(0, 1), read(0.25, 1), read(0.5, 1), read(0.5, 0.5), read(0.7, 0)]).toEqual([3, 4, 5, 3, 1])
    expect(read(1, 1)).toBe(9)
  })
})
