import { afterEach, describe, expect, test } from "vitest"
import type { PictureRequest } from "#imaging/render/draw.ts"
import { createPool, type DrawingPool, type PoolOptions } from "./pool.ts"

const request: PictureRequest = { prompt: "mug", style: "plain", seed: 1, width: 16, height: 16, quality: "preview" }

describe("a pool whose threads hang", () => {
  let pool: DrawingPool | undefined
  let logged: string[] = []

  /** Long enough for an answer that needs no drawing, short enough to wait for. */
  const silenceMs = 600

  function open(options: Partial<PoolOptions> = {}): DrawingPool {
    logged = []
    const threadFile = new URL("./testing/hanging-thread.ts", import.meta.url)
    pool = createPool({ threads: 1, log: (message) => logged.push(message), threadFile, silenceMs, ...options })
    return pool
  }

  const draw = (prompt: string) =>
    pool?.draw({ ...request, prompt }, { signal: new AbortController().signal, budgetMs: 60_000 })

  afterEach(() => pool?.stop())

  test.each([1, 2])("replaces them, %i at a time, and draws the picture again", async (threads) => {
    await open({ threads }).ready()
    const hung = pool?.threads()[0]
    expect((await draw("hang in job 1"))?.width).toBe(16)
    expect(logged).toContain("a drawing thread hung for 0.6 s")
    expect(pool?.threads()).toHaveLength(threads)
    expect(pool?.threads()).not.toContain(hung)
  })

  test("gives a picture up that hangs twice, and draws the next one", async () => {
    open()
    await expect(draw("hang")).rejects.toThrow("drawing threads ended twice")
    expect((await draw("mug"))?.width).toBe(16)
  })

  test("is not led astray by a picture that is cancelled while it hangs", async () => {
    await open().ready()
    const abort = new AbortController()
    const hanging = pool?.draw({ ...request, prompt: "hang" }, { signal: abort.signal, budgetMs: 60_000 })
    abort.abort(new Error("changed my mind"))
    await expect(hanging).rejects.toThrow("changed my mind")
    expect((await draw("mug"))?.width).toBe(16)
  })

  test("refuses pictures when threads hang before they can start", async () => {
    open({ threadFile: new URL("data:text/javascript,for(;;);"), silenceMs: 150 })
    await expect(draw("mug")).rejects.toThrow("drawing threads cannot start")
  })
})
