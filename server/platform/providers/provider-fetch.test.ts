import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { z } from "zod"
import { createMetrics } from "#server/platform/observability/metrics.ts"
import { type FakeServer, type Fault, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { createProviderFetch, type ProviderFailure, type ProviderRequest, readJson } from "./provider-fetch.ts"

let server: FakeServer
let waits: number[] = []
let lines: object[] = []
const metrics = createMetrics()

beforeAll(async () => {
  server = await openFakeServer()
  server.mount("/p", () => ({ status: 200, body: { ok: true } }))
})
beforeEach(() => {
  server.reset()
  waits = []
  lines = []
})
afterAll(() => server.close())

const call = (method: "GET" | "POST", more: Partial<ProviderRequest> = {}) =>
  createProviderFetch({
    provider: "p",
    metrics,
    log: { warn: (line: unknown) => void lines.push(line as object) } as never,
    secrets: ["very-secret-key"],
    wait: async (ms) => void waits.push(ms),
  })({ call: "test", method, url: `${server.origin}/p/thing`, ...more })

const failureOf = (answer: Promise<unknown>): Promise<ProviderFailure> =>
  answer.then(
    () => Promise.reject(new Error("it answered")),
    (error: ProviderFailure) => error,
  )

/** A busy server may read a call only after the caller gave up. */
const expectCalls = (count: number): Promise<void> =>
  expect.poll(() => server.log().length, { timeout: 20_000 }).toBe(count)

const fault = (one: Fault, times?: number): void =>
  server.script([{ match: /./, fault: one, ...(times === undefined ? {} : { times }) }])

describe("a read", () => {
  test.each<[string, Fault]>([
    ["429", { status: 429 }],
    ["500", { status: 500, body: "<h1>no</h1>" }],
    ["503", { status: 503 }],
    ["a reset before the answer", { reset: "before" }],
    ["a reset in the middle of it", { reset: "halfway" }],
  ])("is repeated after %s", async (_, one) => {
    fault(one, 2)
    const reply = await call("GET")
    expect(readJson(reply, z.object({ ok: z.boolean() }))).toEqual({ ok: true })
    expect(server.log()).toHaveLength(3)
    expect(waits).toHaveLength(2)
  })

  test("waits as long as it is told, at most a minute, and at most four tries", async () => {
    server.script([
      { match: /./, times: 1, fault: { status: 429, headers: { "retry-after": "7" } } },
      {
        match: /./,
        times: 1,
        fault: { status: 429, headers: { "retry-after": new Date(Date.now() + 20_000).toUTCString() } },
      },
      { match: /./, fault: { status: 429, headers: { "retry-after": "900" } } },
    ])
    expect((await failureOf(call("GET"))).kind).toBe("rate_limited")
    expect(server.log()).toHaveLength(4)
    expect(waits[0]).toBe(7_000)
    expect(waits[1]).toBeGreaterThan(15_000)
    expect(waits[1]).toBeLessThanOrEqual(20_000)
    expect(waits[2]).toBe(60_000)
  })

  test.each<[string, Fault, Partial<ProviderRequest>, string, number]>([
    ["an answer that never comes", { hangs: true }, { firstByteMs: 40 }, "timeout", 4],
    ["one byte a second", { drips: true }, { totalMs: 60 }, "timeout", 4],
    ["an endless answer", { bytes: 100_000_000 }, { maxBytes: 1_000_000 }, "bad_reply", 1],
    ["a redirect", { status: 302, headers: { location: "http://127.0.0.1:1/" } }, {}, "bad_reply", 1],
    ["a wrong key", { status: 401 }, {}, "auth", 1],
    ["an empty account", { status: 402 }, {}, "out_of_credit", 1],
  ])("gives up on %s", async (_, one, limits, kind, tries) => {
    fault(one)
    expect((await failureOf(call("GET", limits))).kind).toBe(kind)
    await expectCalls(tries)
  })
})

describe("a call that may cost money", () => {
  test.each<[string, Fault, Partial<ProviderRequest>]>([
    ["a reset before the answer", { reset: "before" }, {}],
    ["a reset in the middle of it", { isTaken: true, reset: "halfway" }, {}],
    ["500", { status: 500 }, {}],
    ["502 as a page", { status: 502, body: "<html>bad gateway</html>" }, {}],
    ["an answer that never comes", { hangs: true }, { firstByteMs: 40 }],
    ["an endless answer", { bytes: 100_000_000 }, { maxBytes: 1_000_000 }],
  ])("is sent once when there is %s, and its outcome is unknown", async (_, one, limits) => {
    fault(one)
    expect((await failureOf(call("POST", { body: "{}", ...limits }))).kind).toBe("unknown_outcome")
    await expectCalls(1)
    expect(waits).toEqual([])
  })

  test("is sent again after 429, because nothing was made", async () => {
    fault({ status: 429, headers: { "retry-after": "1" } }, 3)
    expect((await call("POST", { body: "{}" })).status).toBe(200)
    expect(waits).toEqual([1_000, 1_000, 1_000])
  })

  test("is tried again while nobody can be reached", async () => {
    const failure = await failureOf(call("POST", { url: "http://127.0.0.1:1/p/thing", body: "{}" }))
    expect(failure.kind).toBe("unavailable")
    expect(waits).toHaveLength(3)
  })
})

test("waits for the answer to a large file from when the file was taken, however slow the line is", async () => {
  const slowLine = createServer((incoming, answer) => {
    setTimeout(() => incoming.resume().once("end", () => answer.end('{"ok":true}')), 3_500)
  }).listen(0, "127.0.0.1")
  await once(slowLine, "listening")
  const url = `http://127.0.0.1:${(slowLine.address() as AddressInfo).port}/files`
  const limits = { firstByteMs: 3_000, totalMs: 3_000 }
  expect((await call("POST", { url, body: Buffer.alloc(48 * 1024 * 1024), ...limits })).status).toBe(200)
  slowLine.close()
})

test("ends at once when it is cancelled, with the reason", async () => {
  fault({ hangs: true })
  const abort = new AbortController()
  const answer = call("GET", { signal: abort.signal })
  const reason = new Error("enough")
  setTimeout(() => abort.abort(reason), 20)
  await expect(answer).rejects.toBe(reason)
})

test("keeps secrets out of the log, and counts every try", async () => {
  fault({ status: 400, body: { detail: "the key very-secret-key and r8_abcdefghij are wrong" } })
  await failureOf(call("GET", { url: `${server.origin}/p/thing?key=very-secret-key` }))
  expect(JSON.stringify(lines)).not.toMatch(/very-secret|r8_abc/)
  expect(JSON.stringify(lines)).toContain("[secret]")
  const { values } = await metrics.providerSeconds.get()
  expect(values.some(({ labels }) => labels.provider === "p" && labels.outcome === "bad_input")).toBe(true)
})

test("takes an answer of another shape for a bad one", async () => {
  const reply = await call("GET")
  expect(() => readJson(reply, z.object({ ok: z.string() }))).toThrow(/another shape/)
})
