import { createHmac } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

async function makeJwt(person: TestPerson, body: object = {}, path = "/v1/account/jwt"): Promise<string> {
  const reply = await t.request("POST", path, { person, body })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<{ jwt: string }>().jwt
}

const accountBy = (jwt: string, person?: TestPerson) =>
  t.request("GET", "/v1/account", { headers: { "x-appwrite-jwt": jwt }, ...(person ? { person } : {}) })

const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString())

describe("a token that stands for a session", () => {
  test("opens the account for a quarter of an hour, or as long as asked", async () => {
    const person = await t.signUp()
    const jwt = await makeJwt(person)
    expect(claimsOf(jwt)).toMatchObject({ userId: person.accountId })
    expect(Math.abs(claimsOf(jwt).exp - Date.now() / 1000 - 900)).toBeLessThan(5)
    const long = await makeJwt(person, { duration: 3_600 }, "/v1/account/jwts")
    expect(Math.abs(claimsOf(long).exp - Date.now() / 1000 - 3_600)).toBeLessThan(5)
    expect((await accountBy(jwt)).json().$id).toBe(person.accountId)
    const tooLong = await t.request("POST", "/v1/account/jwts", { person, body: { duration: 3_601 } })
    expect(tooLong.statusCode).toBe(400)
  })

  test("counts before a cookie", async () => {
    const [person, other] = [await t.signUp(), await t.signUp()]
    expect((await accountBy(await makeJwt(person), other)).json().$id).toBe(person.accountId)
  })

  test("begets no other", async () => {
    const person = await t.signUp()
    const headers = { "x-appwrite-jwt": await makeJwt(person) }
    const reply = await t.request("POST", "/v1/account/jwt", { headers, body: {} })
    expect(reply.json()).toMatchObject({ code: 404, type: "user_session_not_found" })
  })

  test("is a guest's once its session has ended", async () => {
    const person = await t.signUp()
    const jwt = await makeJwt(person)
    await t.request("DELETE", "/v1/account/sessions/current", { person })
    expect((await accountBy(jwt)).json()).toMatchObject({ code: 401, type: "general_unauthorized_scope" })
  })

  test("is refused when changed, too old, or signed another way", async () => {
    const person = await t.signUp()
    const jwt = await makeJwt(person)
    const [head = "", body = "", signature = ""] = jwt.split(".")
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
    const claims = claimsOf(jwt)
    const other = await t.signUp()
    const none = encode({ alg: "none", typ: "JWT" })
    const hs512 = encode({ alg: "HS512", typ: "JWT" })
    const sign = (text: string, key: Buffer) => createHmac("sha256", key).update(text).digest("base64url")
    const ownKey = createHmac("sha256", t.s.tokenKey).update("jwt").digest()
    const old = `${head}.${encode({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 })}`
    const bad = [
      `${head}.${encode({ ...claims, userId: other.accountId })}.${signature}`,
      `${none}.${body}.`,
      `${none}.${body}.${sign(`${none}.${body}`, ownKey)}`,
      `${hs512}.${body}.${createHmac("sha512", ownKey).update(`${hs512}.${body}`).digest("base64url")}`,
      `${head}.${body}.${sign(`${head}.${body}`, t.s.tokenKey)}`,
      `${old}.${sign(old, ownKey)}`,
      `${jwt}.x`,
      "nonsense",
    ]
    for (const text of bad) {
      expect((await accountBy(text)).json(), text).toMatchObject({ code: 401, type: "user_jwt_invalid" })
    }
  })
})
