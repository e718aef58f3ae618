import { describe, expect, test } from "vitest"
import { writeModule } from "#imaging/wasm/writer.ts"
import { type Convolution, convolutionCode, type Planes, pixelAddress, rowBytes, writeWeights } from "./convolution.ts"

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
    [3, 16, 1, true],
    [5, 8, 2, true],
    [20, 48, 1, true],
    [19, 20, 2, false],
    [32, 4, 1, false],
  ] as const)(
    "of %i into %i channels with stride %i gives the sums of the definition",
    (given, made, stride, isRectified) => {
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
      for (let p = 0; p < width * height; p++) {
        floats.set(input.slice(p * given, (p + 1) * given), pixelAddress(from, p % width, Math.floor(p / width)) / 4)
      }
      const convolution: Convolution = {
        name: "run",
        from,
        to,
        firstChannel: 0,
        made,
        stride,
        weights,
        bias,
        isRectified,
      }
      writeWeights(
        floats,
        { given, made, stride, weights: Float32Array.from(known), bias: Float32Array.from(biases) },
        convolution,
      )
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
            expect(floats[pixelAddress(to, x, y) / 4 + k]).toBeCloseTo(isRectified ? Math.max(0, sum) : sum, 4)
          }
        }
      }
    },
  )
})
