import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { messages } from "#contract/messages.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { mailTo } from "#server/testing/wait.ts"
import { sweepAccounts } from "./sweep.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const page = "http://localhost:3000/verify-user"

function account(email: string, more: object = {}) {
  return { userId: "unique()", email, password: "a long enough password", name: "Ada Obi", ...more }
}

/** The link of a mail, as its reader would follow it. */
function linkOf(text: string): { userId: string; secret: string; url: URL } {
  const url = new URL(text.match(/https?:\/\/\S+/)?.[0] ?? "")
  return { url, userId: url.searchParams.get("userId") ?? "", secret: url.searchParams.get("secret") ?? "" }
}

async function requestLink(path: string, body: object, options: object = {}) {
  const reply = await t.request("POST", path, { body, ...options })
  expect(reply.statusCode).toBe(201)
  return reply.json<Record<string, string>>()
}

describe("POST /v1/account", () => {
  test("makes the account and its profile, and does not sign in", async () => {
    const reply = await t.request("POST", "/v1/account", { body: account("Zainab@Example.com ") })
    expect(reply.statusCode).toBe(201)
    expect(reply.cookies).toEqual([])
    const user = reply.json()
    expect(user).toMatchObject({ email: "zainab@example.com", name: "Ada Obi", emailVerification: false, prefs: {} })
    expect(user.$createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    const profile = await t.s.db
      .selectFrom("profiles")
      .selectAll()
      .where("accountId", "=", user.$id)
      .executeTakeFirstOrThrow()
    expect(profile).toMatchObject({ cohort: "2", stage: "prospect", isActivated: false, name: "Ada Obi" })
    expect(profile.imageUrl).toContain("/v1/avatars/initials?name=Ada+Obi")
  })

  test("refuses an address that is taken, in any spelling", async () => {
    await t.request("POST", "/v1/account", { body: account("taken@example.com") })
    const reply = await t.request("POST", "/v1/account", { body: account(" TAKEN@example.com") })
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ type: "user_already_exists", code: 409 })
  })

  test.each([
    ["no e-mail", { userId: "unique()", password: "a long enough password" }, 'Param "email" is not optional.'],
    ["a short password", account("s@example.com", { password: "short" }), /Password must be at least 8 characters/],
    ["a broken address", account("nobody"), /Invalid email address/],
    ["an invisible character", account("a\u200bb@example.com"), /Invalid email address/],
    ["a NUL in the name", account("nul@example.com", { name: "a\u0000b" }), /Invalid text/],
    ["an id of its own making that is none", account("i@example.com", { userId: "../x" }), /userId/],
  ])("refuses %s", async (_, body, message) => {
    const reply = await t.request("POST", "/v1/account", { body })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().type).toBe("general_argument_invalid")
    expect(reply.json().message).toMatch(message)
  })
})

describe("sessions", () => {
  test("sign in with a cookie that holds the secret, and a fallback header that does not", async () => {
    const person = await t.signUp({ details: false })
    await t.request("DELETE", "/v1/account/sessions/current", { person })
    const reply = await t.request("POST", "/v1/account/sessions/email", {
      body: { email: person.email, password: person.password },
    })
    expect(reply.statusCode).toBe(201)
    const [cookie] = reply.cookies
    expect(cookie).toMatchObject({ name: "a_session_aworan", httpOnly: true, sameSite: "Lax", path: "/" })
    const fallback = String(reply.headers["x-fallback-cookies"])
    expect(JSON.parse(fallback)).toEqual({ a_session_aworan: "signed-in" })
    expect(reply.json()).toMatchObject({ provider: "email", countryCode: "--", current: true, secret: "" })
    const asGuest = await t.request("GET", "/v1/account", { headers: { "x-fallback-cookies": fallback } })
    expect(asGuest.statusCode).toBe(401)
  })

  test("say the same about an unknown address and a wrong password", async () => {
    const person = await t.signUp()
    const wrong = await t.request("POST", "/v1/account/sessions/email", {
      body: { email: person.email, password: "not the password" },
    })
    const unknown = await t.request("POST", "/v1/account/sessions/email", {
      body: { email: "nobody@example.com", password: "not the password" },
    })
    expect(wrong.statusCode).toBe(401)
    expect(unknown.json()).toEqual(wrong.json())
  })

  test("refuse a second one while one is live, with the quoted sentence", async () => {
    const person = await t.signUp()
    const reply = await t.request("POST", "/v1/account/sessions/email", {
      person,
      body: { email: person.email, password: person.password },
    })
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject({ type: "user_session_already_exists", message: messages.sessionActive })
  })

  test("end at sign-out, with cookies expired and an empty fallback", async () => {
    const person = await t.signUp()
    const reply = await t.request("DELETE", "/v1/account/sessions/current", { person, body: {} })
    expect(reply.statusCode).toBe(204)
    expect(reply.body).toBe("")
    expect(reply.headers["content-type"]).toBeUndefined()
    expect(reply.headers["x-fallback-cookies"]).toBe("[]")
    expect((await t.request("GET", "/v1/account", { person })).statusCode).toBe(401)
  })

  test("are listed for their owner alone and ended by id", async () => {
    const person = await t.signUp()
    const stranger = await t.signUp()
    const second = await t.request("POST", "/v1/account/sessions/email", {
      body: { email: person.email, password: person.password },
    })
    const list = (await t.request("GET", "/v1/account/sessions", { person })).json()
    expect(list.total).toBe(2)
    expect(list.sessions.filter((session: { current: boolean }) => session.current)).toHaveLength(1)
    const id = second.json().$id
    expect((await t.request("GET", `/v1/account/sessions/${id}`, { person: stranger })).statusCode).toBe(404)
    expect((await t.request("DELETE", `/v1/account/sessions/${id}`, { person: stranger })).statusCode).toBe(404)
    expect((await t.request("DELETE", `/v1/account/sessions/${id}`, { person })).statusCode).toBe(204)
    expect((await t.request("GET", "/v1/account/sessions", { person })).json().total).toBe(1)
  })

  test("live a year from signing in, and a year more from when they are asked to go on, cookies too", async () => {
    const person = await t.signUp()
    const age = sql<Date>`now() - interval '300 days'`
    const sessions = t.s.db.updateTable("sessions").where("accountId", "=", person.accountId)
    await sessions.set({ createdAt: age, expiresAt: sql<Date>`now() + interval '65 days'` }).execute()
    const daysLeft = (at: string | Date | undefined) =>
      Math.round((Number(new Date(at ?? 0)) - Date.now()) / 86_400_000)
    const used = await t.request("GET", "/v1/account/sessions/current", { person })
    expect([daysLeft(used.json().expire), used.cookies]).toEqual([65, []])
    const asked = await t.request("PATCH", "/v1/account/sessions/current", { person, body: {} })
    expect(daysLeft(asked.json().expire)).toBe(365)
    expect(asked.cookies.map(({ expires }) => daysLeft(expires))).toEqual(asked.cookies.map(() => 365))
    expect(asked.cookies.length).toBeGreaterThan(0)
  })

  test("are at most ten; the oldest ends first", async () => {
    const person = await t.signUp()
    const body = { email: person.email, password: person.password }
    for (let n = 0; n < 10; n++) await t.request("POST", "/v1/account/sessions/email", { body })
    expect((await t.request("GET", "/v1/account", { person })).statusCode).toBe(401)
  })
})

describe("verification", () => {
  test("sends a link that confirms once and grants the welcome credits once", async () => {
    const person = await t.signUp()
    await requestLink("/v1/account/verification", { url: page }, { person })
    const mail = await mailTo(t, person.email)
    const link = linkOf(mail.text)
    expect(link.url.pathname).toBe("/verify-user")
    expect(link.secret).toHaveLength(256)
    const body = { userId: link.userId, secret: link.secret }
    const replies = await Promise.all([1, 2, 3].map(() => t.request("PUT", "/v1/account/verification", { body })))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 401, 401])
    expect((await t.request("GET", "/v1/account", { person })).json().emailVerification).toBe(true)
    expect((await t.request("GET", "/credits", { person })).json()).toEqual({ data: { credits: 20, held: 0 } })
    const again = await t.request("POST", "/v1/account/verification", { person, body: { url: page } })
    expect(again.json().type).toBe("user_email_already_verified")
  })

  test("answers under the newer path as well", async () => {
    const person = await t.signUp()
    const token = await requestLink("/v1/account/verifications/email", { url: page }, { person })
    expect(token).toMatchObject({ userId: person.accountId, secret: "", phrase: "" })
  })

  test("does not accept the link of another person, of another purpose, or one that is too old", async () => {
    const person = await t.signUp()
    const other = await t.signUp()
    await requestLink("/v1/account/verification", { url: page }, { person })
    const { secret } = linkOf((await mailTo(t, person.email)).text)
    const put = (path: string, body: object) => t.request("PUT", path, { body })
    expect((await put("/v1/account/verification", { userId: other.accountId, secret })).statusCode).toBe(401)
    const asRecovery = { userId: person.accountId, secret, password: "another password" }
    expect((await put("/v1/account/recovery", asRecovery)).statusCode).toBe(401)
    await t.s.db
      .updateTable("accountTokens")
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where("accountId", "=", person.accountId)
      .execute()
    expect((await put("/v1/account/verification", { userId: person.accountId, secret })).json().type).toBe(
      "user_invalid_token",
    )
  })

  test.each([
    "https://evil.example/verify-user",
    "//evil.example",
    "http://localhost@evil.example/",
    "javascript:alert(1)",
    "http://localhost:3000\\@evil.example",
    "ftp://localhost/",
  ])("refuses to send a link to %s", async (url) => {
    const person = await t.signUp()
    const reply = await t.request("POST", "/v1/account/verification", { person, body: { url } })
    expect(reply.statusCode).toBe(400)
  })
})

describe("recovery", () => {
  test("sets a new password and ends every session", async () => {
    const person = await t.signUp()
    await requestLink("/v1/account/recovery", { email: person.email, url: "http://localhost:3000/reset-password" })
    const link = linkOf((await mailTo(t, person.email)).text)
    const body = {
      userId: link.userId,
      secret: link.secret,
      password: "a new password",
      passwordAgain: "a new password",
    }
    const mismatch = await t.request("PUT", "/v1/account/recovery", { body: { ...body, passwordAgain: "another" } })
    expect(mismatch.json().type).toBe("user_password_mismatch")
    expect((await t.request("PUT", "/v1/account/recovery", { body })).statusCode).toBe(200)
    expect((await t.request("GET", "/v1/account", { person })).statusCode).toBe(401)
    const signIn = (password: string) =>
      t.request("POST", "/v1/account/sessions/email", { body: { email: person.email, password } })
    expect((await signIn(person.password)).statusCode).toBe(401)
    expect((await signIn("a new password")).statusCode).toBe(201)
    expect((await t.request("PUT", "/v1/account/recovery", { body })).statusCode).toBe(401)
  })

  test("answers alike for an address without an account", async () => {
    const person = await t.signUp()
    const ask = (email: string) =>
      requestLink("/v1/account/recovery", { email, url: "http://localhost:3000/reset-password" })
    const known = await ask(person.email)
    const unknown = await ask("nobody-at-all@example.com")
    expect(Object.keys(unknown)).toEqual(Object.keys(known))
    expect(known.userId).not.toBe(person.accountId)
    expect((await ask("nobody-at-all@example.com")).userId).toBe(unknown.userId)
  })
})

describe("the account itself", () => {
  test("changes name and preferences, replacing the preferences as a whole", async () => {
    const person = await t.signUp()
    expect((await t.request("PATCH", "/v1/account/name", { person, body: { name: "Ngozi Eze" } })).json().name).toBe(
      "Ngozi Eze",
    )
    await t.request("PATCH", "/v1/account/prefs", {
      person,
      body: { prefs: { theme: "dark", nested: { snake_case: 1 } } },
    })
    const user = await t.request("PATCH", "/v1/account/prefs", {
      person,
      body: { prefs: { nested: { snake_case: 2 } } },
    })
    expect(user.json().$id).toBe(person.accountId)
    expect((await t.request("GET", "/v1/account/prefs", { person })).json()).toEqual({ nested: { snake_case: 2 } })
  })

  test("changes the password only with the old one, and ends the other sessions", async () => {
    const person = await t.signUp()
    const elsewhere = await t.request("POST", "/v1/account/sessions/email", {
      body: { email: person.email, password: person.password },
    })
    const change = (oldPassword?: string) =>
      t.request("PATCH", "/v1/account/password", { person, body: { password: "a new password", oldPassword } })
    expect((await change()).statusCode).toBe(401)
    expect((await change("wrong password")).statusCode).toBe(401)
    expect((await change(person.password)).statusCode).toBe(200)
    expect((await t.request("GET", "/v1/account", { person })).statusCode).toBe(200)
    const cookie = elsewhere.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
    expect((await t.request("GET", "/v1/account", { headers: { cookie } })).statusCode).toBe(401)
  })
})

describe("who may call", () => {
  test("a page of another site may not, and is not told that it may", async () => {
    const person = await t.signUp()
    for (const origin of ["https://evil.example", "null", "https://localhost.evil.example"]) {
      const reply = await t.request("PATCH", "/v1/account/name", {
        person,
        body: { name: "Mallory" },
        headers: { origin },
      })
      expect(reply.statusCode).toBe(403)
      expect(reply.headers["access-control-allow-origin"]).toBeUndefined()
    }
  })

  test("our own page may, and may read the fallback header", async () => {
    const reply = await t.request("OPTIONS", "/v1/account", { headers: { origin: "http://localhost:5173" } })
    expect(reply.statusCode).toBe(204)
    expect(reply.headers["access-control-allow-origin"]).toBe("http://localhost:5173")
    const get = await t.request("GET", "/v1/account", { headers: { origin: "http://localhost:5173" } })
    expect(get.statusCode).toBe(401)
    expect(get.headers["access-control-expose-headers"]).toContain("X-Fallback-Cookies")
  })

  test("nobody may name another project", async () => {
    const reply = await t.request("GET", "/v1/account", { headers: { "x-appwrite-project": "other" } })
    expect(reply.json()).toMatchObject({ code: 404, type: "project_not_found" })
  })

  test("a form of another kind than JSON is not read", async () => {
    const reply = await t.app.inject({
      method: "POST",
      url: "/v1/account",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "email=a",
    })
    expect(reply.statusCode).toBe(415)
  })
})

describe("limits", () => {
  test("count wrong passwords per address, and leave a live session alone", async () => {
    const strict = await openTestApp({ settings: { RATE_LIMIT_FACTOR: "1" }, replace: {} })
    try {
      const person = await strict.signUp()
      const tries = Array.from({ length: 12 }, () =>
        strict.request("POST", "/v1/account/sessions/email", {
          body: { email: person.email, password: "wrong password" },
        }),
      )
      const statuses = (await Promise.all(tries)).map((reply) => reply.statusCode)
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
      const limited = await strict.request("POST", "/v1/account/sessions/email", {
        body: { email: person.email, password: person.password },
        headers: { "x-forwarded-for": "203.0.113.9" },
      })
      expect(limited.statusCode).toBe(429)
      expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0)
      expect(limited.headers["x-ratelimit-limit"]).toBe("10")
      expect((await strict.request("GET", "/v1/account", { person })).statusCode).toBe(200)
    } finally {
      await strict.close()
    }
  })
})

test("an account that nobody came back to is removed, and no other", async () => {
  const person = await t.signUp()
  const visitors = await Promise.all(
    [1, 2].map(async () => (await t.request("POST", "/v1/account/sessions/anonymous", { body: {} })).json().userId),
  )
  const [lost, kept] = visitors
  const yesterday = new Date(Date.now() - 30 * 3_600_000)
  const ids = [lost, kept, person.accountId]
  await t.s.db.updateTable("accounts").set({ createdAt: yesterday }).where("id", "in", ids).execute()
  await t.s.db.deleteFrom("sessions").where("accountId", "=", lost).execute()
  await sweepAccounts.run(t.s, {}, new AbortController().signal)
  const left = await t.s.db.selectFrom("accounts").select("id").where("id", "in", ids).execute()
  expect(left.map(({ id }) => id).sort()).toEqual([person.accountId, kept].sort())
})
