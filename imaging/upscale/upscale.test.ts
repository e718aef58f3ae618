import { describe, expect, test } from "vitest"
import { type Picture, PictureError } from "#imaging/pixels/picture.ts"
import { resample } from "./resample.ts"
import { doubler } from "./testing/doubler.ts"
import { UpscaleCancelled, upscale } from "./upscale.ts"

/** Rings, a bar and a soft gradient, sampled finely enough to be free of steps. */
function drawRings(side: number): Picture {
  const data = new Uint8Array(side * side * 3)
  const fine = 4
  for (let i = 0; i < side * side; i++) {
    const sum = [0, 0, 0]
    for (let s = 0; s < fine * fine; s++) {
      const x = ((i % side) + ((s % fine) + 0.5) / fine) / side
      const y = (Math.floor(i / side) + (Math.floor(s / fine) + 0.5) / fine) / side
      const isInk = Math.hypot(x - 0.45, y - 0.5) % 0.12 < 0.05 || Math.abs(x + 0.4 * y - 0.95) < 0.02
      const colour = isInk ? [30, 40, 90] : [200 + 40 * y, 180, 150 + 50 * x]
      for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (colour[c] ?? 0)
    }
    for (let c = 0; c < 3; c++) data[i * 3 + c] = Math.round((sum[c] ?? 0) / (fine * fine))
  }
  return { width: side, height: side, channels: 3, data }
}

function signalToNoise(picture: Picture, truth: Picture): number {
  const squares = Array.from(truth.data, (value, i) => (value - (picture.data[i] ?? 0)) ** 2).reduce((a, b) => a + b, 0)
  return 10 * Math.log10(255 ** 2 / (squares / truth.data.length))
}

/** A red disc whose surroundings are black and fully transparent. */
function drawCutOut(side: number): Picture {
  const data = new Uint8Array(side * side * 4)
  for (let i = 0; i < side * side; i++) {
    const distance = Math.hypot((i % side) - side / 2 + 0.5, Math.floor(i / side) - side / 2 + 0.5)
    const alpha = Math.round(255 * Math.min(1, Math.max(0, side / 3 - distance + 0.5)))
    if (alpha > 0) data.set([220, 30, 30, alpha], i * 4)
  }
  return { width: side, height: side, channels: 4, data }
}

function fill(width: number, height: number, colour: number[]): Picture {
  const data = Uint8Array.from({ length: width * height * colour.length }, (_, i) => colour[i % colour.length] ?? 0)
  return { width, height, channels: colour.length === 4 ? 4 : 3, data }
}

describe("upscale", () => {
  test.each([2, 4] as const)(
    "is clearly nearer to the truth than bicubic at ×%i, and nearer still by network",
    (factor) => {
      const truth = drawRings(256)
      const small = resample(truth, 256 / factor, 256 / factor)
      const bicubic = signalToNoise(resample(small, 256, 256), truth)
      const byFilters = signalToNoise(upscale(small, factor), truth)
      expect(byFilters).toBeGreaterThan(bicubic + 1)
      expect(signalToNoise(upscale(small, factor, { network: doubler }), truth)).toBeGreaterThan(byFilters + 0.3)
    },
  )

  test.each([100, 60])("gives the same bytes however a picture of quality %i is tiled", (quality) => {
    const small = drawRings(70)
    const whole = upscale(small, 4, { quality, network: doubler, tileSide: 200 })
    expect(upscale(small, 4, { quality, network: doubler, tileSide: 23 }).data).toEqual(whole.data)
  })

  test("gives the same bytes however a cut-out is tiled", () => {
    const small = drawCutOut(60)
    expect(upscale(small, 2, { tileSide: 17 }).data).toEqual(upscale(small, 2, { tileSide: 60 }).data)
  })

  test("keeps everything where it was", () => {
    const small = drawRings(48)
    const flipped = mirror(small)
    expect(largestDifference(mirror(upscale(flipped, 2)), upscale(small, 2))).toBeLessThanOrEqual(1)
  })

  test.each([undefined, doubler])("keeps flat colours exactly, down to a single pixel", (network) => {
    for (const colour of [
      [12, 200, 77],
      [255, 255, 255],
      [0, 0, 0],
    ]) {
      for (const quality of [100, 40]) {
        const large = upscale(fill(1, 1, colour), 4, { quality, network })
        expect(Array.from(large.data)).toEqual(Array.from(fill(4, 4, colour).data))
      }
    }
  })

  test.each([
    [24, 24],
    [700, 1],
    [2, 600],
  ])("takes a picture of %i by %i pixels", (width, height) => {
    const large = upscale(fill(width, height, [40, 90, 200, 128]), 2, { quality: 50, network: doubler })
    expect([large.width, large.height, large.data.length]).toEqual([2 * width, 2 * height, 16 * width * height])
    expect(Array.from(large.data.subarray(-4))).toEqual([40, 90, 200, 128])
  })

  test("never lets hidden colours darken a visible edge", () => {
    const { data } = upscale(drawCutOut(48), 4)
    const visible = Array.from({ length: data.length / 4 }, (_, i) => i * 4).filter((at) => (data[at + 3] ?? 0) > 0)
    expect(visible.length).toBeGreaterThan(1000)
    expect(visible.every((at) => Math.abs((data[at] ?? 0) - 220) <= 1 && (data[at + 1] ?? 0) <= 31)).toBe(true)
  })

  test("keeps the inside of a cut-out solid and the outside empty", () => {
    const large = upscale(drawCutOut(48), 2)
    expect(large.data[(48 * 96 + 48) * 4 + 3]).toBe(255)
    expect(large.data[3]).toBe(0)
  })

  test("tells how far it is", () => {
    const steps: [number, number][] = []
    upscale(fill(50, 30, [1, 2, 3]), 2, { tileSide: 25, onTile: (done, total) => steps.push([done, total]) })
    expect(steps).toEqual([
      [1, 4],
      [2, 4],
      [3, 4],
      [4, 4],
    ])
  })

  test("stops between two pieces when asked", () => {
    let pieces = 0
    const order = { tileSide: 10, onTile: () => pieces++, isCancelled: () => pieces === 2 }
    expect(() => upscale(fill(40, 40, [1, 2, 3]), 2, order)).toThrow(UpscaleCancelled)
    expect(pieces).toBe(2)
  })

  test("refuses a result nobody could hold", () => {
    const huge = { width: 6000, height: 6000, channels: 3 as const, data: new Uint8Array(6000 * 6000 * 3) }
    expect(() => upscale(huge, 4)).toThrow(PictureError)
  })
})

function mirror({ width, height, channels, data }: Picture): Picture {
  const turned = new Uint8Array(data.length)
  for (let i = 0; i < width * height; i++) {
    const from = Math.floor(i / width) * width + (width - 1 - (i % width))
    for (let c = 0; c < channels; c++) turned[i * channels + c] = data[from * channels + c] ?? 0
  }
  return { width, height, channels, data: turned }
}

function largestDifference(a: Picture, b: Picture): number {
  return Array.from(a.data, (value, i) => Math.abs(value - (b.data[i] ?? 0))).reduce(
    (most, one) => Math.max(most, one),
    0,
  )
}
