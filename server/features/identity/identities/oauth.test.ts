import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { signInProviderNames } from "#contract/identity/sign-in-providers.ts"
import type { Tx } from "#server/db/open.ts"
import { lockAccount } from "#server/features/identity/accounts/service.ts"
import { holdOpen, untilWaiting } from "#server/testing/databases/locks.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import {
  type FakeProviders,
  openFakeProviders,
  type ProviderVisit,
} from "#server/testing/services/identity-provider.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"
import { sweepProviderSignIns } from "./sweep.ts"

const publicUrl = "https://studio.example"
const success = `${publicUrl}/app`
const failure = `${publicUrl}/sign-in?kept=1`

let t: TestApp
let fake: FakeProviders

beforeAll(async () => {
  fake = await openFakeProviders(publicUrl)
  t = await openTestApp({ settings: { ...fake.settings, PUBLIC_URL: publicUrl, MAIL_URL: "captured" } })
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

let numbers = 0
function newVisit(more: Partial<ProviderVisit> = {}): ProviderVisit {
  const uid = String(Date.now() * 100 + ++numbers)
  return { uid, email: `visit${uid}@example.com`, isEmailVerified: true, name: "Ngozi Eze", ...more }
}

type Reply = Awaited<ReturnType<TestApp["request"]>>

function cookiesOf(reply: Reply): string {
  return reply.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
}

interface Journey {
  kind?: "sessions" | "tokens"
  person?: TestPerson
  query?: Record<string, string>
  headers?: Record<string, string>
}

function start(provider: string, { kind = "sessions", person, query = {}, headers = {} }: Journey = {}) {
  const search = new URLSearchParams({ project: "aworan", success, failure, ...query })
  return t.request("GET", `/v1/account/${kind}/oauth2/${provider}?${search}`, {
    ...(person ? { person } : {}),
    headers,
  })
}

async function visit(started: Reply): Promise<{ path: string; form: string | null; cookie: string }> {
  expect(started.statusCode, started.body).toBe(302)
  const { url, form } = await fake.visit(started.headers.location ?? "")
  const text = form && new URLSearchParams(form).toString()
  return { path: url.pathname + url.search, form: text, cookie: cookiesOf(started) }
}

function answer({ path, form, cookie }: Awaited<ReturnType<typeof visit>>, headers: Record<string, string> = {}) {
  if (form === null) return t.request("GET", path, { headers: { cookie, ...headers } })
  return t.app.inject({
    method: "POST",
    url: path,
    headers: {
      cookie,
      origin: "https://appleid.apple.com",
      "sec-fetch-site": "cross-site",
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    payload: form,
  })
}

/** From the button to the page at the end. */
async function signIn(provider: string, who: ProviderVisit, journey: Journey = {}): Promise<Reply> {
  fake.next = who
  return answer(await visit(await start(provider, journey)))
}

function personOf(reply: Reply): TestPerson {
  return { accountId: "", email: "", password: "", cookie: cookiesOf(reply) }
}

async function userOf(reply: Reply) {
  return (await t.request("GET", "/v1/account", { person: personOf(reply) })).json()
}

function errorOf(reply: Reply): { message: string; type: string; code: number } {
  const page = new URL(reply.headers.location ?? "")
  expect(page.origin + page.pathname + page.searchParams.get("kept")).toBe(`${publicUrl}/sign-in1`)
  expect(reply.cookies.map(({ name }) => name)).not.toContain("a_session_aworan")
  return JSON.parse(page.searchParams.get("error") ?? "null")
}

async function countOf(person: TestPerson): Promise<string[]> {
  const list = await t.request("GET", "/v1/account/identities", { person })
  return list.json<{ identities: { provider: string }[] }>().identities.map(({ provider }) => provider)
}

describe.each(signInProviderNames)("signing in with %s", (provider) => {
  test("makes an account and a session, and finds both again", async () => {
    const who = newVisit()
    const first = await signIn(provider, who)
    expect(first.headers.location).toBe(success)
    expect(first.headers["referrer-policy"]).toBe("no-referrer")
    const user = await userOf(first)
    const isConfirmed = provider !== "facebook"
    expect(user).toMatchObject({
      email: who.email,
      name: "Ngozi Eze",
      emailVerification: isConfirmed,
      passwordUpdate: "",
    })
    const terms = await t.request("GET", "/terms-accepted", { person: personOf(first) })
    expect(terms.json().data.isAccepted).toBe(true)
    const session = await t.request("GET", "/v1/account/sessions/current", { person: personOf(first) })
    expect(session.json()).toMatchObject({
      provider,
      providerUid: who.uid,
      providerAccessToken: "",
      providerRefreshToken: "",
      factors: ["oauth2"],
    })
    const identities = await t.request("GET", "/v1/account/identities", { person: personOf(first) })
    expect(identities.json().identities).toMatchObject([
      { provider, providerUid: who.uid, providerEmail: who.email, userId: user.$id, providerAccessToken: "" },
    ])
    const again = await signIn(provider, { ...who, email: `new-${who.email}`, name: "Another Name" })
    expect(await userOf(again)).toMatchObject({ $id: user.$id, email: who.email, name: "Ngozi Eze" })
    const kept = await t.request("GET", "/v1/account/identities", { person: personOf(again) })
    expect(kept.json()).toMatchObject({ total: 1, identities: [{ providerEmail: `new-${who.email}` }] })
  })

  test("says on the page of failure that the person refused", async () => {
    expect(errorOf(await signIn(provider, newVisit({ refuses: true })))).toMatchObject({
      type: "user_oauth2_provider_error",
      code: 424,
      message: expect.stringContaining("cancelled"),
    })
  })

  test("takes an answer once, and in the browser that began only", async () => {
    fake.next = newVisit()
    const trip = await visit(await start(provider))
    const stranger = await answer({ ...trip, cookie: "" })
    expect(stranger.json()).toMatchObject({ code: 400, type: "user_oauth2_bad_request" })
    const other = await start(provider)
    const mixed = await answer({ ...trip, cookie: cookiesOf(other) })
    expect(mixed.json()).toMatchObject({ code: 400, type: "user_oauth2_bad_request" })
    expect((await answer(trip)).headers.location).toBe(success)
    expect((await answer(trip)).json()).toMatchObject({ code: 400, type: "user_oauth2_bad_request" })
  })
})

describe.each(["google", "apple"])("claims of %s that the standard allows", (provider) => {
  test.each<[string, ProviderVisit["claims"], string]>([
    ["no word whether the address is confirmed", { email_verified: undefined }, "Ngozi Eze"],
    ["null for it", { email_verified: null }, "Ngozi Eze"],
    ["a number for it", { email_verified: 1 }, "Ngozi Eze"],
    ["a name that is no text", { email_verified: undefined, name: null }, provider === "google" ? "" : "Ngozi Eze"],
    ["an empty name", { email_verified: undefined, name: "" }, provider === "google" ? "" : "Ngozi Eze"],
    ["claims nobody knows", { email_verified: undefined, groups: [1], address: {} }, "Ngozi Eze"],
  ])("%s signs in as unconfirmed", async (_, claims, name) => {
    const who = newVisit({ claims: claims ?? {} })
    const user = await userOf(await signIn(provider, who))
    expect(user).toMatchObject({ email: who.email, emailVerification: false, name })
  })

  test("an address that is no text counts as none", async () => {
    const reply = await signIn(provider, newVisit({ claims: { email: 7 } }))
    expect(errorOf(reply).message).toContain("did not tell your e-mail address")
  })
})

test("an address that is told at the address for more of a person only is taken", async () => {
  const own = await openFakeProviders(publicUrl)
  const app = await openTestApp({ settings: { ...own.settings, PUBLIC_URL: publicUrl, MAIL_URL: "captured" } })
  try {
    own.next = newVisit({ tellsLater: true })
    const query = new URLSearchParams({ project: "aworan", success, failure })
    const begun = await app.request("GET", `/v1/account/sessions/oauth2/google?${query}`)
    const { url } = await own.visit(begun.headers.location ?? "")
    const headers = { cookie: cookiesOf(begun) }
    const person = personOf(await app.request("GET", url.pathname + url.search, { headers }))
    const user = (await app.request("GET", "/v1/account", { person })).json()
    expect(user).toMatchObject({ email: own.next.email, emailVerification: true, name: "Ngozi Eze" })
  } finally {
    await app.close()
    await own.close()
  }
})

describe("what Google says", () => {
  test.each(["nonce", "signature", "audience"] as const)("is refused with a wrong %s", async (spoils) => {
    expect(errorOf(await signIn("google", newVisit({ spoils })))).toMatchObject({
      type: "user_oauth2_bad_request",
      code: 400,
    })
  })

  test("is refused after ten minutes", async () => {
    fake.next = newVisit()
    const trip = await visit(await start("google"))
    const { expiresAt } = await t.s.db
      .selectFrom("oauthSignIns")
      .select("expiresAt")
      .orderBy("expiresAt", "desc")
      .executeTakeFirstOrThrow()
    expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(10)
    await t.s.db
      .updateTable("oauthSignIns")
      .set({ expiresAt: new Date(Date.now() - 1) })
      .execute()
    expect((await answer(trip)).json()).toMatchObject({ type: "user_oauth2_bad_request" })
    await sweepProviderSignIns.run(t.s, {}, new AbortController().signal)
    expect(await t.s.db.selectFrom("oauthSignIns").selectAll().execute()).toEqual([])
  })

  test("makes one account when it comes twice at once", async () => {
    const who = newVisit()
    fake.next = who
    const trips = [await visit(await start("google")), await visit(await start("google"))]
    const replies = await Promise.all(trips.map((trip) => answer(trip)))
    const users = await Promise.all(replies.map(userOf))
    expect(users[0].$id).toBeTruthy()
    expect(users[1].$id).toBe(users[0].$id)
  })
})

describe("an account with the same address", () => {
  test("is signed in to where both sides confirmed the address", async () => {
    const person = await t.signUp({ isVerified: true })
    const reply = await signIn("google", newVisit({ email: person.email.toUpperCase() }))
    expect((await userOf(reply)).$id).toBe(person.accountId)
    expect(await countOf(person)).toEqual(["google"])
  })

  test.each([
    ["the provider did not confirm it", true, false],
    ["the account did not confirm it", false, true],
  ])("is left alone where %s", async (_, isVerified, isEmailVerified) => {
    const person = await t.signUp({ isVerified })
    const reply = await signIn("google", newVisit({ email: person.email, isEmailVerified }))
    expect(errorOf(reply)).toMatchObject({ type: "user_already_exists", code: 409 })
    expect(await countOf(person)).toEqual([])
  })

  test("is free of whoever made it once its mailbox's owner comes by a link", async () => {
    const squatter = await signIn("google", newVisit({ isEmailVerified: false }))
    const { email } = await userOf(squatter)
    await secretMailedTo(email)
    await t.s.db.deleteFrom("capturedMails").where("recipient", "=", email).execute()
    const asked = await t.request("POST", "/v1/account/tokens/magic-url", { body: { userId: "unique()", email } })
    const secret = await secretMailedTo(email)
    const body = { userId: asked.json().userId, secret }
    const owner = await t.request("POST", "/v1/account/sessions/token", { body })
    expect(owner.statusCode, owner.body).toBe(201)
    expect(await countOf(personOf(owner))).toEqual([])
    expect((await t.request("GET", "/v1/account", { person: personOf(squatter) })).statusCode).toBe(401)
  })
})

describe("somebody who is signed in", () => {
  test("gets the identity, and a session of its own", async () => {
    const person = await t.signUp()
    const reply = await signIn("github", newVisit(), { person })
    expect(reply.headers.location).toBe(success)
    expect(await userOf(reply)).toMatchObject({ $id: person.accountId, email: person.email, emailVerification: false })
    expect((await t.request("GET", "/v1/account", { person })).statusCode).toBe(401)
    expect(await countOf(personOf(reply))).toEqual(["github"])
  })

  test("has their address confirmed where the provider confirms that very one", async () => {
    const person = await t.signUp()
    const reply = await signIn("google", newVisit({ email: person.email }), { person })
    expect(await userOf(reply)).toMatchObject({ $id: person.accountId, emailVerification: true })
  })

  test("does not get an identity or an address of somebody else", async () => {
    const who = newVisit()
    await signIn("google", who)
    const person = await t.signUp()
    expect(errorOf(await signIn("google", who, { person })).type).toBe("user_already_exists")
    expect(errorOf(await signIn("github", newVisit({ email: who.email ?? "" }), { person })).type).toBe(
      "user_already_exists",
    )
    expect((await t.request("GET", "/v1/account", { person })).statusCode).toBe(200)
  })

  test("connects a new way in only with a fresh proof, and never by a token", async () => {
    const person = await t.signUp()
    const { jwt } = (await t.request("POST", "/v1/account/jwt", { person, body: {} })).json()
    const byToken = await start("google", { headers: { "x-appwrite-jwt": jwt } })
    expect(errorOf(byToken).type).toBe("user_unauthorized")

    const stale = async (accountId: string) =>
      sql`update sessions set proved_at = now() - interval '11 minutes' where account_id = ${accountId}`.execute(t.s.db)
    await stale(person.accountId)
    expect(errorOf(await signIn("google", newVisit(), { person })).type).toBe("sign_in_again")
    expect(await countOf(person)).toEqual([])

    // Who comes by a way that is theirs already is only signing in.
    const who = newVisit()
    const first = personOf(await signIn("google", who))
    const { $id } = (await t.request("GET", "/v1/account", { person: first })).json()
    await stale($id)
    expect((await signIn("google", who, { person: first })).headers.location).toBe(success)
  })

  test("gets nothing any more once signed out", async () => {
    const person = await t.signUp()
    const who = newVisit()
    fake.next = who
    const trip = await visit(await start("google", { person }))
    await t.request("DELETE", "/v1/account/sessions/current", { person })
    expect(await userOf(await answer(trip))).toMatchObject({ email: who.email })
  })

  test("without an address gets the provider's, or goes over to the account that has it", async () => {
    const visitor = await t.request("POST", "/v1/account/sessions/anonymous", { body: {} })
    const who = newVisit()
    const reply = await signIn("google", who, { person: personOf(visitor) })
    expect(await userOf(reply)).toMatchObject({
      $id: visitor.json().userId,
      email: who.email,
      name: "Ngozi Eze",
      emailVerification: true,
    })
    const later = await t.request("POST", "/v1/account/sessions/anonymous", { body: {} })
    const back = await signIn("google", who, { person: personOf(later) })
    expect((await userOf(back)).$id).toBe(visitor.json().userId)
  })

  test("cannot be given an identity by a page elsewhere", async () => {
    const person = await t.signUp()
    const fromElsewhere = { "sec-fetch-site": "cross-site", referer: "https://evil.example/" }
    const reply = await start("google", { person, headers: fromElsewhere })
    expect(reply.json()).toMatchObject({ code: 403, type: "general_unknown_origin" })
    const fromOurs = { "sec-fetch-site": "same-origin", referer: `${publicUrl}/account` }
    expect((await start("google", { person, headers: fromOurs })).statusCode).toBe(302)
  })
})

describe("who comes", () => {
  test("without an address makes no account", async () => {
    const who = newVisit()
    delete who.email
    expect(errorOf(await signIn("github", who)).type).toBe("user_oauth2_bad_request")
  })

  test("to a blocked account stays outside", async () => {
    const who = newVisit()
    const reply = await signIn("google", who)
    await t.request("PATCH", "/v1/account/status", { person: personOf(reply), body: {} })
    expect(errorOf(await signIn("google", who))).toMatchObject({ type: "user_blocked", code: 401 })
  })

  test("with an address that nobody confirmed gets the mail for that", async () => {
    const who = newVisit({ isEmailVerified: false })
    const { $id, emailVerification } = await userOf(await signIn("google", who))
    expect(emailVerification).toBe(false)
    const secret = await secretMailedTo(who.email ?? "")
    const confirmed = await t.request("PUT", "/v1/account/verification", { body: { userId: $id, secret } })
    expect(confirmed.statusCode, confirmed.body).toBe(200)
  })
})

describe("a token instead of a session", () => {
  test("makes a session once", async () => {
    const who = newVisit()
    const reply = await signIn("google", who, { kind: "tokens" })
    expect(reply.cookies.map(({ name }) => name)).toEqual(["oauth2_google"])
    const body = Object.fromEntries(new URL(reply.headers.location ?? "").searchParams)
    const session = await t.request("POST", "/v1/account/sessions/token", { body })
    expect(session.json()).toMatchObject({ provider: "google", providerUid: who.uid, userId: body.userId })
    const again = await t.request("POST", "/v1/account/sessions/token", { body })
    expect(again.json().type).toBe("user_invalid_token")
  })
})

describe("the first call", () => {
  test.each([
    ["success", "https://evil.example/"],
    ["success", "https://studio.example@evil.example/"],
    ["success", "javascript:alert(1)"],
    ["failure", "//evil.example"],
  ])("refuses a foreign %s page: %s", async (name, url) => {
    const reply = await start("google", { query: { [name]: url } })
    expect(reply.json()).toMatchObject({ code: 400, type: `project_invalid_${name}_url` })
  })

  test("passes scopes on", async () => {
    const reply = await start("google", { query: { "scopes[0]": "https://example.com/extra", "scopes[1]": "email" } })
    const { searchParams } = new URL(reply.headers.location ?? "")
    expect(searchParams.get("scope")).toBe("openid email profile https://example.com/extra")
    expect((await start("google", { query: { "scopes[0]": "two words" } })).statusCode).toBe(400)
  })

  test("sets a cookie that no script reads and no other address gets", async () => {
    const [google] = (await start("google")).cookies
    expect(google).toMatchObject({
      name: "oauth2_google",
      path: "/v1/account/sessions/oauth2/callback/google",
      httpOnly: true,
      secure: true,
      sameSite: "Lax",
      maxAge: 600,
    })
    expect((await start("apple")).cookies[0]).toMatchObject({ name: "oauth2_apple", sameSite: "None", secure: true })
  })

  test("shows a page to people when it fails", async () => {
    const reply = await start("spotify", { headers: { accept: "text/html,*/*" } })
    expect(reply.statusCode).toBe(412)
    expect(reply.headers["content-type"]).toContain("text/html")
    expect(reply.body).toContain("not enabled here")
    expect(reply.body).toContain('href="/sign-in"')
  })

  test("goes to the page of failure where the provider does not answer", async () => {
    const settings = { GOOGLE_CLIENT_ID: "a", GOOGLE_CLIENT_SECRET: "b", GOOGLE_ISSUER: "http://localhost:9/google" }
    const lonely = await openTestApp({ settings })
    try {
      const search = new URLSearchParams({ failure: "http://localhost:3000/sign-in" })
      const reply = await lonely.request("GET", `/v1/account/sessions/oauth2/google?${search}`)
      const page = new URL(reply.headers.location ?? "")
      expect(JSON.parse(page.searchParams.get("error") ?? "")).toMatchObject({ type: "user_oauth2_provider_error" })
    } finally {
      await lonely.close()
    }
  })

  test.each([
    ["knows no such client", "google", { GOOGLE_CLIENT_SECRET: "an old one" }, "user_oauth2_unauthorized"],
    ["does not say who it is", "github", { GITHUB_API_URL: "http://localhost:9" }, "user_oauth2_provider_error"],
  ])("ends on the page of failure where the provider %s", async (_, provider, wrong, type) => {
    const other = await openTestApp({
      settings: { ...fake.settings, ...wrong, PUBLIC_URL: publicUrl, MAIL_URL: "captured" },
    })
    try {
      fake.next = newVisit()
      const search = new URLSearchParams({ failure })
      const started = await other.request("GET", `/v1/account/sessions/oauth2/${provider}?${search}`)
      const { path, cookie } = await visit(started)
      expect(errorOf(await other.request("GET", path, { headers: { cookie } })).type).toBe(type)
    } finally {
      await other.close()
    }
  })

  test("is counted", async () => {
    const strict = await openTestApp({
      settings: { ...fake.settings, PUBLIC_URL: publicUrl, MAIL_URL: "captured", RATE_LIMIT_FACTOR: "0.04" },
    })
    try {
      const ask = () => strict.request("GET", "/v1/account/sessions/oauth2/google?project=aworan")
      expect((await ask()).headers["x-ratelimit-limit"]).toBe("2")
      await ask()
      expect((await ask()).json()).toMatchObject({ code: 429, type: "general_rate_limit_exceeded" })
      const callback = "/v1/account/sessions/oauth2/callback/google/aworan"
      const codes = []
      for (let turn = 0; turn < 5; turn++) codes.push((await strict.request("GET", callback)).statusCode)
      expect(codes).toEqual([400, 400, 400, 400, 429])
    } finally {
      await strict.close()
    }
  })
})

describe("an identity", () => {
  test("is taken off only with a fresh proof", async () => {
    const person = personOf(await signIn("google", newVisit()))
    const list = await t.request("GET", "/v1/account/identities", { person })
    const { $id } = (await t.request("GET", "/v1/account", { person })).json()
    await sql`update sessions set proved_at = now() - interval '11 minutes' where account_id = ${$id}`.execute(t.s.db)
    const reply = await t.request("DELETE", `/v1/account/identities/${list.json().identities[0].$id}`, { person })
    expect(reply.json()).toMatchObject({ code: 403, type: "proof_required" })
    expect(await countOf(person)).toHaveLength(1)
  })

  test("is taken off only where another way in is left", async () => {
    const who = newVisit()
    const elsewhere = personOf(await signIn("google", who))
    const person = personOf(await signIn("google", who))
    const first = await t.request("GET", "/v1/account/identities", { person })
    const remove = (id: string) => t.request("DELETE", `/v1/account/identities/${id}`, { person })
    const id = first.json().identities[0].$id
    expect((await remove(id)).json()).toMatchObject({ code: 403, type: "not_allowed" })
    const body = { email: "other.address@example.com", password: "a clay pot for everyone" }
    await t.request("PATCH", "/v1/account/email", { person, body })
    expect((await t.request("GET", "/v1/account", { person: elsewhere })).statusCode).toBe(200)
    expect((await remove(id)).statusCode).toBe(204)
    expect(await countOf(person)).toEqual([])
    expect((await t.request("GET", "/v1/account", { person: elsewhere })).statusCode).toBe(401)
  })
})

describe.runIf(isPostgres())("a sign-in that waits for a change of the account", () => {
  test.each<[string, (tx: Tx, accountId: string) => Promise<unknown>, { type: string; ways: number }]>([
    [
      "does not give back the way in that it took off",
      (tx, accountId) => tx.deleteFrom("identities").where("accountId", "=", accountId).execute(),
      { type: "user_oauth2_bad_request", ways: 0 },
    ],
    [
      "stays outside when it blocked the account",
      (tx, accountId) => tx.updateTable("accounts").set({ isBlocked: true }).where("id", "=", accountId).execute(),
      { type: "user_blocked", ways: 1 },
    ],
    [
      "finds no account when it was deleted",
      (tx, accountId) => tx.deleteFrom("accounts").where("id", "=", accountId).execute(),
      { type: "user_oauth2_bad_request", ways: 0 },
    ],
  ])("%s", async (_, change, { type, ways }) => {
    const who = newVisit()
    const { $id } = await userOf(await signIn("google", who))
    fake.next = who
    const back = await visit(await start("google"))
    const commit = await holdOpen(t.s.db, async (tx) => {
      await lockAccount(tx, $id)
      await change(tx, $id)
    })
    const answered = answer(back)
    await untilWaiting(t.s.db, 1)
    await commit()
    expect(errorOf(await answered).type).toBe(type)
    const left = await t.s.db.selectFrom("identities").select("id").where("accountId", "=", $id).execute()
    expect(left).toHaveLength(ways)
  })
})

async function secretMailedTo(email: string): Promise<string> {
  // Away from this machine captured mails are shown to nobody.
  const { text } = await until(() =>
    t.s.db
      .selectFrom("capturedMails")
      .select("text")
      .where("recipient", "=", email)
      .orderBy("id", "desc")
      .executeTakeFirst(),
  )
  return new URL(text.match(/https?:\/\/\S+/)?.[0] ?? "").searchParams.get("secret") ?? ""
}
