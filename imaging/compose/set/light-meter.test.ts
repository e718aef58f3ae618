import { describe, expect, test } from "vitest"
import { type Sky, softbox } from "#imaging/render/scene.ts"
import { exposureFor, gainAt, lightProduct, meterLight } from "./light-meter.ts"

const dark: Sky = (_x, _y, _z, out) => out.fill(0)
const even: Sky = (_x, _y, _z, out) => out.fill(0.5)
const warmFromLeft = softbox([-4, 2, 2], [0, 1, 0], 0.8, 0.8, [12, 9, 6])

describe("meterLight", () => {
  test("reads an even sky as its radiance", () => {
    const light = meterLight({ lights: [], environment: even }, [0, 0, 0], [0, 1, 0])
    expect(light[1]).toBeCloseTo(0.5, 5)
  })

  test("reads a small far light by the inverse square", () => {
    const far = { lights: [softbox([0, 10, 0], [0, 0, 0], 0.5, 0.5, [100, 100, 100])], environment: dark }
    // Radiance × area ÷ distance², over π.
    expect(meterLight(far, [0, 0, 0], [0, 1, 0])[0]).toBeCloseTo(100 / 100 / Math.PI, 2)
    expect(meterLight(far, [0, 5, 0], [0, 1, 0])[0]).toBeCloseTo(100 / 25 / Math.PI, 1)
    expect(meterLight(far, [0, 0, 0], [0, -1, 0])[0]).toBe(0)
  })
})

const standing = { floor: 0, tall: 2 }
const lamp = { lights: [warmFromLeft], environment: even }

function mean(gains: readonly (readonly number[])[]): number {
  return gains.flat().reduce((sum, gain) => sum + gain, 0) / gains.flat().length
}

describe("lightProduct", () => {
  test("makes the side toward a warm light brighter and warmer", () => {
    const { foot } = lightProduct(lamp, standing, 1, 0)
    const [left, right] = [foot[0], foot.at(-1)]
    if (!left || !right) throw new Error("no gains")
    expect(left[1]).toBeGreaterThan(right[1] * 1.1)
    expect(left[0] / left[2]).toBeGreaterThan(right[0] / right[2])
  })

  test("shades deeper and dimmer in dark sets", () => {
    const [bright, dark] = [0, 0.6].map((darkness) => lightProduct(lamp, standing, 0.9, darkness))
    if (!bright || !dark) throw new Error("no gains")
    const depth = ({ foot }: typeof dark): number => (foot[0]?.[1] ?? 0) / (foot.at(-1)?.[1] ?? 1)
    expect(depth(dark)).toBeGreaterThan(depth(bright) * 1.1)
    expect(mean(dark.foot)).toBeLessThan(mean(bright.foot) * 0.85)
  })

  test("changes nothing at strength 0, however dark the set", () => {
    const { top, foot } = lightProduct(lamp, standing, 0, 0.6)
    expect([...top, ...foot].flat()).toEqual(Array.from({ length: 30 }, () => 1))
  })

  test("goes evenly from column to column and from foot to top", () => {
    const light = { top: [3, 5, 9].map((v) => [v, v, v] as const), foot: [1, 1, 1].map((v) => [v, v, v] as const) }
    const gain: [number, number, number] = [0, 0, 0]
    const read = (across: number, above: number): number => {
      gainAt({ top: [...light.top], foot: [...light.foot] }, across, above, gain)
      return gain[0]
    }
    expect([read(0, 1), read(0.25, 1), read(0.5, 1), read(0.5, 0.5), read(0.7, 0)]).toEqual([3, 4, 5, 3, 1])
    expect(read(1, 1)).toBeCloseTo(9, 2)
  })
})

test("exposure shows a white card under light 2 half as bright as it is", () => {
  const bright: Sky = (_x, _y, _z, out) => out.fill(2)
  expect(exposureFor({ lights: [], environment: bright }, [0, 1, 0])).toBeCloseTo(0.5, 2)
})
