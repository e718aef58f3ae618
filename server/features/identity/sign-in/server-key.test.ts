import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { mailTo } from "#server/testing/wait.ts"

let t: TestApp
const key = { "x-appwrite-key": "a key of the server, long enough" }

beforeAll(async () => {
  t = await openTestApp({ settings: { API_KEY: key["x-appwrite-key"], RATE_LIMIT_FACTOR: "1" } })
})
afterAll(() => t.close())

const post = (path: string, body: object, headers: Record<string, string> = key) =>
  t.request("POST", `/v1/account${path}`, { body, headers })

describe("a server key", () => {
  test("is shown the secret of a session, which signs in by header; nobody else is", async () => {
    const person = await t.signUp()
    const body = { email: person.email, password: person.password }
    const { secret } = (await post("/sessions/email", body)).json()
    const account = await t.request("GET", "/v1/account", { headers: { "x-appwrite-session": secret } })
    expect(account.json().$id).toBe(person.accountId)
    expect((await post("/sessions/email", body, {})).json().secret).toBe("")
  })

  test("is shown the secrets of links and codes, which are sent all the same", async () => {
    const person = await t.signUp()
    const magic = (await post("/tokens/magic-url", { userId: "unique()", email: person.email })).json()
    expect((await mailTo(t, person.email)).text).toContain(magic.secret)
    const session = await post("/sessions/token", { userId: magic.userId, secret: magic.secret }, {})
    expect(session.json()).toMatchObject({ userId: person.accountId, secret: "" })
    const url = "http://localhost:3000/reset-password"
    const recovery = (await post("/recovery", { email: person.email, url })).json()
    const reset = { userId: recovery.userId, secret: recovery.secret, password: "another long password" }
    expect((await t.request("PUT", "/v1/account/recovery", { body: reset })).json().secret).toBe("")
    const code = (await post("/tokens/phone", { userId: "unique()", phone: "+2348099999999" })).json()
    expect(code.secret).toMatch(/^\d{6}$/)
    expect((await post("/recovery", { email: "nobody@example.com", url })).json().type).toBe("user_not_found")
  })

  test("has no account of its own, and no place beside a session", async () => {
    const person = await t.signUp()
    expect((await t.request("GET", "/v1/account", { headers: key })).json().type).toBe("general_unauthorized_scope")
    const both = await t.request("GET", "/v1/account", { headers: key, person })
    expect(both.json()).toMatchObject({ code: 403, type: "user_key_and_session_set" })
    const { jwt } = (await t.request("POST", "/v1/account/jwt", { person, body: {} })).json()
    const withJwt = await t.request("GET", "/v1/account", { headers: { ...key, "x-appwrite-jwt": jwt } })
    expect(withJwt.json().type).toBe("user_key_and_session_set")
    const wrong = await t.request("GET", "/v1/account", { headers: { "x-appwrite-key": "wrong" } })
    expect(wrong.json().type).toBe("general_unauthorized_scope")
  })

  test("is not limited", async () => {
    const body = { email: "limits@example.com", password: "not the password" }
    const statuses = []
    for (let n = 0; n < 12; n++) statuses.push((await post("/sessions/email", body)).statusCode)
    expect(new Set(statuses)).toEqual(new Set([401]))
  })
})

describe("without a key, limits hold", () => {
  const guess = { userId: "somebody", secret: "123456" }
  const text = { userId: "unique()", phone: "+2348088888888" }

  test.each([
    ["POST", "/sessions/token", guess, 10],
    ["PUT", "/sessions/phone", guess, 10],
    ["PUT", "/sessions/magic-url", guess, 10],
    ["PUT", "/verification/phone", guess, 10],
    ["POST", "/tokens/phone", text, 10],
    ["POST", "/sessions/anonymous", {}, 50],
  ] as const)("%s %s", async (method, path, body, max) => {
    const send = () => t.request(method, `/v1/account${path}`, { body })
    const first = await send()
    expect(first.headers["x-ratelimit-limit"]).toBe(String(max))
    for (let n = 1; n < max; n++) expect((await send()).statusCode).not.toBe(429)
    expect((await send()).json()).toMatchObject({ code: 429, type: "general_rate_limit_exceeded" })
  })
})
