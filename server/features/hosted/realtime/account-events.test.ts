import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { publishToOwner } from "#server/platform/realtime/realtime.ts"
import {
  connect,
  type Frame,
  heardEvents,
  isEvent,
  open,
  sessionOf,
  withChannels,
} from "#server/testing/realtime-client.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
  await t.app.listen({ port: 0, host: "127.0.0.1" })
})
afterAll(() => t.close())
afterEach(() => vi.useRealTimers())

const query = withChannels("account")

/** Moves the clock of this process ahead, to the end of the test. */
function passTime(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms })
}

const namesOf = (frames: Frame[]) => frames.map((frame) => (frame.data.events as string[])[0])

async function signInAgain(person: TestPerson): Promise<string> {
  const reply = await t.request("POST", "/v1/account/sessions/email", {
    body: { email: person.email, password: person.password },
  })
  return reply.json().$id
}

async function makeJwt(person: TestPerson, duration: number): Promise<string> {
  return (await t.request("POST", "/v1/account/jwt", { person, body: { duration } })).json().jwt
}

describe("what happens to an account", () => {
  test("is not told to a session that awaits its second factor, and its token is a guest's", async () => {
    const person = await t.signUp()
    const jwt = await makeJwt(person, 900)
    await t.s.db
      .updateTable("accounts")
      .set({ secondFactorAt: new Date() })
      .where("id", "=", person.accountId)
      .execute()
    for (const own of [{ person, query }, { query: `${query}&jwt=${jwt}` }]) {
      const client = await open(t, own)
      expect(client.frames[0]?.data.user).toBeNull()
      await publishToOwner(t.s.db, person.accountId, ["users.x.update"], {})
      expect(await heardEvents(t, client)).toEqual([])
      client.send({ type: "authentication", data: { session: sessionOf(person) } })
      expect((await client.next(({ type }) => type !== "event")).type).toBe("error")
      client.socket.close()
    }
  })

  test("is told to its owner's screens by name, and to nobody else", async () => {
    const [person, stranger] = [await t.signUp(), await t.signUp()]
    const [own, foreign] = [await open(t, { person, query }), await open(t, { person: stranger, query })]
    const id = await signInAgain(person)
    await t.request("PATCH", "/v1/account/email", {
      person,
      body: { email: `b-${person.email}`, password: person.password },
    })
    const phone = `+23481${String(Date.now()).slice(-8)}`
    await t.request("PATCH", "/v1/account/phone", { person, body: { phone, password: person.password } })
    await t.request("PATCH", `/v1/account/sessions/${id}`, { person })
    await t.request("DELETE", `/v1/account/sessions/${id}`, { person })
    await t.request("POST", "/v1/account/verification", { person, body: { url: "http://localhost:3000/verify-user" } })
    const user = `users.${person.accountId}`
    const heard = await heardEvents(t, own)
    const names = namesOf(heard)
    expect(names.slice(0, 5)).toEqual([
      `${user}.sessions.${id}.create`,
      `${user}.update.email`,
      `${user}.update.phone`,
      `${user}.sessions.${id}.update`,
      `${user}.sessions.${id}.delete`,
    ])
    expect(names[5]).toMatch(new RegExp(`^${user}\\.verification\\.[^.]+\\.create$`))
    expect(heard[0]?.data).toMatchObject({
      channels: ["account", `account.${person.accountId}`],
      payload: { $id: id, userId: person.accountId, secret: "", current: false },
    })
    expect((heard[0]?.data.events as string[] | undefined)?.at(-1)).toBe("users.*")
    expect(heard[5]?.data.payload).toMatchObject({ secret: "" })
    expect(await heardEvents(t, foreign)).toEqual([])
  })

  test("is not told to a session that ended, which hears of its own end last", async () => {
    const person = await t.signUp()
    const client = await open(t, { person, query })
    await t.request("DELETE", "/v1/account/sessions", { person })
    await t.request("POST", "/v1/account/sessions/email", { body: { email: person.email, password: person.password } })
    expect(namesOf(await heardEvents(t, client))).toEqual([expect.stringMatching(/\.sessions\.[^.]+\.delete$/)])
  })
})

describe("a connection by a token that stands for a session", () => {
  test("hears what its session would", async () => {
    const person = await t.signUp()
    const client = await open(t, { query: `${query}&jwt=${await makeJwt(person, 600)}` })
    expect(client.frames[0]?.data).toMatchObject({ user: { $id: person.accountId } })
    await t.request("PATCH", "/v1/account/name", { person, body: { name: "Ngozi" } })
    const event = await client.next(isEvent)
    expect(event.data.payload).toMatchObject({ name: "Ngozi" })
  })

  test("is a guest's once the token is too old, also when the session is extended", async () => {
    const person = await t.signUp()
    const jwt = await makeJwt(person, 600)
    const client = await open(t, { query: `${query}&jwt=${jwt}` })
    await t.request("PATCH", "/v1/account/sessions/current", { person })
    await client.next(isEvent)
    passTime(601_000)
    expect((await t.request("GET", "/v1/account", { headers: { "x-appwrite-jwt": jwt } })).statusCode).toBe(401)
    await t.request("PATCH", "/v1/account/name", { person, body: { name: "Too late" } })
    expect(namesOf(await heardEvents(t, client))).toHaveLength(1)
  })

  test("is refused for good when the token is not right", async () => {
    const client = connect(t, { query: `${query}&jwt=nonsense` })
    expect(await client.next()).toMatchObject({ type: "error", data: { code: 1008 } })
    expect(await client.closed).toBe(1008)
  })
})

describe("a session that lives on", () => {
  test("hears beyond its old end when it was extended, and nothing beyond it when not", async () => {
    const [extended, ended] = [await t.signUp(), await t.signUp()]
    const soon = new Date(Date.now() + 600_000)
    const ids = [extended.accountId, ended.accountId]
    await t.s.db.updateTable("sessions").set({ expiresAt: soon }).where("accountId", "in", ids).execute()
    const [one, other] = [await open(t, { person: extended, query }), await open(t, { person: ended, query })]
    const reply = await t.request("PATCH", "/v1/account/sessions/current", { person: extended })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(Date.parse(reply.json().expire)).toBeGreaterThan(Date.now() + 300 * 86_400_000)
    expect(reply.cookies[0]?.expires?.getTime()).toBeGreaterThan(Date.now() + 300 * 86_400_000)
    expect(namesOf(await heardEvents(t, one))).toEqual([expect.stringMatching(/\.update$/)])
    passTime(601_000)
    for (const accountId of ids) {
      const email = await t.s.db.selectFrom("accounts").select("email").where("id", "=", accountId).executeTakeFirst()
      const password = extended.password
      await t.request("POST", "/v1/account/sessions/email", { body: { email: email?.email, password } })
    }
    expect(namesOf((await heardEvents(t, one)).slice(1))).toEqual([expect.stringMatching(/\.create$/)])
    expect(await heardEvents(t, other)).toEqual([])
  })
})
