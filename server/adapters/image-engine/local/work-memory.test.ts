import sharp from "sharp"
import { describe, expect, test } from "vitest"
import { maxPixels } from "./pictures.ts"
import { limitsFor, memoryForWork, memoryOf, shareMemory } from "./work-memory.ts"

const { signal } = new AbortController()

/** Work that goes on until it is told to end. */
function work(): { run: () => Promise<void>; hasBegun: () => boolean; end: () => void } {
  const ending = Promise.withResolvers<void>()
  let begun = false
  const run = (): Promise<void> => {
    begun = true
    return ending.promise
  }
  return { run, hasBegun: () => begun, end: ending.resolve }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe("memory of a machine", () => {
  test("bounds photos and enlargements on one gigabyte, and neither on eight", () => {
    expect(limitsFor(memoryForWork(1_024))).toEqual({ maxFilePixels: 30_000_000, maxEnlargedPixels: 18_000_000 })
    expect(limitsFor(memoryForWork(8_192))).toEqual({ maxFilePixels: 50_000_000, maxEnlargedPixels: 100_000_000 })
  })

  test("is enough for a photo of 12 megapixels and the largest picture on the smallest", () => {
    const { maxFilePixels, maxEnlargedPixels } = limitsFor(memoryForWork(128))
    expect(maxFilePixels).toBeGreaterThanOrEqual(12_000_000)
    expect(maxEnlargedPixels).toBeGreaterThanOrEqual(maxPixels)
  })

  test("is taken by how large a photo is, and no more by a file that is none", async () => {
    const photo = (side: number) =>
      sharp({ create: { width: side, height: side, channels: 3, background: "#888" } })
        .jpeg()
        .toBuffer()
    const cutOut = async (file: Uint8Array) => memoryOf({ kind: "cut-out", file, format: "png" }, 1)
    const nothing = await cutOut(Buffer.from("no picture"))
    expect(await cutOut(await photo(2_000))).toBe(nothing + 36_000_000)
    expect(await memoryOf({ kind: "enlargement", file: await photo(500), factor: 4, format: "webp" }, 1)).toBe(
      76_000_000,
    )
  })
})

describe("work", () => {
  test("begins beside other work as far as there is memory, in its order", async () => {
    const shares = shareMemory(100)
    const [first, second, third, small] = [work(), work(), work(), work()]
    const all = [
      shares.hold(60, signal, first.run),
      shares.hold(40, signal, second.run),
      shares.hold(70, signal, third.run),
      shares.hold(10, signal, small.run),
    ]
    await turn()
    expect([first, second, third, small].map((one) => one.hasBegun())).toEqual([true, true, false, false])
    first.end()
    await turn()
    // The small one would fit, and must not hold the large one up for ever.
    expect([third, small].map((one) => one.hasBegun())).toEqual([false, false])
    second.end()
    await turn()
    expect([third, small].map((one) => one.hasBegun())).toEqual([true, true])
    for (const one of [third, small]) one.end()
    await Promise.all(all)
  })

  test("that needs more than there is runs alone, also after work that failed", async () => {
    const shares = shareMemory(100)
    await expect(shares.hold(500, signal, () => Promise.reject(new Error("no")))).rejects.toThrow("no")
    const large = work()
    const done = shares.hold(500, signal, large.run)
    await turn()
    expect(large.hasBegun()).toBe(true)
    large.end()
    await done
  })

  test("that is cancelled while it waits makes way for the next", async () => {
    const shares = shareMemory(100)
    const [first, second, third] = [work(), work(), work()]
    const abort = new AbortController()
    const all = [shares.hold(60, signal, first.run), shares.hold(30, signal, third.run)]
    const waiting = shares.hold(90, abort.signal, second.run)
    const behind = shares.hold(10, signal, third.run)
    abort.abort(new Error("changed my mind"))
    await expect(waiting).rejects.toThrow("changed my mind")
    await turn()
    expect(second.hasBegun()).toBe(false)
    for (const one of [first, third]) one.end()
    await Promise.all([...all, behind])
  })
})
