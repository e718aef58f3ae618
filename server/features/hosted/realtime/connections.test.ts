import { type AddressInfo, Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  changeProfile,
  connect,
  type Frame,
  heardEvents,
  isEvent,
  open,
  sessionOf,
  withChannels,
} from "#server/testing/realtime-client.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  await t.app.listen({ port: 0, host: "127.0.0.1" })
})
afterAll(() => t.close())

describe("connecting", () => {
  test("answers with the accepted channels and the person", async () => {
    const person = await t.signUp()
    const client = connect(t, { person, query: withChannels("documents", "account", "account.somebody") })
    const { type, data } = await client.next()
    expect(type).toBe("connected")
    expect(data.channels).toEqual(["documents", "account", `account.${person.accountId}`])
    expect(data.user).toMatchObject({ $id: person.accountId, email: person.email })
    expect(JSON.stringify(data.user)).not.toMatch(/password_?hash|secret/i)
    expect(Object.keys(data.subscriptions as object)).toEqual(["0"])
    client.socket.close()
  })

  test("works without channels and for visitors, as SDK 27 does", async () => {
    const { data } = await connect(t).next()
    expect(data).toEqual({ channels: [], subscriptions: {}, user: null })
  })

  test.each([
    ["no project", { query: "channels[]=documents" }],
    ["another project", { query: "project=other" }],
    ["a foreign page", { headers: { origin: "https://evil.example" } }],
    ["a page of unknown origin", { headers: { origin: "null" } }],
    ["a page that only looks like ours", { headers: { origin: "http://localhost.evil.example" } }],
  ])("refuses %s with an error frame and a close, both 1008", async (_, options) => {
    const client = connect(t, options)
    expect(await client.next()).toMatchObject({ type: "error", data: { code: 1008 } })
    expect(await client.closed).toBe(1008)
    expect(client.frames).toHaveLength(1)
  })

  test("takes our own page, whatever its port", async () => {
    const client = await open(t, { headers: { origin: "http://localhost:5173" } })
    client.socket.close()
  })

  test("counts open sockets", async () => {
    const count = async (): Promise<number> => (await t.s.metrics.realtimeSockets.get()).values[0]?.value ?? 0
    const clients = [await open(t), await open(t)]
    const most = await count()
    expect(most).toBeGreaterThanOrEqual(2)
    for (const client of clients) client.socket.close()
    await until(async () => (await count()) <= most - 2)
  })
})

describe("frames", () => {
  test("a ping is answered", async () => {
    const client = await open(t)
    client.send({ type: "ping" })
    expect(await client.next()).toEqual({ type: "pong" })
  })

  test.each([
    ["no JSON", "{"],
    ["an unknown type", { type: "dance" }],
    ["a list", []],
    ["a subscription without channels", { type: "subscribe", data: [{ subscriptionId: "a" }] }],
    [
      "a query that asks for a page",
      { type: "subscribe", data: [{ subscriptionId: "a", channels: ["x"], queries: ["limit(5)"] }] },
    ],
    [
      "a query that cannot be asked of an event",
      { type: "subscribe", data: [{ subscriptionId: "a", channels: ["x"], queries: ['search("prompt", ["a"])'] }] },
    ],
    [
      "a query that cannot be read",
      { type: "subscribe", data: [{ subscriptionId: "a", channels: ["x"], queries: ["everything"] }] },
    ],
    ["a session that is none", { type: "authentication", data: { session: "signed-in" } }],
  ])("%s is answered with 1003 and the socket stays open", async (_, frame) => {
    const client = await open(t)
    client.send(frame)
    expect(await client.next()).toMatchObject({ type: "error", data: { code: 1003 } })
    client.send({ type: "ping" })
    expect(await client.next()).toEqual({ type: "pong" })
  })

  test("a login and a subscription sent together count in that order", async () => {
    const person = await t.signUp()
    const client = await open(t)
    client.send({ type: "authentication", data: { session: sessionOf(person) } })
    client.send({
      type: "subscribe",
      data: [{ subscriptionId: "mine", channels: ["documents", "account"], queries: [] }],
    })
    const login = await client.next()
    expect(login).toMatchObject({
      type: "response",
      data: { to: "authentication", success: true, user: { $id: person.accountId } },
    })
    expect(await client.next()).toEqual({
      type: "response",
      data: {
        to: "subscribe",
        success: true,
        subscriptions: [
          { subscriptionId: "mine", channels: ["documents", "account", `account.${person.accountId}`], queries: [] },
        ],
      },
    })
    await changeProfile(t, person, "Neu Name")
    // What was written before may still be on its way.
    const isRenamed = (frame: Frame): boolean =>
      isEvent(frame) && (frame.data.payload as { name?: string }).name === "Neu Name"
    expect((await client.next(isRenamed)).data).toMatchObject({ subscriptions: ["mine"] })
  })

  test("the same id replaces, and unsubscribing ends", async () => {
    const person = await t.signUp()
    const client = await open(t, { person })
    // What the sign-up told of has passed by then.
    await heardEvents(t, client)
    const subscribe = (channels: string[]) =>
      client.send({ type: "subscribe", data: [{ subscriptionId: "a", channels, queries: [] }] })
    subscribe(["documents"])
    subscribe(["account"])
    await client.next()
    await client.next()
    await changeProfile(t, person, "Unheard Name")
    expect(await heardEvents(t, client)).toEqual([])

    client.send({ type: "unsubscribe", data: [{ subscriptionId: "a" }, { subscriptionId: "never" }] })
    expect((await client.next((frame) => frame.data?.to === "unsubscribe")).data.subscriptions).toEqual([
      { subscriptionId: "a", removed: true },
      { subscriptionId: "never", removed: false },
    ])
    await t.request("PATCH", "/v1/account/name", { person, body: { name: "Unheard" } })
    expect(await heardEvents(t, client)).toEqual([])
  })

  test("one of more than 64 kB ends the socket", async () => {
    const client = await open(t)
    client.send("x".repeat(64 * 1024 + 1))
    expect(await client.closed).toBe(1009)
  })
})

describe("limits", () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await openTestApp({ hasWorker: false, settings: { RATE_LIMIT_FACTOR: "0.25" } })
    await limited.app.listen({ port: 0, host: "127.0.0.1" })
  })
  afterAll(() => limited.close())

  test("too many messages end the socket with 1013", async () => {
    const client = connect(limited)
    await client.next()
    for (let message = 0; message < 9; message++) client.send({ type: "ping" })
    expect(await client.next((frame) => frame.type === "error")).toMatchObject({ data: { code: 1013 } })
    expect(await client.closed).toBe(1013)
    expect(client.frames.filter((frame) => frame.type === "pong").length).toBeLessThanOrEqual(8)
  })

  test("too many connections of one network are refused with 1013", async () => {
    // 32 a minute here; twice as many and one exceed any two windows.
    const clients = Array.from({ length: 65 }, () => connect(limited))
    const firsts = await Promise.all(clients.map((client) => client.next()))
    const refused = firsts.filter((frame) => frame.type === "error")
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every((frame) => frame.data.code === 1013)).toBe(true)
    for (const client of clients) client.socket.terminate()
  })
})

test("an upgrade of any other address is not left open", async () => {
  const { port } = t.app.server.address() as AddressInfo
  const socket = new Socket()
  const ended = new Promise((resolve) => socket.on("close", resolve))
  socket.connect(port, "127.0.0.1", () =>
    socket.write(
      "GET /v1/account HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    ),
  )
  socket.resume()
  await ended
})
