import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { mailTo, until } from "#server/testing/wait.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

let numbers = 0
const newPhone = () => `+23480${String(Date.now()).slice(-7)}${10 + (numbers++ % 90)}`
const newEmail = () => `way${++numbers}-${Date.now()}@example.com`

function post(path: string, body: object = {}, options: object = {}) {
  return t.request("POST", `/v1/account${path}`, { body, ...options })
}

function put(path: string, body: object, options: object = {}) {
  return t.request("PUT", `/v1/account${path}`, { body, ...options })
}

async function secretMailedTo(email: string): Promise<string> {
  const { text } = await mailTo(t, email)
  return new URL(text.match(/https?:\/\/\S+/)?.[0] ?? "").searchParams.get("secret") ?? ""
}

/** The newest code sent to a number, other than `before`. */
function codeSentTo(phone: string, before = ""): Promise<string> {
  return until(async () => {
    const reply = await t.request("GET", `/dev/messages.json?to=${encodeURIComponent(phone)}`)
    const code = reply.json<{ text: string }[]>()[0]?.text.slice(0, 6)
    return code !== before && code
  })
}

function personOf(reply: Awaited<ReturnType<typeof post>>): TestPerson {
  const cookie = reply.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
  return { accountId: reply.json().userId, email: "", password: "", cookie }
}

describe("an anonymous session", () => {
  test("becomes a lasting account by an address and a password", async () => {
    const session = await post("/sessions/anonymous")
    expect(session.statusCode).toBe(201)
    expect(session.json()).toMatchObject({ provider: "anonymous", providerUid: "", factors: ["anonymous"], secret: "" })
    const person = personOf(session)
    expect((await t.request("GET", "/v1/account", { person })).json()).toMatchObject({
      email: "",
      name: "",
      passwordUpdate: "",
    })
    expect((await post("/sessions/anonymous", {}, { person })).json().type).toBe("user_session_already_exists")
    const [email, password] = [newEmail(), "a clay pot for everyone"]
    const weak = { email, password: "password" }
    expect((await t.request("PATCH", "/v1/account/email", { person, body: weak })).statusCode).toBe(400)
    const kept = await t.request("PATCH", "/v1/account/email", { person, body: { email, password } })
    expect(kept.json()).toMatchObject({ $id: person.accountId, email, emailVerification: false })
    expect((await post("/sessions/email", { email, password })).json().userId).toBe(person.accountId)
  })
})

describe("an anonymous session may only read:", () => {
  test.each([
    ["PATCH", "/v1/account/name", { name: "Ada" }],
    ["PATCH", "/v1/account/prefs", { prefs: { theme: "dark" } }],
    ["PATCH", "/v1/account/password", { password: "a clay pot for everyone" }],
    ["POST", "/v1/databases/main/collections/profiles/documents", { documentId: "unique()", data: { country: "x" } }],
    ["PATCH", "/v1/databases/main/collections/profiles/documents/any", { data: { country: "x" } }],
    ["DELETE", "/v1/databases/main/collections/generations/documents/any", {}],
    ["POST", "/v1/storage/buckets/training/files", {}],
    ["PUT", "/v1/storage/buckets/training/files/any", { name: "x" }],
    ["POST", "/image-gen-with-flux-1.1", { prompt: "a clay pot", aspect_ratio: "1:1" }],
  ] as const)("%s %s is refused", async (method, path, body) => {
    const person = personOf(await post("/sessions/anonymous"))
    const reply = await t.request(method, path, { person, body })
    expect(reply.json()).toMatchObject({ code: 401, type: "user_unauthorized" })
  })

  test("it reads what visitors read and what is its own, makes tokens for that, and signs out", async () => {
    const person = personOf(await post("/sessions/anonymous"))
    const documents = "/v1/databases/main/collections/generations/documents"
    expect((await t.request("GET", documents, { person })).statusCode).toBe(200)
    const { jwt } = (await post("/jwt", {}, { person })).json()
    const headers = { "x-appwrite-jwt": jwt }
    expect((await t.request("GET", "/v1/account", { headers })).json().$id).toBe(person.accountId)
    const body = { name: "Ada" }
    expect((await t.request("PATCH", "/v1/account/name", { headers, body })).json().type).toBe("user_unauthorized")
    expect((await t.request("DELETE", "/v1/account/sessions/current", { person })).statusCode).toBe(204)
  })

  test("an address ends that", async () => {
    const person = personOf(await post("/sessions/anonymous"))
    const body = { email: newEmail(), password: "a clay pot for everyone" }
    await t.request("PATCH", "/v1/account/email", { person, body })
    expect((await t.request("PATCH", "/v1/account/name", { person, body: { name: "Ada" } })).statusCode).toBe(200)
  })
})

describe("a link that signs in", () => {
  test.each(["/sessions/magic-url", "/tokens/magic-url"])("is sent by %s and works once", async (path) => {
    const email = newEmail()
    const token = await post(path, { userId: "unique()", email, url: "http://localhost:3000/app?from=mail" })
    expect(token.statusCode, token.body).toBe(201)
    expect(token.json()).toMatchObject({ secret: "", phrase: "" })
    const { text } = await mailTo(t, email)
    const link = new URL(text.match(/https?:\/\/\S+/)?.[0] ?? "")
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      from: "mail",
      userId: token.json().userId,
      project: "aworan",
      expire: token.json().expire,
    })
    const body = { userId: token.json().userId, secret: link.searchParams.get("secret") }
    expect(body.secret).toHaveLength(64)
    const replies = await Promise.all([1, 2].map(() => put("/sessions/magic-url", body)))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([201, 401])
    const session = replies.find((reply) => reply.statusCode === 201)
    if (!session) throw new Error("Nobody signed in.")
    expect(session.json()).toMatchObject({ provider: "magic-url", providerUid: email, factors: ["email"] })
    const user = await t.request("GET", "/v1/account", { person: personOf(session) })
    expect(user.json()).toMatchObject({ email, emailVerification: true })
    const terms = await t.request("GET", "/terms-accepted", { person: personOf(session) })
    expect(terms.json().data.isAccepted).toBe(true)
  })

  test("carries two words when asked for", async () => {
    const email = newEmail()
    const { phrase } = (await post("/tokens/magic-url", { userId: "unique()", email, phrase: true })).json()
    expect(phrase).toMatch(/^[a-z]+ [a-z]+$/)
    expect((await mailTo(t, email)).text).toContain(phrase)
  })

  test("lives ten minutes", async () => {
    const { $createdAt, expire } = (await post("/tokens/magic-url", { userId: "unique()", email: newEmail() })).json()
    expect(Math.round((Date.parse(expire) - Date.parse($createdAt)) / 60_000)).toBe(10)
  })

  test("answers the same for a known address as for a new one, whatever id is asked for", async () => {
    const person = await t.signUp()
    const shapeOf = (token: Record<string, string>) => ({ ...token, $id: "", $createdAt: "", expire: "" })
    for (const path of ["/tokens/magic-url", "/tokens/email"]) {
      const userId = `own-${++numbers}-${Date.now()}`
      const [known, unknown] = [
        await post(path, { userId, email: person.email }),
        await post(path, { userId, email: newEmail() }),
      ]
      expect([known.statusCode, shapeOf(known.json())]).toEqual([unknown.statusCode, shapeOf(unknown.json())])
      const fresh = await post(path, { userId: "unique()", email: person.email })
      expect(fresh.json().userId).not.toBe(person.accountId)
    }
  })

  test("gives a new account the wanted id, and the known one to whom the address belongs", async () => {
    const [person, userId, email] = [await t.signUp(), `own-${Date.now()}`, newEmail()]
    await post("/tokens/magic-url", { userId, email })
    const made = await post("/sessions/token", { userId, secret: await secretMailedTo(email) })
    expect(made.json().userId).toBe(userId)
    const known = await post("/tokens/magic-url", { userId, email: person.email })
    const secret = await secretMailedTo(person.email)
    const session = await post("/sessions/token", { userId: known.json().userId, secret })
    expect(session.json().userId).toBe(person.accountId)
    const other = newEmail()
    await post("/tokens/magic-url", { userId, email: other })
    const third = await post("/sessions/token", { userId, secret: await secretMailedTo(other) })
    expect(third.statusCode, third.body).toBe(201)
    expect([userId, person.accountId]).not.toContain(third.json().userId)
  })

  test("takes the way in from whoever made the account without proving the mailbox", async () => {
    const squatter = await t.signUp()
    const { userId } = (await post("/tokens/magic-url", { userId: "unique()", email: squatter.email })).json()
    const secret = await secretMailedTo(squatter.email)
    const session = await post("/sessions/token", { userId, secret })
    expect(session.json()).toMatchObject({ userId: squatter.accountId, provider: "magic-url" })
    expect((await t.request("GET", "/v1/account", { person: squatter })).statusCode).toBe(401)
    const { email, password } = squatter
    expect((await post("/sessions/email", { email, password })).json().type).toBe("user_invalid_credentials")
  })

  test.each([
    ["an unknown account", (body: object) => ({ ...body, userId: "nobody" })],
    ["a wrong secret", (body: object) => ({ ...body, secret: "f".repeat(64) })],
  ])("is refused for %s", async (_, spoil) => {
    const email = newEmail()
    const { userId } = (await post("/tokens/magic-url", { userId: "unique()", email })).json()
    const body = spoil({ userId, secret: await secretMailedTo(email) })
    expect((await put("/sessions/magic-url", body)).json()).toMatchObject({ code: 401, type: "user_invalid_token" })
  })

  test("leads to pages of ours only", async () => {
    const reply = await post("/tokens/magic-url", {
      userId: "unique()",
      email: newEmail(),
      url: "https://evil.example/",
    })
    expect(reply.statusCode).toBe(400)
  })

  test("makes no account when nobody follows it", async () => {
    const email = newEmail()
    await post("/tokens/magic-url", { userId: "unique()", email })
    await secretMailedTo(email)
    expect(await t.s.db.selectFrom("accounts").select("id").where("email", "=", email).execute()).toEqual([])
  })
})

describe("a code by e-mail", () => {
  const codeIn = (text: string): string => text.match(/^\d{6}$/m)?.[0] ?? ""

  test("signs in once, confirms the address and shows its two words on both sides", async () => {
    const email = newEmail()
    const token = await post("/tokens/email", { userId: "unique()", email, phrase: true })
    expect(token.statusCode, token.body).toBe(201)
    const { userId, phrase, secret } = token.json()
    expect(phrase).toMatch(/^[a-z]+ [a-z]+$/)
    expect(secret).toBe("")
    const { text, html } = await mailTo(t, email)
    expect(text).toContain(phrase)
    expect(html).toContain(phrase)
    const body = { userId, secret: codeIn(text) }
    const session = await post("/sessions/token", body)
    expect(session.json()).toMatchObject({ userId, provider: "token", providerUid: email, factors: ["email"] })
    const user = await t.request("GET", "/v1/account", { person: personOf(session) })
    expect(user.json()).toMatchObject({ email, emailVerification: true })
    expect((await post("/sessions/token", body)).json().type).toBe("user_invalid_token")
  })

  test("is gone after five wrong guesses, and is no code of another kind", async () => {
    const email = newEmail()
    const { userId } = (await post("/tokens/email", { userId: "unique()", email })).json()
    const { text } = await mailTo(t, email)
    expect(text).not.toContain("two words")
    const secret = codeIn(text)
    expect((await put("/sessions/phone", { userId, secret })).json().type).toBe("user_invalid_token")
    const wrong = String((Number(secret) + 1) % 1_000_000).padStart(6, "0")
    for (let guess = 0; guess < 5; guess++) await post("/sessions/token", { userId, secret: wrong })
    expect((await post("/sessions/token", { userId, secret })).json().type).toBe("user_invalid_token")
  })
})

describe("a code by text message", () => {
  test.each(["/sessions/phone", "/tokens/phone"])("is sent by %s and signs in once", async (path) => {
    const phone = newPhone()
    const token = await post(path, { userId: "unique()", phone })
    expect(token.statusCode, token.body).toBe(201)
    const code = await codeSentTo(phone)
    expect(code).toMatch(/^\d{6}$/)
    const body = { userId: token.json().userId, secret: code }
    const session = await put("/sessions/phone", body)
    expect(session.json()).toMatchObject({ provider: "phone", providerUid: phone, factors: ["phone"] })
    const user = await t.request("GET", "/v1/account", { person: personOf(session) })
    expect(user.json()).toMatchObject({ phone, phoneVerification: true })
    expect((await put("/sessions/phone", body)).json().type).toBe("user_invalid_token")
    const again = await post(path, { userId: "unique()", phone })
    const secondBody = { userId: again.json().userId, secret: await codeSentTo(phone, code) }
    expect((await put("/sessions/phone", secondBody)).json().userId).toBe(body.userId)
  })

  test("reaches one account however the number was written", async () => {
    const phone = "+2348030000001"
    const first = (await post("/tokens/phone", { userId: "unique()", phone })).json()
    const code = await codeSentTo(phone)
    const { userId } = (await put("/sessions/phone", { userId: first.userId, secret: code })).json()
    const again = (await post("/tokens/phone", { userId: "unique()", phone: "+23408030000001" })).json()
    const secret = await codeSentTo(phone, code)
    expect((await put("/sessions/phone", { userId: again.userId, secret })).json().userId).toBe(userId)
  })

  test("is gone after five wrong guesses", async () => {
    const phone = newPhone()
    const { userId } = (await post("/tokens/phone", { userId: "unique()", phone })).json()
    const secret = await codeSentTo(phone)
    const wrong = String((Number(secret) + 1) % 1_000_000).padStart(6, "0")
    for (let guess = 0; guess < 5; guess++) {
      expect((await post("/sessions/token", { userId, secret: wrong })).json().type).toBe("user_invalid_token")
    }
    expect((await post("/sessions/token", { userId, secret })).json().type).toBe("user_invalid_token")
  })

  test("confirms a number, and does not sign in", async () => {
    const person = await t.signUp()
    const ask = () => t.request("POST", "/v1/account/verification/phone", { person, body: {} })
    expect((await ask()).json().type).toBe("user_phone_not_found")
    const phone = newPhone()
    await t.request("PATCH", "/v1/account/phone", { person, body: { phone, password: person.password } })
    expect((await ask()).statusCode).toBe(201)
    const body = { userId: person.accountId, secret: await codeSentTo(phone) }
    expect((await put("/sessions/phone", body)).json().type).toBe("user_invalid_token")
    const confirmed = await put("/verifications/phone", body, { person })
    expect(confirmed.json()).toMatchObject({ userId: person.accountId, secret: "" })
    expect((await t.request("GET", "/v1/account", { person })).json().phoneVerification).toBe(true)
    expect((await ask()).json().type).toBe("user_phone_already_verified")
  })

  test("is refused where messages are not set up", async () => {
    const silent = await openTestApp({ settings: { MESSAGES: "disabled" } })
    try {
      const body = { userId: "unique()", phone: newPhone() }
      const reply = await silent.request("POST", "/v1/account/sessions/phone", { body })
      expect(reply.json()).toMatchObject({ code: 503, type: "general_phone_disabled" })
      expect((await silent.request("GET", "/dev/messages.json")).statusCode).toBe(404)
    } finally {
      await silent.close()
    }
  })
})

describe("a sign-in provider", () => {
  test.each([
    ["google", 412, "project_provider_disabled"],
    ["github", 412, "project_provider_disabled"],
    ["nobody", 400, "project_provider_unsupported"],
    ["constructor", 400, "project_provider_unsupported"],
  ])("%s answers %i", async (provider, code, type) => {
    for (const path of ["sessions", "tokens"]) {
      const reply = await t.request("GET", `/v1/account/${path}/oauth2/${provider}?project=aworan`)
      expect(reply.json()).toMatchObject({ code, type })
    }
  })
})

describe("messages to one address", () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await openTestApp({ hasWorker: false, settings: { RATE_LIMIT_FACTOR: "1" } })
  })
  afterAll(() => strict.close())
  afterEach(() => vi.useRealTimers())

  const page = "http://localhost:3000/page"

  test.each([
    ["confirms", "/v1/account/verification", () => ({ url: page })],
    ["resets", "/v1/account/recovery", (email: string) => ({ email, url: page })],
    ["resets, known to nobody", "/v1/account/recovery", (email: string) => ({ email: `x${email}`, url: page })],
    ["signs in", "/v1/account/sessions/magic-url", (email: string) => ({ userId: "unique()", email, url: page })],
  ])("go once a minute: a link that %s", async (_, path, body) => {
    const start = Date.now()
    vi.useFakeTimers({ toFake: ["Date"], now: start })
    const person = await strict.signUp()
    const ask = () =>
      strict.request("POST", path, {
        ...(path.endsWith("verification") ? { person } : {}),
        body: body(person.email),
      })
    const all = await Promise.all([ask(), ask(), ask()])
    expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([201, 429, 429])
    // Another window of the clock has begun, and the minute is not over.
    vi.setSystemTime(start + 59_000)
    const refused = await ask()
    expect(refused.json()).toMatchObject({ type: "general_rate_limit_exceeded", retryAfter: 1 })
    expect(refused.headers["retry-after"]).toBe("1")
    vi.setSystemTime(start + 60_000)
    expect((await ask()).statusCode).toBe(201)
  })
})
