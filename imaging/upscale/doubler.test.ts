// biome-ignore lint/style/noRestrictedImports: the known answers lie in files
import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { enlargePlane } from "./cubic.ts"
import type { Plane } from "./plane.ts"
import { readDoubler } from "./read-doubler.ts"
import { prepareDoubler } from "./run-doubler.ts"

const bytesOf = (name: string): Buffer => readFileSync(new URL(name, import.meta.url))

function numbersOf(name: string): Float32Array {
  const bytes = bytesOf(`testing/${name}`)
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i))
}

/** A plane with its border repeated around it. */
function padded({ width, height, data }: Plane, by: number): Plane {
  const [wide, high] = [width + 2 * by, height + 2 * by]
  const inside = (at: number, size: number): number => Math.min(size - 1, Math.max(0, at - by))
  const value = (_: unknown, p: number): number =>
    data[inside(Math.floor(p / wide), height) * width + inside(p % wide, width)] ?? 0
  return { width: wide, height: high, data: Float32Array.from({ length: wide * high }, value) }
}

describe("the network that enlarges", () => {
  test("gives what PyTorch gave for the same numbers and plane", () => {
    const plane = { width: 16, height: 12, data: numbersOf("plane-12x16.f32").map((value) => value * 255) }
    const detail = prepareDoubler(readDoubler(bytesOf("stored.bin")), plane.width, plane.height)(plane)
    const bicubic = enlargePlane(padded(plane, 2), 2)
    const known = numbersOf("doubled-24x32.f32")
    expect(detail.data.length).toBe(known.length)
    for (const [p, value] of known.entries()) {
      expect(((bicubic.data[p] ?? 9) + (detail.data[p] ?? 9)) / 255).toBeCloseTo(value, 4)
    }
  })

  test("of another size is refused", () => {
    expect(() => readDoubler(new Uint8Array(3))).toThrow("49088")
  })
})
