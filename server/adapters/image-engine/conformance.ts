import { createHash } from "node:crypto"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { DrawOrder, DrawWatch, ImageEngine } from "./port.ts"

const order: DrawOrder = {
  mode: "flux1.1-pro",
  style: "plain",
  prompt: "a clay pot on a table",
  sentPrompt: "a clay pot on a table",
  width: 96,
  height: 64,
  count: 1,
  seed: 7,
  format: "webp",
  raw: false,
}

const quiet = (signal = new AbortController().signal): DrawWatch => ({ signal, onProgress() {}, onPreview() {} })

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex")
}

/**
 * What every image engine must do, as tests of the calling file.
 * @param slowPrompt a prompt that takes long enough to be cancelled on the way
 */
export function testImageEngine(name: string, open: () => Promise<ImageEngine>, slowPrompt: string): void {
  describe(`the ${name} engine, as every engine,`, () => {
    let engine: ImageEngine
    beforeAll(async () => {
      engine = await open()
    }, 60_000)
    afterAll(() => engine.stop())

    const draw = (change: Partial<DrawOrder>, watch = quiet()) => engine.draw({ ...order, ...change }, watch)

    test("says what it can do, in figures that can be true", () => {
      expect(engine.name).toBe(name)
      expect(engine.capabilities.maxPixels).toBeGreaterThanOrEqual(1024 * 1024)
      expect(engine.capabilities.concurrency).toBeGreaterThanOrEqual(1)
    })

    test.each<[DrawOrder["format"], number, number, number]>([
      ["webp", 96, 64, 1],
      ["png", 64, 96, 2],
      ["webp", 80, 80, 4],
    ])(
      "draws in %s, %i by %i pixels, %i at a time",
      async (format, width, height, count) => {
        const pictures = await draw({ format, width, height, count })
        expect(pictures).toHaveLength(count)
        for (const { bytes } of pictures) {
          const found = await sharp(bytes).metadata()
          expect([found.format, found.width, found.height]).toEqual([format, width, height])
        }
        expect(new Set(pictures.map(({ bytes }) => digest(bytes))).size).toBe(count)
      },
      60_000,
    )

    test("repeats a picture with its seed, and draws another with another", async () => {
      const bytes = async (seed: number) => digest((await draw({ seed }))[0]?.bytes ?? new Uint8Array())
      const first = await bytes(11)
      expect(await bytes(11)).toBe(first)
      expect(await bytes(12)).not.toBe(first)
    }, 60_000)

    test("shows small previews before the result, and progress that never goes back", async () => {
      const events: string[] = []
      const fractions: number[] = []
      const previews: Uint8Array[] = []
      await draw(
        { width: 256, height: 192, count: 2 },
        {
          ...quiet(),
          onProgress: (fraction) => fractions.push(fraction),
          onPreview: (index, preview) => {
            events.push(`preview ${index}`)
            previews.push(preview)
          },
        },
      )
      events.push("result")
      expect(events.at(-1)).toBe("result")
      expect(events.includes("preview 0")).toBe(engine.capabilities.previews)
      for (const preview of previews) {
        const found = await sharp(preview).metadata()
        expect(found.format).toBe("webp")
        expect(preview.length).toBeLessThan(100_000)
      }
      expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true)
      expect(fractions).toEqual([...fractions].sort((a, b) => a - b))
    }, 60_000)

    test("stops soon when the order is cancelled, and draws the next one", async () => {
      const abort = new AbortController()
      let cancelledAt = 0
      const drawing = draw(
        { prompt: slowPrompt, width: 1024, height: 1024 },
        {
          ...quiet(abort.signal),
          onPreview: () => {
            cancelledAt = performance.now()
            abort.abort(new Error("cancelled"))
          },
        },
      )
      await expect(drawing).rejects.toThrow()
      expect(performance.now() - cancelledAt).toBeLessThan(2_000)
      expect(await draw({})).toHaveLength(1)
    }, 60_000)

    test("does not begin an order that was cancelled before", async () => {
      let isBegun = false
      const watch: DrawWatch = {
        ...quiet(AbortSignal.abort(new Error("too late"))),
        onPreview() {
          isBegun = true
        },
      }
      await expect(draw({}, watch)).rejects.toThrow()
      expect(isBegun).toBe(false)
    })

    test("draws several orders at once, each as if alone", async () => {
      const alone = await draw({ seed: 21 })
      const together = await Promise.all([21, 22, 23].map((seed) => draw({ seed })))
      expect(digest(together[0]?.[0]?.bytes ?? new Uint8Array())).toBe(digest(alone[0]?.bytes ?? new Uint8Array()))
    }, 60_000)
  })
}
