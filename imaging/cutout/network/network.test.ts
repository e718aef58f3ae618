// biome-ignore lint/style/noRestrictedImports: the known answer lies in files
import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { outlineNetwork } from "#imaging/cutout/testing/outline-network.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { writeModule } from "#imaging/wasm/writer.ts"
import { findProduct } from "./find-product.ts"
import { blocks, type Convolution, convolutionCode, type Planes, pixelAddress, rowBytes } from "./kernel.ts"
import { readNetwork } from "./read-network.ts"
import { prepareNetwork } from "./run-network.ts"

/** Repeatable numbers from -1 to 1. */
function createNumbers(): () => number {
  let state = 5
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2147483648 - 1
  }
}

describe("convolutionCode", () => {
  test.each([
    [3, 16, 1],
    [5, 8, 2],
    [20, 48, 1],
    [19, 20, 2],
  ] as const)("of %i into %i channels with stride %i gives the sums of the definition", (given, made, stride) => {
    const numbers = createNumbers()
    const [width, height] = [6, 4]
    const planes = (address: number, channels: number, scale: number): Planes => {
      return { address, channels, width: width / scale, height: height / scale }
    }
    const from = planes(0, given, 1)
    const bytes = (area: Planes): number => Math.ceil((rowBytes(area) * (area.height + 2)) / 16) * 16
    const to = planes(bytes(from), made, stride)
    const weights = to.address + bytes(to)
    const bias = weights + made * given * 9 * 4
    const pages = Math.ceil((bias + made * 4) / 65_536)
    const memory = new WebAssembly.Memory({ initial: pages })
    const floats = new Float32Array(memory.buffer)
    const input = Array.from({ length: width * height * given }, numbers)
    const known = Array.from({ length: made * given * 9 }, numbers)
    const biases = Array.from({ length: made }, numbers)
    floats.set(biases, bias / 4)
    for (let p = 0; p < width * height; p++) {
      floats.set(input.slice(p * given, (p + 1) * given), pixelAddress(from, p % width, Math.floor(p / width)) / 4)
    }
    let at = weights / 4
    let first = 0
    for (const block of blocks(made)) {
      for (let tap = 0; tap < 9; tap++) {
        for (let c = 0; c < given; c++) {
          for (let k = 0; k < block; k++) floats[at++] = known[((first + k) * given + c) * 9 + tap] ?? 0
        }
      }
      first += block
    }
    const convolution: Convolution = { name: "run", from, to, firstChannel: 0, made, stride, weights, bias }
    const module = new WebAssembly.Module(writeModule([convolutionCode(convolution)], pages))
    const { run } = new WebAssembly.Instance(module, { host: { memory } }).exports as { run: (row: number) => void }
    for (let y = 0; y < to.height; y++) run(y)

    for (let y = 0; y < to.height; y++) {
      for (let x = 0; x < to.width; x++) {
        for (let k = 0; k < made; k++) {
          let sum = biases[k] ?? 0
          for (let tap = 0; tap < 9; tap++) {
            const [sx, sy] = [x * stride + (tap % 3) - 1, y * stride + Math.floor(tap / 3) - 1]
            if (sx < 0 || sy < 0 || sx >= width || sy >= height) continue
            for (let c = 0; c < given; c++) {
              sum += (known[(k * given + c) * 9 + tap] ?? 0) * (input[(sy * width + sx) * given + c] ?? 0)
            }
          }
          expect(floats[pixelAddress(to, x, y) / 4 + k]).toBeCloseTo(Math.max(0, sum), 4)
        }
      }
    }
  })
})

describe("findProduct", () => {
  const paint = (width: number, height: number, colour: (x: number, y: number) => number[]): Picture => ({
    width,
    height,
    channels: 3 as const,
    data: Uint8Array.from({ length: width * height * 3 }, (_, i) => {
      const p = Math.floor(i / 3)
      return colour(p % width, Math.floor(p / width))[i % 3] ?? 0
    }),
  })

  test("is in favour of a mug and against the table it stands on", () => {
    const isMug = (x: number, y: number): boolean => x > 120 && x < 200 && y > 90 && y < 200
    const { odds } = findProduct(
      paint(320, 260, (x, y) => {
        if (isMug(x, y)) return [150 + (x - 120) / 2, 40, 35]
        return y > 150 ? [150, 110, 70] : [200, 198, 190]
      }),
      outlineNetwork,
    )
    expect(odds[140 * 320 + 160]).toBeGreaterThan(2)
    expect(odds[30 * 320 + 30]).toBeLessThan(-2)
    expect(odds[230 * 320 + 290]).toBeLessThan(-2)
  })

  test("looks at a mirrored picture with mirrored eyes", () => {
    const colour = (x: number, y: number): number[] =>
      Math.hypot(x - 60, y - 70) < 30 ? [30, 60, 160] : [220, 215, 205]
    const { odds } = findProduct(paint(160, 128, colour), outlineNetwork)
    const mirrored = findProduct(
      paint(160, 128, (x, y) => colour(159 - x, y)),
      outlineNetwork,
    )
    for (let x = 0; x < 160; x += 8) {
      expect(mirrored.odds[70 * 160 + 159 - x] ?? 0).toBeCloseTo(odds[70 * 160 + x] ?? 0, 2)
    }
  })

  test.each([
    [8, 8],
    [900, 9],
    [31, 500],
  ])("takes a picture of %i by %i pixels", (width, height) => {
    const { odds } = findProduct(
      paint(width, height, (x) => (x < 4 ? [200, 30, 30] : [230, 230, 230])),
      outlineNetwork,
    )
    expect(odds.length).toBe(width * height)
    expect(odds.every(Number.isFinite)).toBe(true)
  })
})

describe("the network", () => {
  const numbersOf = (name: string): Float32Array => {
    const bytes = readFileSync(new URL(`testing/${name}`, import.meta.url))
    return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i))
  }

  test("gives the odds that PyTorch gave for the same numbers and picture", () => {
    const [width, height] = [64, 32]
    const picture = numbersOf("picture-3x32x64.f32")
    const run = prepareNetwork(outlineNetwork, width, height)
    for (const c of [0, 1, 2]) {
      const plane = picture.subarray(c * width * height, (c + 1) * width * height)
      run.setInput(
        c,
        plane.map((value) => value - 0.5),
      )
    }
    const odds = run.answer()
    const known = numbersOf("odds-32x64.f32")
    expect(odds.length).toBe(known.length)
    for (const [p, value] of known.entries()) expect(odds[p]).toBeCloseTo(value, 3)
  })

  test("of another size is refused", () => {
    expect(() => readNetwork(new Uint8Array(3))).toThrow("1638936")
  })
})
