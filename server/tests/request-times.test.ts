import { once } from "node:events"
import { type AddressInfo, connect, type Socket } from "node:net"
import { setInterval } from "node:timers/promises"
import type { FastifyInstance } from "fastify"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { pieceBytes } from "#contract/hosted/files.ts"
import { createApp } from "#server/composition/app.ts"
import { slowestLine, usualTimes } from "#server/platform/http/request-times.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

/** The product's own times, each a hundredth or so. */
const times = { headersMs: 400, bodyMs: 600, requestMs: 4_000, idleTimeoutMs: 300, checkEveryMs: 25 }

/** Between two bytes of somebody slow, in milliseconds. */
const dripMs = 20

let t: TestApp
let app: FastifyInstance
let person: TestPerson

beforeAll(async () => {
  t = await openTestApp({ settings: { CONFORMANCE: "1" } })
  person = await t.signUp()
  app = await createApp(t.s, { times })
  await app.listen({ port: 0, host: "127.0.0.1" })
})
afterAll(async () => {
  await app.close()
  await t.close()
})

/** Sends `first` at once and the rest byte by byte. @returns the status answered, and after how long, in milliseconds */
async function drip(first: string, rest: string): Promise<{ status: number; afterMs: number }> {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1").setNoDelay()
  const answered = answerOf(socket)
  const begun = performance.now()
  let sent = 0
  socket.write(first)
  for await (const _ of setInterval(dripMs)) {
    if (socket.destroyed || socket.readableEnded || sent === rest.length || socket.bytesRead > 0) break
    socket.write(rest[sent++] ?? "")
  }
  const text = await answered
  socket.destroy()
  return { status: Number(text.match(/^HTTP\/1\.1 (\d+)/)?.[1] ?? 0), afterMs: performance.now() - begun }
}

async function answerOf(socket: Socket): Promise<string> {
  socket.on("error", () => {})
  const reply = once(socket, "data").then(([data]) => String(data))
  return Promise.race([reply, once(socket, "close").then(() => "")])
}

function head(path: string, fields: Record<string, string | number>): string {
  const lines = Object.entries({ host: "localhost", ...fields }).map(([name, value]) => `${name}: ${value}`)
  return [`POST ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n")
}

function form(length: number): { first: string; rest: string } {
  const begin =
    '--edge\r\ncontent-disposition: form-data; name="fileId"\r\n\r\nunique()\r\n--edge\r\ncontent-disposition: form-data; name="file"; filename="notes.txt"\r\ncontent-type: text/plain\r\n\r\n'
  const rest = `${"x".repeat(length)}\r\n--edge--\r\n`
  const fields = {
    cookie: person.cookie,
    "content-type": "multipart/form-data; boundary=edge",
    "content-length": begin.length + rest.length,
  }
  return { first: head("/v1/storage/buckets/scratch/files", fields) + begin, rest }
}

describe("somebody who sends slowly", () => {
  test("gets a file through that takes longer than anything else may", async () => {
    const { first, rest } = form(50)
    const { status, afterMs } = await drip(first, rest)
    expect(afterMs).toBeGreaterThan(times.bodyMs)
    expect(status).toBe(201)
  })

  test("is cut off with a file that never ends", async () => {
    const { first, rest } = form(100_000)
    const { status, afterMs } = await drip(first, rest)
    expect(status).toBe(408)
    expect(afterMs).toBeGreaterThan(times.requestMs * 0.9)
    expect(afterMs).toBeLessThan(times.requestMs * 2)
  })

  test("is cut off with a drip of JSON much earlier", async () => {
    const first = head("/v1/account/sessions/email", { "content-type": "application/json", "content-length": 10_000 })
    const { status, afterMs } = await drip(first, " ".repeat(10_000))
    expect(status).toBe(408)
    expect(afterMs).toBeLessThan(times.requestMs * 0.8)
  })

  test("is cut off with headers that never end", async () => {
    const { status, afterMs } = await drip(
      "POST /v1/account HTTP/1.1\r\nhost: localhost\r\n",
      `x-long: ${"x".repeat(10_000)}`,
    )
    expect(status).toBe(408)
    expect(afterMs).toBeLessThan(times.requestMs * 0.8)
  })

  test("does not keep others waiting", async () => {
    const { port } = app.server.address() as AddressInfo
    const slow = Array.from({ length: 100 }, () => connect(port, "127.0.0.1").on("error", () => {}))
    for (const socket of slow) socket.write("GET /healthz HTTP/1.1\r\nx-slow: ")
    const reply = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect(reply.status).toBe(200)
    for (const socket of slow) socket.destroy()
  })
})

test("a call that waits for its run may be silent for longer than the rest, and is answered", async () => {
  const waiting = await openTestApp({ hasWorker: false, settings: { GENERATION_WAIT_SECONDS: "1" } })
  const served = await createApp(waiting.s, { times })
  try {
    await served.listen({ port: 0, host: "127.0.0.1" })
    const buyer = await waiting.signUp({ credits: 50 })
    const { port } = served.server.address() as AddressInfo
    const reply = await fetch(`http://127.0.0.1:${port}/image-gen-with-flux-1.1`, {
      method: "POST",
      headers: { cookie: buyer.cookie, "content-type": "application/json" },
      body: JSON.stringify({ prompt: "a clay pot", aspect_ratio: "1:1" }),
    })
    expect(reply.status).toBe(202)
  } finally {
    await served.close()
    await waiting.close()
  }
})

test("the product's own times let a whole piece through on the slowest line, and little more", () => {
  const pieceMs = (pieceBytes / slowestLine) * 1_000
  expect(usualTimes.requestMs).toBeGreaterThan(pieceMs)
  expect(usualTimes.requestMs).toBeLessThan(pieceMs * 1.5)
  expect(usualTimes.headersMs).toBeLessThan(usualTimes.bodyMs)
  expect(usualTimes.bodyMs).toBeLessThan(usualTimes.requestMs / 5)
})

test("a server that stops closes each connection once its call is answered", async () => {
  const stopping = await createApp(t.s, { times: usualTimes })
  const hasBegun = new Promise<void>((resolve) => stopping.addHook("onRequest", async () => resolve()))
  await stopping.listen({ port: 0, host: "127.0.0.1" })
  const socket = connect((stopping.server.address() as AddressInfo).port, "127.0.0.1").setNoDelay()
  const body = JSON.stringify({ email: "nobody@example.com", password: "a long enough password" })
  const fields = { "content-type": "application/json", "content-length": body.length }
  socket.write(head("/v1/account/sessions/email", fields) + body.slice(0, 9))
  await hasBegun
  const hasStopped = stopping.close()
  socket.write(body.slice(9))
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 401/)
  // Much sooner than the connection would end by itself.
  await hasStopped
})

test("a server that stops waits for no connection that has sent nothing, as browsers open some ahead", async () => {
  const stopping = await createApp(t.s, { times: usualTimes })
  await stopping.listen({ port: 0, host: "127.0.0.1" })
  const socket = connect((stopping.server.address() as AddressInfo).port, "127.0.0.1")
  await once(stopping.server, "connection")
  const began = performance.now()
  await stopping.close()
  expect(performance.now() - began).toBeLessThan(5_000)
  socket.destroy()
})
