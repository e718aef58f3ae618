import * as sdk27 from "appwrite-27"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { orderProgressed } from "#contract/studio/generations.ts"
import { transact } from "#server/db/open.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { generationsCollection } from "#server/features/studio/generations/collection.ts"
import { publish, publishEvent } from "#server/platform/realtime/realtime.ts"
import {
  changeProfile,
  type Frame,
  heardEvents,
  isEvent,
  open,
  sessionOf,
  withChannels,
} from "#server/testing/realtime-client.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  await t.app.listen({ port: 0, host: "127.0.0.1" })
})
afterAll(() => t.close())

describe("events", () => {
  test("a changed document reaches its owner once, with all names, and nobody else", async () => {
    const [owner, other] = [await t.signUp(), await t.signUp()]
    const channels = withChannels("documents", "databases.main.collections.profiles.documents")
    const [mine, theirs, visitor] = [
      await open(t, { person: owner, query: channels }),
      await open(t, { person: other, query: channels }),
      await open(t, { query: channels }),
    ]
    const id = await changeProfile(t, owner, "Heard Name")
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
    expect(await heardEvents(t, mine)).toHaveLength(1)
    expect(await heardEvents(t, theirs)).toEqual([])
    expect(await heardEvents(t, visitor)).toEqual([])
  })

  test("a change that changes nothing is not told", async () => {
    const person = await t.signUp()
    const client = await open(t, { person, query: withChannels("documents") })
    await changeProfile(t, person, "Ada Obi")
    expect(await heardEvents(t, client)).toEqual([])
  })

  test("a public picture reaches everybody, a private one its owner, a deleted one as it was", async () => {
    const person = await t.signUp()
    const [visitor, owner] = [
      await open(t, { query: withChannels("documents") }),
      await open(t, { person, query: withChannels("documents") }),
    ]
    const [hidden = "", shown = ""] = await buildPictures(t, person.accountId, [{ isPublic: false }, {}])
    for (const id of [hidden, shown]) {
      await transact(t.s.db, (tx) => publishDocument(tx, t.s.config, generationsCollection, { id }, "create"))
    }
    await t.request("DELETE", `/v1/databases/main/collections/generations/documents/${shown}`, { person, body: {} })
    const seen = (frames: Frame[]) =>
      frames.map(({ data }) => (data.events as string[])[0]?.split(".").slice(-2).join(" "))
    expect(seen(await heardEvents(t, visitor))).toEqual([`${shown} create`, `${shown} delete`])
    expect(seen(await heardEvents(t, owner))).toEqual([`${hidden} create`, `${shown} create`, `${shown} delete`])
  })

  test("nothing is told of a transaction that fails", async () => {
    const person = await t.signUp()
    const client = await open(t, { person, query: withChannels("documents") })
    const [id = ""] = await buildPictures(t, person.accountId, [{}])
    const failing = transact(t.s.db, async (tx) => {
      await publishDocument(tx, t.s.config, generationsCollection, { id }, "create")
      throw new Error("on purpose")
    })
    await expect(failing).rejects.toThrow("on purpose")
    expect(await heardEvents(t, client)).toEqual([])
  })

  test("a product event reaches the person it is for, also when it is too long for a notification", async () => {
    const [person, other] = [await t.signUp(), await t.signUp()]
    const [mine, theirs] = [
      await open(t, { person, query: withChannels("product") }),
      await open(t, { person: other, query: withChannels("product") }),
    ]
    const previews = Array.from({ length: 400 }, (_, index) => `https://example.com/a-rather-long-address/${index}`)
    await publishEvent(t.s.db, person.accountId, orderProgressed, { id: "long", progress: 0.5, previews })
    await publishEvent(t.s.db, person.accountId, orderProgressed, { id: "short", progress: 0.6, previews: [] })
    const [long, short] = [await mine.next(isEvent), await mine.next(isEvent)]
    expect(long.data).toMatchObject({
      events: ["generations.progress"],
      channels: ["product"],
      payload: { id: "long", previews },
    })
    expect(short.data).toMatchObject({ payload: { id: "short" } })
    expect(await heardEvents(t, theirs)).toEqual([])
  })

  test("two subscriptions of one connection hear an event once, with both ids", async () => {
    const person = await t.signUp()
    const client = await open(t, { person })
    client.send({
      type: "subscribe",
      data: ["a", "b"].map((subscriptionId) => ({
        subscriptionId,
        channels: ["product"],
        queries: ['{"method":"select","values":["*"]}'],
      })),
    })
    await client.next()
    await publishEvent(t.s.db, person.accountId, orderProgressed, { id: "x", progress: 0.1, previews: [] })
    expect((await client.next(isEvent)).data.subscriptions).toEqual(["a", "b"])
  })
})

describe("the queries of a subscription", () => {
  const { Query } = sdk27
  test.each<[string, string[], string[]]>([
    ["none", [], ["a", "b", "c"]],
    ["everything", [Query.select(["*"])], ["a", "b", "c"]],
    ["equal", [Query.equal("id", ["a", "c"])], ["a", "c"]],
    ["notEqual", [Query.notEqual("id", "a")], ["b", "c"]],
    ["a comparison", [Query.greaterThan("progress", 0.2)], ["c"]],
    ["a comparison with the bound", [Query.lessThanEqual("progress", 0.2)], ["a", "b"]],
    ["a comparison with another kind", [Query.lessThan("progress", "9")], []],
    ["isNull of what is not there", [Query.isNull("nothing")], ["a", "b", "c"]],
    ["isNotNull", [Query.isNotNull("nothing")], []],
    ["the name of every object's own", [Query.isNotNull("constructor")], []],
    ["two that both must hold", [Query.notEqual("id", "a"), Query.lessThan("progress", 0.3)], ["b"]],
    [
      "or with and inside",
      [Query.or([Query.equal("id", ["a"]), Query.and([Query.equal("id", ["c"]), Query.isNotNull("progress")])])],
      ["a", "c"],
    ],
    ["the call form of SDK 13", ['equal("id", ["b"])'], ["b"]],
  ])("%s pick events by their payload", async (_, queries, expected) => {
    const person = await t.signUp()
    const client = await open(t, { person })
    client.send({ type: "subscribe", data: [{ subscriptionId: "picky", channels: ["product"], queries }] })
    expect(await client.next()).toMatchObject({ type: "response", data: { subscriptions: [{ queries }] } })
    for (const [index, id] of ["a", "b", "c"].entries()) {
      await publishEvent(t.s.db, person.accountId, orderProgressed, { id, progress: (index + 1) / 10, previews: [] })
    }
    expect((await heardEvents(t, client)).map(({ data }) => (data.payload as { id: string }).id)).toEqual(expected)
  })

  test("pick for each subscription of a connection alone", async () => {
    const person = await t.signUp()
    const client = await open(t, { person })
    const wanted = (subscriptionId: string, id: string) => ({
      subscriptionId,
      channels: ["product"],
      queries: [Query.equal("id", [id])],
    })
    client.send({ type: "subscribe", data: [wanted("one", "x"), wanted("two", "y"), wanted("three", "x")] })
    await client.next()
    await publishEvent(t.s.db, person.accountId, orderProgressed, { id: "x", progress: 0.1, previews: [] })
    expect((await client.next(isEvent)).data.subscriptions).toEqual(["one", "three"])
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
      await open(t, { person, query: withChannels("product") }),
      await open(t, { person: { ...person, cookie }, query: withChannels("product") }),
    ]
    expect((await t.request("DELETE", "/v1/account/sessions/current", { person, body: {} })).statusCode).toBe(204)
    await publishEvent(t.s.db, person.accountId, orderProgressed, { id: "x", progress: 0.1, previews: [] })
    expect(await heardEvents(t, other)).toHaveLength(1)
    expect(await heardEvents(t, first)).toEqual([])
  })

  test("a new password leaves only the connection that set it", async () => {
    const person = await t.signUp()
    const second = await t.request("POST", "/v1/account/sessions/email", {
      body: { email: person.email, password: person.password },
    })
    const cookie = second.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
    const [mine, stolen] = [
      await open(t, { person, query: withChannels("product") }),
      await open(t, { person: { ...person, cookie }, query: withChannels("product") }),
    ]
    const body = { password: "another long password", oldPassword: person.password }
    expect((await t.request("PATCH", "/v1/account/password", { person, body })).statusCode).toBe(200)
    await publishEvent(t.s.db, person.accountId, orderProgressed, { id: "x", progress: 0.1, previews: [] })
    expect(await heardEvents(t, mine)).toHaveLength(1)
    expect(await heardEvents(t, stolen)).toEqual([])
  })

  test("the connection stays open as a visitor's", async () => {
    const person = await t.signUp()
    const client = await open(t, { person, query: withChannels("documents") })
    await t.request("DELETE", "/v1/account/sessions", { person, body: {} })
    const [id = ""] = await buildPictures(t, person.accountId, [{}])
    await publishDocument(t.s.db, t.s.config, generationsCollection, { id }, "create")
    expect(await heardEvents(t, client)).toHaveLength(1)
    client.send({ type: "authentication", data: { session: sessionOf(person) } })
    expect(await client.next((frame) => frame.type === "error")).toMatchObject({ data: { code: 1003 } })
  })
})

test("roles are read again when an address is confirmed", async () => {
  const person = await t.signUp()
  const client = await open(t, { person, query: withChannels("club") })
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
  expect(await heardEvents(t, client)).toHaveLength(1)
})

test("a connection whose rights cannot be read again hears nothing as before, and begins anew", async () => {
  const [operator, bystander] = [await t.signUp(), await t.signUp()]
  await t.s.db.insertInto("operators").values({ accountId: operator.accountId, role: "support" }).execute()
  const [client, other] = [
    await open(t, { person: operator, query: withChannels("desk") }),
    await open(t, { person: bystander, query: withChannels("desk") }),
  ]
  const say = (roles: string[]) =>
    publish(t.s.db, { kind: "event", events: ["desk"], channels: ["desk"], timestamp: "", payload: {}, roles })
  await say(["team:operators/support"])
  await client.next(isEvent)
  await transact(t.s.db, async (tx) => {
    await tx.deleteFrom("operators").where("accountId", "=", operator.accountId).execute()
    await sql`alter table operators rename to operators_out_of_reach`.execute(tx)
    await publish(tx, { kind: "roles-changed", accountId: operator.accountId })
  })
  await say(["team:operators/support"])
  await say(["users"])
  await other.next(isEvent)
  await sql`alter table operators_out_of_reach rename to operators`.execute(t.s.db)
  expect(client.frames.filter(isEvent)).toHaveLength(1)
  expect(await client.closed).toBe(1012)
})
