import { type AddressInfo, Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { orderProgressed } from "#contract/generations.ts"
import { transact } from "#server/db/open.ts"
import { publishDocument } from "#server/features/documents/service.ts"
import { buildPictures } from "#server/testing/build-pictures.ts"
import { generationsCollection } from "#server/features/generations/collection.ts"
import { publish, tell } from "#server/platform/realtime.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"
import { connect, type Frame, sessionOf, type TestClient } from "./test-client.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  await t.app.listen({ port: 0, host: "127.0.0.1" })
})
afterAll(() => t.close())

const withChannels = (...channels: string[]): string =>
  `project=aworan${channels.map((name) => `&channels%5B%5D=${name}`).join("")}`

const isEvent = (frame: Frame): boolean => frame.type === "event"

async function open(options: Parameters<typeof connect>[1] = {}): Promise<TestClient> {
  const client = connect(t, options)
  expect((await client.next()).type).toBe("connected")
  return client
}

/** Proves that nothing else came: everything sent before the answer to a ping has arrived with it. */
async function heardEvents(client: TestClient): Promise<Frame[]> {
  // One public message that everybody hears marks the end of what was said before.
  await publish(t.s.db, {
    kind: "event",
    events: ["mark"],
    channels: ["mark"],
    timestamp: "",
    payload: {},
    roles: ["any"],
  })
  client.send({ type: "subscribe", data: [{ subscriptionId: "mark", channels: ["mark"], queries: [] }] })
  await client.next((frame) => frame.type === "response" && frame.data.to === "subscribe")
  await publish(t.s.db, {
    kind: "event",
    events: ["mark"],
    channels: ["mark"],
    timestamp: "",
    payload: {},
    roles: ["any"],
  })
  await client.next((frame) => isEvent(frame) && (frame.data.events as string[])[0] === "mark")
  return client.frames.filter((frame) => isEvent(frame) && (frame.data.events as string[])[0] !== "mark")
}

async function changeProfile(person: TestPerson, name: string): Promise<string> {
  const profiles = "/v1/databases/main/collections/profiles/documents"
  const { $id } = (await t.request("GET", profiles, { person })).json().documents[0]
  const reply = await t.request("PATCH", `${profiles}/${$id}`, { person, body: { data: { name } } })
  expect(reply.statusCode).toBe(200)
  return $id
}

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
    const client = await open({ headers: { origin: "http://localhost:5173" } })
    client.socket.close()
  })

  test("counts open sockets", async () => {
    const count = async (): Promise<number> => (await t.s.metrics.realtimeSockets.get()).values[0]?.value ?? 0
    const clients = [await open(), await open()]
    const most = await count()
    expect(most).toBeGreaterThanOrEqual(2)
    for (const client of clients) client.socket.close()
    await until(async () => (await count()) <= most - 2)
  })
})

describe("frames", () => {
  test("a ping is answered", async () => {
    const client = await open()
    client.send({ type: "ping" })
    expect(await client.next()).toEqual({ type: "pong" })
  })

  test.each([
    ["no JSON", "{"],
    ["an unknown type", { type: "dance" }],
    ["a list", []],
    ["a subscription without channels", { type: "subscribe", data: [{ subscriptionId: "a" }] }],
    [
      "a query that would filter",
      {
        type: "subscribe",
        data: [{ subscriptionId: "a", channels: ["x"], queries: ['{"method":"isNull","attribute":"a"}'] }],
      },
    ],
    ["a session that is none", { type: "authentication", data: { session: "signed-in" } }],
  ])("%s is answered with 1003 and the socket stays open", async (_, frame) => {
    const client = await open()
    client.send(frame)
    expect(await client.next()).toMatchObject({ type: "error", data: { code: 1003 } })
    client.send({ type: "ping" })
    expect(await client.next()).toEqual({ type: "pong" })
  })

  test("a login and a subscription sent together count in that order", async () => {
    const person = await t.signUp()
    const client = await open()
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
    await changeProfile(person, "Neu Name")
    expect((await client.next(isEvent)).data).toMatchObject({ subscriptions: ["mine"], payload: { name: "Neu Name" } })
  })

  test("the same id replaces, and unsubscribing ends", async () => {
    const person = await t.signUp()
    const client = await open({ person })
    const subscribe = (channels: string[]) =>
      client.send({ type: "subscribe", data: [{ subscriptionId: "a", channels, queries: [] }] })
    subscribe(["documents"])
    subscribe(["account"])
    await client.next()
    await client.next()
    await changeProfile(person, "Unheard Name")
    expect(await heardEvents(client)).toEqual([])

    client.send({ type: "unsubscribe", data: [{ subscriptionId: "a" }, { subscriptionId: "never" }] })
    expect((await client.next((frame) => frame.data?.to === "unsubscribe")).data.subscriptions).toEqual([
      { subscriptionId: "a", removed: true },
      { subscriptionId: "never", removed: false },
    ])
    await t.request("PATCH", "/v1/account/name", { person, body: { name: "Unheard" } })
    expect(await heardEvents(client)).toEqual([])
  })

  test("one of more than 64 kB ends the socket", async () => {
    const client = await open()
    client.send("x".repeat(64 * 1024 + 1))
    expect(await client.closed).toBe(1009)
  })
})

describe("events", () => {
  test("a changed document reaches its owner once, with all names, and nobody else", async () => {
    const [owner, other] = [await t.signUp(), await t.signUp()]
    const channels = withChannels("documents", "databases.main.collections.profiles.documents")
    const [mine, theirs, visitor] = [
      await open({ person: owner, query: channels }),
      await open({ person: other, query: channels }),
      await open({ query: channels }),
    ]
    const id = await changeProfile(owner, "Heard Name")
    const { data } = await mine.next(isEvent)
    const documents = "databases.main.collections.profiles.documents"
    expect(data.channels).toEqual(["documents", documents, `${documents}.${id}`])
    const events = data.events as string[]
    expect(events[0]).toBe(`${documents}.${id}.update`)
    expect(events).toHaveLength(22)
    expect(new Set(events).size).toBe(22)
    expect(events).toContain("databases.*.collections.*.documents.*.update")
    expect(events).toContain("databases.*")
    expect(data.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    expect(data.payload).toMatchObject({ $id: id, name: "Heard Name", $collectionId: "profiles" })
    expect(await heardEvents(mine)).toHaveLength(1)
    expect(await heardEvents(theirs)).toEqual([])
    expect(await heardEvents(visitor)).toEqual([])
  })

  test("a change that changes nothing is not told", async () => {
    const person = await t.signUp()
    const client = await open({ person, query: withChannels("documents") })
    await changeProfile(person, "Ada Obi")
    expect(await heardEvents(client)).toEqual([])
  })

  test("a public picture reaches everybody, a private one its owner, a deleted one as it was", async () => {
    const person = await t.signUp()
    const [visitor, owner] = [
      await open({ query: withChannels("documents") }),
      await open({ person, query: withChannels("documents") }),
    ]
    const [hidden = "", shown = ""] = await buildPictures(t, person.accountId, [{ isPublic: false }, {}])
    for (const id of [hidden, shown]) {
      await transact(t.s.db, (tx) => publishDocument(tx, t.s.config, generationsCollection, { id }, "create"))
    }
    await t.request("DELETE", `/v1/databases/main/collections/generations/documents/${shown}`, { person, body: {} })
    const seen = (frames: Frame[]) =>
      frames.map(({ data }) => (data.events as string[])[0]?.split(".").slice(-2).join(" "))
    expect(seen(await heardEvents(visitor))).toEqual([`${shown} create`, `${shown} delete`])
    expect(seen(await heardEvents(owner))).toEqual([`${hidden} create`, `${shown} create`, `${shown} delete`])
  })

  test("nothing is told of a transaction that fails", async () => {
    const person = await t.signUp()
    const client = await open({ person, query: withChannels("documents") })
    const [id = ""] = await buildPictures(t, person.accountId, [{}])
    const failing = transact(t.s.db, async (tx) => {
      await publishDocument(tx, t.s.config, generationsCollection, { id }, "create")
      throw new Error("on purpose")
    })
    await expect(failing).rejects.toThrow("on purpose")
    expect(await heardEvents(client)).toEqual([])
  })

  test("a product event reaches the person it is for, also when it is too long for a notification", async () => {
    const [person, other] = [await t.signUp(), await t.signUp()]
    const [mine, theirs] = [
      await open({ person, query: withChannels("product") }),
      await open({ person: other, query: withChannels("product") }),
    ]
    const previews = Array.from({ length: 400 }, (_, index) => `https://example.com/a-rather-long-address/${index}`)
    await tell(t.s.db, person.accountId, orderProgressed, { id: "long", progress: 0.5, previews })
    await tell(t.s.db, person.accountId, orderProgressed, { id: "short", progress: 0.6, previews: [] })
    const [long, short] = [await mine.next(isEvent), await mine.next(isEvent)]
    expect(long.data).toMatchObject({
      events: ["generations.progress"],
      channels: ["product"],
      payload: { id: "long", previews },
    })
    expect(short.data).toMatchObject({ payload: { id: "short" } })
    expect(await heardEvents(theirs)).toEqual([])
  })

  test("two subscriptions of one connection hear an event once, with both ids", async () => {
    const person = await t.signUp()
    const client = await open({ person })
    client.send({
      type: "subscribe",
      data: ["a", "b"].map((subscriptionId) => ({
        subscriptionId,
        channels: ["product"],
        queries: ['{"method":"select","values":["*"]}'],
      })),
    })
    await client.next()
    await tell(t.s.db, person.accountId, orderProgressed, { id: "x", progress: 0.1, previews: [] })
    expect((await client.next(isEvent)).data.subscriptions).toEqual(["a", "b"])
  })
})

describe("when a session ends", () => {
  test("its connections hear no more, and those of other sessions go on", async () => {
    const person = await t.signUp()
    const second = await t.request("POST", "/v1/account/sessions/email", {
      body: { email: person.email, password: person.password },
    })
    const cookie = second.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
    const [first, other] = [
      await open({ person, query: withChannels("product") }),
      await open({ person: { ...person, cookie }, query: withChannels("product") }),
    ]
    expect((await t.request("DELETE", "/v1/account/sessions/current", { person, body: {} })).statusCode).toBe(204)
    await tell(t.s.db, person.accountId, orderProgressed, { id: "x", progress: 0.1, previews: [] })
    expect(await heardEvents(other)).toHaveLength(1)
    expect(await heardEvents(first)).toEqual([])
  })

  test("a new password leaves only the connection that set it", async () => {
    const person = await t.signUp()
    const second = await t.request("POST", "/v1/account/sessions/email", {
      body: { email: person.email, password: person.password },
    })
    const cookie = second.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
    const [mine, stolen] = [
      await open({ person, query: withChannels("product") }),
      await open({ person: { ...person, cookie }, query: withChannels("product") }),
    ]
    const body = { password: "another long password", oldPassword: person.password }
    expect((await t.request("PATCH", "/v1/account/password", { person, body })).statusCode).toBe(200)
    await tell(t.s.db, person.accountId, orderProgressed, { id: "x", progress: 0.1, previews: [] })
    expect(await heardEvents(mine)).toHaveLength(1)
    expect(await heardEvents(stolen)).toEqual([])
  })

  test("the connection stays open as a visitor's", async () => {
    const person = await t.signUp()
    const client = await open({ person, query: withChannels("documents") })
    await t.request("DELETE", "/v1/account/sessions", { person, body: {} })
    const [id = ""] = await buildPictures(t, person.accountId, [{}])
    await publishDocument(t.s.db, t.s.config, generationsCollection, { id }, "create")
    expect(await heardEvents(client)).toHaveLength(1)
    client.send({ type: "authentication", data: { session: sessionOf(person) } })
    expect(await client.next((frame) => frame.type === "error")).toMatchObject({ data: { code: 1003 } })
  })
})

test("roles are read again when an address is confirmed", async () => {
  const person = await t.signUp()
  const client = await open({ person, query: withChannels("club") })
  const say = () =>
    publish(t.s.db, {
      kind: "event",
      events: ["club"],
      channels: ["club"],
      timestamp: "",
      payload: {},
      roles: ["users/verified"],
    })
  await say()
  await t.s.db.updateTable("accounts").set({ isEmailVerified: true }).where("id", "=", person.accountId).execute()
  await publish(t.s.db, { kind: "roles-changed", accountId: person.accountId })
  await say()
  expect(await heardEvents(client)).toHaveLength(1)
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
