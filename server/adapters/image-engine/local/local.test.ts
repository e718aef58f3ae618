import { createHash } from "node:crypto"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type { DrawOrder, DrawWatch } from "#server/adapters/image-engine/port.ts"
import { createLocalEngine, type LocalEngine } from "./engine.ts"

// Drawing threads step back for everything else on the machine: on a busy one they are slow, not broken.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const order: DrawOrder = {
  mode: "flux1.1-pro",
  style: "plain",
  prompt: "blush glass perfume bottle on a podium",
  sentPrompt: "",
  width: 96,
  height: 120,
  count: 1,
  seed: 5,
  format: "png",
  raw: false,
}

const quiet = (signal: AbortSignal = new AbortController().signal): DrawWatch => ({
  signal,
  onProgress() {},
  onPreview() {},
})

const digest = (bytes: Uint8Array | undefined): string =>
  createHash("sha256")
    .update(bytes ?? "")
    .digest("hex")

describe("local image engine", () => {
  let engine: LocalEngine
  const logged: string[] = []

  beforeAll(async () => {
    engine = createLocalEngine({ threads: 2, log: (message) => logged.push(message) })
    await engine.pool.ready()
  })

  afterAll(() => engine.stop())

  test("draws a picture of the size that was asked for, marked as made by a program", async () => {
    const [picture] = await engine.draw({ ...order, format: "webp" }, quiet())
    const image = sharp(picture?.bytes)
    const metadata = await image.metadata()
    expect([metadata.format, metadata.width, metadata.height]).toEqual(["webp", 96, 120])
    expect(metadata.exif?.toString("latin1")).toContain("Aworan local engine")
    expect(metadata.xmp?.toString()).toContain("digitalsourcetype/algorithmicMedia")
    const { channels } = await image.stats()
    expect(Math.max(...channels.map((c) => c.stdev))).toBeGreaterThan(12)
    expect(picture?.understood?.join(" ")).toContain("perfume")
  })

  test("gives the same bytes for the same seed on one thread and on two, and others for another seed", async () => {
    const [two] = await engine.draw(order, quiet())
    const [again] = await engine.draw(order, quiet())
    const [other] = await engine.draw({ ...order, seed: 6 }, quiet())
    const lonely = createLocalEngine({ threads: 1 })
    const [one] = await lonely.draw(order, quiet())
    await lonely.stop()
    expect(digest(again?.bytes)).toBe(digest(two?.bytes))
    expect(digest(one?.bytes)).toBe(digest(two?.bytes))
    expect(digest(other?.bytes)).not.toBe(digest(two?.bytes))
  })

  test("shows a preview of every picture before the first result, and progress that only grows", async () => {
    const events: string[] = []
    const fractions: number[] = []
    const pictures = await engine.draw(
      { ...order, count: 2, width: 128, height: 128 },
      {
        ...quiet(),
        onProgress: (fraction) => fractions.push(fraction),
        onPreview: (index) => events.push(`preview ${index}`),
      },
    )
    events.push("result")
    expect(events).toEqual(["preview 0", "preview 1", "result"])
    expect(pictures).toHaveLength(2)
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b))
    expect(fractions.at(-1)).toBe(1)
  })

  test("stops within 300 ms when the order is cancelled, and draws the next one", async () => {
    const abort = new AbortController()
    const reason = new Error("changed my mind")
    let abortedAt = 0
    const drawing = engine.draw(
      { ...order, width: 1024, height: 1024 },
      {
        ...quiet(abort.signal),
        onPreview: () => {
          abortedAt = performance.now()
          abort.abort(reason)
        },
      },
    )
    await expect(drawing).rejects.toBe(reason)
    expect(performance.now() - abortedAt).toBeLessThan(300)
    expect(await engine.draw(order, quiet())).toHaveLength(1)
  })

  test("draws two orders at the same time", async () => {
    const finished: number[] = []
    await Promise.all(
      [0, 1].map(async (n) => {
        await engine.draw({ ...order, seed: 20 + n }, quiet())
        finished.push(n)
      }),
    )
    expect(finished).toHaveLength(2)
  })

  test("replaces a thread that dies and still gives the same picture", async () => {
    const [before] = await engine.draw({ ...order, width: 160, height: 160 }, quiet())
    let isKilled = false
    const [after] = await engine.draw(
      { ...order, width: 160, height: 160 },
      {
        ...quiet(),
        onProgress: (fraction) => {
          if (fraction <= 0.1 || isKilled) return
          isKilled = true
          void engine.pool.threads()[0]?.terminate()
        },
      },
    )
    expect(isKilled).toBe(true)
    expect(logged).toContain("a drawing thread ended and is replaced")
    expect(digest(after?.bytes)).toBe(digest(before?.bytes))
    expect(engine.pool.threads()).toHaveLength(2)
  })

  test("gives a coarse picture of the same thing when there is no time", async () => {
    const wide = { ...order, width: 200, height: 200 }
    const hurried = createLocalEngine({ threads: 2, budgetMs: 0 })
    const [coarse] = await hurried.draw(wide, quiet())
    const [again] = await hurried.draw(wide, quiet())
    await hurried.stop()
    const [calm] = await engine.draw(wide, quiet())
    expect(digest(again?.bytes)).toBe(digest(coarse?.bytes))
    const [one, two] = await Promise.all([coarse, calm].map((picture) => sharp(picture?.bytes).raw().toBuffer()))
    if (!one || !two) throw new Error("a picture is missing")
    const difference = one.reduce((sum, v, i) => sum + Math.abs(v - (two[i] ?? 0)), 0) / two.length
    expect(difference).toBeGreaterThan(0.5)
    expect(difference).toBeLessThan(12)
  })

  test("refuses an order that was cancelled before it began", async () => {
    await expect(engine.draw(order, quiet(AbortSignal.abort(new Error("too late"))))).rejects.toThrow("too late")
  })
})
