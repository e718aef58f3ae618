import * as sdk27 from "appwrite-27"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import { issueProviderToken } from "#server/features/identity/one-time-tokens/service.ts"
import { openAuthenticator } from "#server/testing/services/authenticator.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { mailTo, until } from "#server/testing/wait.ts"

let t: TestApp
const key = { "x-appwrite-key": "a server key of enough letters" }

/** The server's clock, which moves one step with every code, so that none is used twice by accident. */
let clock = Date.now()

function tick(): number {
  clock += 30_000
  return clock
}

beforeAll(async () => {
  t = await openTestApp({ settings: { API_KEY: key["x-appwrite-key"] }, replace: { now: () => new Date(clock) } })
  await t.app.listen({ port: 0, host: "127.0.0.1" })
})
afterAll(() => t.close())

const totp = "/v1/account/mfa/authenticators/totp"
const challenge = "/v1/account/mfa/challenge"

interface Guarded extends TestPerson {
  recoveryCodes: string[]
  /** The app's next code. */
  code(): string
}

/** A confirmed person with an app. */
async function guarded(): Promise<Guarded> {
  const person = await t.signUp({ isVerified: true })
  const offer = await t.request("POST", totp, { person, body: {} })
  expect(offer.statusCode, offer.body).toBe(200)
  const app = openAuthenticator(offer.json().secret)
  const code = (): string => app.codeAt(tick())
  const confirmed = await t.request("PUT", totp, { person, body: { otp: code() } })
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  return { ...person, code, recoveryCodes: confirmed.json().recoveryCodes }
}

type Reply = Awaited<ReturnType<TestApp["request"]>>

function cookieOf(person: TestPerson, reply: Reply): TestPerson {
  const cookie = reply.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
  return { ...person, cookie }
}

/** Signs in by password: half, where there is a factor. */
async function signIn(person: TestPerson): Promise<TestPerson> {
  const { email, password } = person
  const reply = await t.request("POST", "/v1/account/sessions/email", { body: { email, password } })
  expect(reply.statusCode, reply.body).toBe(201)
  return cookieOf(person, reply)
}

const give = (person: TestPerson, otp: string, challengeId: "totp" | "recoverycode" = "totp") =>
  t.request("PUT", challenge, { person, body: { challengeId, otp } })

async function age(person: TestPerson, minutes = 11): Promise<void> {
  await sql`update sessions set proved_at = now() - ${minutes} * interval '1 minute'
    where account_id = ${person.accountId}`.execute(t.s.db)
}

const subjects = (person: TestPerson, subject: string) =>
  until(async () => (await mailTo(t, person.email)).subject.startsWith(subject))

describe("setting up", () => {
  test("shows the secret in three ways, and the recovery codes once", async () => {
    const person = await t.signUp({ isVerified: true })
    const elsewhere = await signIn(person)
    const { secret, uri, qr } = (await t.request("POST", totp, { person, body: {} })).json()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toContain(`otpauth://totp/Aworan:${encodeURIComponent(person.email)}?secret=${secret}&issuer=Aworan`)
    expect(qr.path).toMatch(/^M4 4h7v1h-7z/)
    const app = openAuthenticator(secret)
    expect((await t.request("PUT", totp, { person, body: { otp: "000" } })).json().type).toBe("user_invalid_token")
    expect((await t.request("GET", "/v1/account", { person })).json().mfa).toBe(false)
    const code = app.codeAt(tick())
    const confirmed = (
      await t.request("PUT", totp, { person, body: { otp: `${code.slice(0, 3)} ${code.slice(3)}` } })
    ).json()
    expect(confirmed).toMatchObject({ $id: person.accountId, mfa: true })
    expect(new Set(confirmed.recoveryCodes).size).toBe(10)
    await subjects(person, "Two-step sign-in is on")
    expect((await t.request("GET", "/v1/account", { person: elsewhere })).statusCode).toBe(401)
    expect((await t.request("GET", "/account/factor", { person })).json().data.recoveryCodesLeft).toBe(10)
    // Neither the secret nor a code stands anywhere as it is.
    const stored = await sql<{ text: string }>`select row::text as text from second_factors as row
      union all select row::text from recovery_codes as row`.execute(t.s.db)
    const text = stored.rows.map((row) => row.text).join()
    for (const plain of [secret, ...confirmed.recoveryCodes]) {
      expect(text).not.toContain(plain)
      expect(text).not.toContain(Buffer.from(plain).toString("hex"))
    }
  })

  test("asks for a confirmed address, a fresh proof, and never takes a token", async () => {
    const unconfirmed = await t.signUp()
    expect((await t.request("POST", totp, { person: unconfirmed, body: {} })).json().type).toBe("not_allowed")
    const person = await t.signUp({ isVerified: true })
    const { jwt } = (await t.request("POST", "/v1/account/jwt", { person, body: {} })).json()
    const byToken = await t.request("POST", totp, { headers: { "x-appwrite-jwt": jwt }, body: {} })
    expect(byToken.json().type).toBe("user_unauthorized")
    await age(person)
    expect((await t.request("POST", totp, { person, body: {} })).json()).toMatchObject({
      code: 403,
      type: "proof_required",
    })
    const wrong = await t.request("POST", "/account/proof", { person, body: { password: "not the password" } })
    expect(wrong.json().type).toBe("user_invalid_credentials")
    const right = await t.request("POST", "/account/proof", { person, body: { password: person.password } })
    expect(right.statusCode).toBe(204)
    expect((await t.request("POST", totp, { person, body: {} })).statusCode).toBe(200)
  })
})

describe("a sign-in that awaits its code", () => {
  const channels = [
    ["by password", async ({ email, password }: TestPerson) => ["/sessions/email", { email, password }]],
    ["by link", (person: TestPerson) => byKey("/tokens/magic-url", { email: person.email })],
    ["by a mailed code", (person: TestPerson) => byKey("/tokens/email", { email: person.email })],
    [
      "by a text message",
      async (person: TestPerson) => {
        const phone = `+23480${String(Date.now()).slice(-8)}`
        await t.s.db
          .updateTable("accounts")
          .set({ phone, isPhoneVerified: true })
          .where("id", "=", person.accountId)
          .execute()
        return byKey("/tokens/phone", { phone })
      },
    ],
    [
      "by a provider",
      async ({ accountId: userId }: TestPerson) => {
        const of = { accountId: userId, provider: "google", providerUid: userId }
        const secret = await transact(t.s.db, (tx) => issueProviderToken(t.s, tx, of))
        return ["/sessions/token", { userId, secret }]
      },
    ],
  ] as [string, (person: TestPerson) => Promise<[string, object]>][]

  /** A server key is shown the secret that others get by mail or message. */
  async function byKey(path: string, address: object): Promise<[string, object]> {
    const reply = await t.request("POST", `/v1/account${path}`, {
      headers: key,
      body: { userId: "unique()", ...address },
    })
    expect(reply.statusCode, reply.body).toBe(201)
    const { userId, secret } = reply.json()
    return ["/sessions/token", { userId, secret }]
  }

  test.each(channels)("opens nothing before, all after: %s", async (_, begin) => {
    const person = await guarded()
    const [path, body] = await begin(person)
    const begun = await t.request("POST", `/v1/account${path}`, { body })
    expect(begun.statusCode, begun.body).toBe(201)
    const half = cookieOf(person, begun)
    expect((await t.request("GET", "/v1/account", { person: half })).json()).toMatchObject({
      code: 401,
      type: "user_more_factors_required",
    })
    expect((await t.request("GET", "/v1/account/sessions/current", { person: half })).json().factors).not.toContain(
      "totp",
    )
    const done = await give(half, person.code())
    expect(done.statusCode, done.body).toBe(200)
    expect(done.json().factors).toContain("totp")
    const days = (Date.parse(done.json().expire) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(364)
    expect(done.cookies.map(({ expires }) => expires?.getTime())).toContain(
      new Date(done.json().expire).setMilliseconds(0),
    )
    expect((await t.request("GET", "/v1/account", { person: half })).json()).toMatchObject({
      $id: person.accountId,
      mfa: true,
    })
  })

  test("reads nothing, changes nothing, makes no token, and may sign out", async () => {
    const person = await guarded()
    const half = await signIn(person)
    const isOpen = [
      "GET /account/passkeys/state",
      "POST /account/passkey-proof",
      "POST /account/passkey-proof/challenge",
      "GET /v1/account/mfa/factors",
      "POST /v1/account/mfa/challenge",
      "PUT /v1/account/mfa/challenge",
      "POST /v1/account/mfa/challenges",
      "PUT /v1/account/mfa/challenges",
      "GET /v1/account/sessions/{sessionId}",
      "DELETE /v1/account/sessions/{sessionId}",
    ]
    const paths = Object.entries(t.app.swagger().paths ?? {}) as [string, Record<string, { security?: unknown[] }>][]
    const refused = paths.flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security }]) =>
        security?.length ? [{ method: method.toUpperCase() as "GET", path }] : [],
      ),
    )
    expect(refused.length).toBeGreaterThan(100)
    for (const { method, path } of refused) {
      if (isOpen.includes(`${method} ${path}`)) continue
      const reply = await t.request(method, path.replaceAll(/\{\w+\}/g, "some-id"), { person: half })
      expect([method, path, reply.json().type]).toEqual([method, path, "user_more_factors_required"])
    }
    // Other sessions of the account are none of its business.
    const { $id } = (await t.request("GET", "/v1/account/sessions/current", { person })).json()
    for (const method of ["GET", "DELETE"] as const) {
      const reply = await t.request(method, `/v1/account/sessions/${$id}`, { person: half })
      expect(reply.json().type).toBe("user_more_factors_required")
    }
    // A list that guests may read shows it what guests see.
    const profiles = `/v1/databases/main/collections/profiles/documents?queries[0]=${encodeURIComponent(`equal("accountId", ["${person.accountId}"])`)}`
    expect((await t.request("GET", profiles, { person })).json().total).toBe(1)
    expect((await t.request("GET", profiles, { person: half })).json().total ?? 0).toBe(0)
    expect((await t.request("DELETE", "/v1/account/sessions/current", { person: half })).statusCode).toBe(204)
    expect((await t.request("GET", "/v1/account", { person: half })).json().type).toBe("general_unauthorized_scope")
  })

  test("pushes no other session out, and ends within the hour", async () => {
    const person = await guarded()
    for (let n = 0; n < 11; n++) await signIn(person)
    expect((await t.request("GET", "/v1/account", { person })).statusCode).toBe(200)
    const { sessions } = (await t.request("GET", "/v1/account/sessions", { person })).json()
    expect(sessions).toHaveLength(11)
    const soonest = Math.min(...sessions.map(({ expire }: { expire: string }) => Date.parse(expire)))
    expect(soonest - Date.now()).toBeLessThanOrEqual(3_600_000)
  })

  test("is completed by an SDK of the newer generation", async () => {
    const person = await guarded()
    const half = await signIn(person)
    const address = t.app.server.address()
    const port = typeof address === "object" && address ? address.port : 0
    const client = new sdk27.Client().setEndpoint(`http://127.0.0.1:${port}/v1`).setProject("aworan")
    const value = decodeURIComponent(half.cookie.match(/a_session_aworan=([^;]+)/)?.[1] ?? "")
    client.setSession(value)
    const account = new sdk27.Account(client)
    await expect(account.get()).rejects.toMatchObject({ code: 401, type: "user_more_factors_required" })
    expect(await account.listMFAFactors()).toEqual({ totp: true, phone: false, email: false, recoveryCode: true })
    const { $id } = await account.createMFAChallenge({ factor: sdk27.AuthenticationFactor.Totp })
    expect((await account.updateMFAChallenge({ challengeId: $id, otp: person.code() })).factors).toContain("totp")
    expect((await account.get()).mfa).toBe(true)
  })
})

describe("codes", () => {
  test("count once, also when given at once", async () => {
    const person = await guarded()
    const [first, second] = [await signIn(person), await signIn(person)]
    const code = person.code()
    const replies = await Promise.all([give(first, code), give(second, code)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
    expect((await give(second, code)).json().type).toBe("user_invalid_token")
  })

  test("are guessed at ten times an hour, made at once or not; a recovery code still opens", async () => {
    const person = await guarded()
    const half = await signIn(person)
    const guesses = await Promise.all(Array.from({ length: 14 }, (_, n) => give(half, `00000${n % 10}`)))
    const statuses = guesses.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    expect((await give(half, person.code())).statusCode).toBe(429)
    expect((await give(half, person.recoveryCodes[0] ?? "", "recoverycode")).statusCode).toBe(200)
    await sql`update second_factors set failures_since = now() - interval '61 minutes'
      where account_id = ${person.accountId}`.execute(t.s.db)
    expect((await give(await signIn(person), person.code())).statusCode).toBe(200)
  })

  test("for emergencies count once each, and their use is told by mail", async () => {
    const person = await guarded()
    const [code = ""] = person.recoveryCodes
    const [half, other] = [await signIn(person), await signIn(person)]
    expect((await give(half, "AAAA-BBBB-CCCC", "recoverycode")).statusCode).toBe(401)
    expect((await give(half, code.toLowerCase().replaceAll("-", " "), "recoverycode")).statusCode).toBe(200)
    expect((await give(other, code, "recoverycode")).statusCode).toBe(401)
    await subjects(person, "A recovery code was used")
    expect((await mailTo(t, person.email)).text).toContain("You have 9 left.")
    const renewed = await t.request("PATCH", "/v1/account/mfa/recovery-codes", {
      person: half,
      body: { otp: person.code(), password: person.password },
    })
    expect(renewed.json().recoveryCodes).toHaveLength(10)
    expect((await give(other, person.recoveryCodes[1] ?? "", "recoverycode")).statusCode).toBe(401)
  })
})

describe("changing it", () => {
  test("asks for the password and a code, and leaves no waiting sign-in behind", async () => {
    const person = await guarded()
    const half = await signIn(person)
    const { password } = person
    const off = (given: object) => t.request("DELETE", totp, { person, body: given })
    expect((await off({ otp: person.code() })).json().type).toBe("user_invalid_credentials")
    expect((await off({ otp: person.code(), password: "not the password" })).json().type).toBe(
      "user_invalid_credentials",
    )
    expect((await off({ otp: "000000", password })).json().type).toBe("user_invalid_token")
    // With a factor the password alone proves nothing.
    const proof = await t.request("POST", "/account/proof", { person, body: { password } })
    expect(proof.json().type).toBe("step_not_allowed")
    expect((await off({ otp: person.code(), password })).statusCode).toBe(204)
    await subjects(person, "Two-step sign-in is off")
    expect((await t.request("GET", "/v1/account", { person })).json().mfa).toBe(false)
    expect((await t.request("GET", "/v1/account", { person: half })).json().type).toBe("general_unauthorized_scope")
    expect((await t.request("GET", "/v1/account", { person: await signIn(person) })).statusCode).toBe(200)
  })

  test("to another app keeps the former one until a code of the new one comes", async () => {
    const person = await guarded()
    const again = (body: object) => t.request("POST", totp, { person, body })
    expect((await again({})).json().type).toBe("user_authenticator_already_verified")
    const { password } = person
    const offered = await again({ otp: person.code(), password })
    const app = openAuthenticator(offered.json().secret)
    expect((await give(await signIn(person), person.code())).statusCode).toBe(200)
    const confirmed = await t.request("PUT", totp, { person, body: { otp: app.codeAt(tick()) } })
    expect(confirmed.statusCode, confirmed.body).toBe(200)
    const half = await signIn(person)
    expect((await give(half, person.code())).statusCode).toBe(401)
    expect((await give(half, app.codeAt(tick()))).statusCode).toBe(200)
  })

  test("is not done by a new password", async () => {
    const person = await guarded()
    const url = "http://localhost:3000/reset-password"
    const asked = await t.request("POST", "/v1/account/recovery", { headers: key, body: { email: person.email, url } })
    const password = "another long enough password"
    const { userId, secret } = asked.json()
    const reset = await t.request("PUT", "/v1/account/recovery", {
      body: { userId, secret, password, passwordAgain: password },
    })
    expect(reset.statusCode, reset.body).toBe(200)
    const half = await signIn({ ...person, password })
    expect((await t.request("GET", "/v1/account", { person: half })).json().type).toBe("user_more_factors_required")
  })
})
