import { describe, expect, test } from "vitest"
import { type Sky, softbox } from "#imaging/render/scene/scene.ts"
import { exposureFor, meterLight } from "./light-meter.ts"

const dark: Sky = (_x, _y, _z, out) => out.fill(0)
const even: Sky = (_x, _y, _z, out) => out.fill(0.5)

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

test("exposure shows a white card under light 2 half as bright as it is", () => {
  const bright: Sky = (_x, _y, _z, out) => out.fill(2)
  expect(exposureFor({ lights: [], environment: bright }, [0, 1, 0])).toBeCloseTo(0.5, 2)
})
