import { execFile } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterEach, describe, expect, test } from "vitest"
import type { PictureRequest } from "#imaging/render/draw.ts"
import { createPool, type PoolOptions, type WorkerPool } from "./pool.ts"
import { createShared } from "./work.ts"

const request: PictureRequest = { prompt: "mug", style: "plain", seed: 1, width: 16, height: 16, quality: "preview" }

describe("a pool whose threads misbehave", () => {
  let pool: WorkerPool | undefined
  let logged: string[] = []

  /** Long enough for an answer that needs no drawing, short enough to wait for. */
  const idleTimeoutMs = 1_500

  function open(options: Partial<PoolOptions> = {}): WorkerPool {
    logged = []
    const threadFile = new URL("./testing/hanging-thread.ts", import.meta.url)
    pool = createPool({ threads: 1, log: (message) => logged.push(message), threadFile, idleTimeoutMs, ...options })
    return pool
  }

  const draw = async (prompt: string, signal = new AbortController().signal) =>
    (await pool?.run({ kind: "picture", request: { ...request, prompt } }, { signal, budgetMs: 60_000 }))?.drawn

  afterEach(() => pool?.stop())

  test("has none before there is work", async () => {
    open({ threads: 2 })
    expect(pool?.threads()).toEqual([])
    await draw("mug")
    expect(pool?.threads()).toHaveLength(2)
  })

  test("ends them when there was no work for a while, and starts them with the next", async () => {
    open({ threads: 2, keepMs: 100 })
    await draw("mug")
    const exits = pool?.threads().map((thread) => once(thread, "exit")) ?? []
    await Promise.all(exits)
    expect(pool?.threads()).toEqual([])
    expect((await draw("mug"))?.width).toBe(16)
    expect(pool?.threads()).toHaveLength(2)
    expect(logged).toEqual([])
  })

  test.each([1, 2])("replaces them, %i at a time, and draws the picture again", async (threads) => {
    await open({ threads }).ready()
    const hung = pool?.threads()[0]
    expect((await draw("hang in job 1"))?.width).toBe(16)
    expect(logged).toContain("a thread hung for 1.5 s")
    // The other one may have been found first, and the picture drawn before this one was.
    await expect.poll(() => pool?.threads(), { timeout: 10_000 }).not.toContain(hung)
    expect(pool?.threads()).toHaveLength(threads)
  })

  test("gives a picture up that hangs twice, and draws the next one", async () => {
    open()
    await expect(draw("hang")).rejects.toThrow("threads ended twice")
    expect((await draw("mug"))?.width).toBe(16)
  })

  test("draws what was ordered before small looks at sets that came earlier", async () => {
    await open().ready()
    const cutOut = createShared(16, 16, 4)
    const order = { cutOut, template: "shelf", seed: 1, width: 16, height: 16, quality: "preview" } as const
    const { signal } = new AbortController()
    const ended: string[] = []
    await Promise.all([
      pool?.run({ kind: "shot", order }, { signal }).then(() => ended.push("the look at hand")),
      pool?.run({ kind: "shot", order }, { signal }).then(() => ended.push("the next look")),
      draw("mug").then(() => ended.push("what was ordered")),
    ])
    expect(ended).toEqual(["the look at hand", "what was ordered", "the next look"])
  })

  test("replaces one that runs out of memory, does its work again once, and then gives it up", async () => {
    await open({ heapMb: 16 }).ready()
    expect((await draw("grow in job 1"))?.width).toBe(16)
    expect(logged.join()).toContain("a thread failed: Worker terminated due to reaching memory limit")
    await expect(draw("grow")).rejects.toThrow("threads ended twice")
    expect((await draw("mug"))?.width).toBe(16)
  })

  test("is not led astray by a picture that is cancelled while it hangs", async () => {
    await open().ready()
    const abort = new AbortController()
    const hanging = draw("hang", abort.signal)
    abort.abort(new Error("changed my mind"))
    await expect(hanging).rejects.toThrow("changed my mind")
    expect((await draw("mug"))?.width).toBe(16)
  })

  test("stops before its threads are heard for the first time, and keeps the process until then", async () => {
    const program = fileURLToPath(new URL("./testing/stop-early.ts", import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [program])
    expect(stdout).toBe("stopped")
  })

  test("refuses pictures when threads hang before they can start", async () => {
    open({ threadFile: new URL("data:text/javascript,for(;;);"), idleTimeoutMs: 150 })
    await expect(draw("mug")).rejects.toThrow("threads cannot start")
  })
})
