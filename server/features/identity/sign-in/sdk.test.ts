import type { AddressInfo } from "node:net"
import * as sdk13 from "appwrite"
import * as sdk27 from "appwrite-27"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type FakeProviders, openFakeProviders } from "#server/testing/services/identity-provider.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { mailTo, until } from "#server/testing/wait.ts"

let t: TestApp
let fake: FakeProviders
let endpoint: string

beforeAll(async () => {
  fake = await openFakeProviders("http://localhost:3000")
  const google = Object.entries(fake.settings).filter(([name]) => name.startsWith("GOOGLE_"))
  t = await openTestApp({ settings: Object.fromEntries(google) })
  await t.app.listen({ port: 0, host: "127.0.0.1" })
  endpoint = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}/v1`
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

/** Where an SDK's call leads the browser. */
function ledTo(call: () => unknown): string {
  const location = { href: "" }
  vi.stubGlobal("window", { location })
  try {
    call()
  } finally {
    vi.unstubAllGlobals()
  }
  return location.href
}

/** What a browser does at that address: goes to the provider, comes back, and is sent on. @returns the last answer */
async function goThrough(address: string): Promise<Response> {
  fake.next = { uid: String(++numbers), email: newEmail(), isEmailVerified: true, name: "Ada Obi" }
  const begun = await fetch(address, { redirect: "manual" })
  expect(begun.status, await begun.text()).toBe(302)
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ")
  const { url } = await fake.visit(begun.headers.get("location") ?? "")
  return fetch(new URL(url.pathname + url.search, endpoint), { redirect: "manual", headers: { cookie } })
}

function sessionIn(reply: Response): string {
  const cookie = reply.headers.getSetCookie().find((line) => line.startsWith("a_session_aworan="))
  return decodeURIComponent(cookie?.match(/=([^;]+)/)?.[1] ?? "")
}

/** Session value as both SDKs send it where there are no cookies: the cookie's own. */
function sessionOf(person: TestPerson): string {
  return decodeURIComponent(person.cookie.match(/a_session_aworan=([^;]+)/)?.[1] ?? "")
}

function account13(session?: string): sdk13.Account {
  const client = new sdk13.Client().setEndpoint(endpoint).setProject("aworan")
  if (session) client.headers["X-Appwrite-Session"] = session
  return new sdk13.Account(client)
}

function account27(session?: string): sdk27.Account {
  const client = new sdk27.Client().setEndpoint(endpoint).setProject("aworan")
  if (session) client.setSession(session)
  return new sdk27.Account(client)
}

/** The secret of the newest mail that has one: others tell of changes. */
function secretMailedTo(email: string): Promise<string> {
  return until(async () => {
    const reply = await t.request("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`)
    const links = reply.json<{ text: string }[]>().map(({ text }) => text.match(/https?:\/\/\S+/)?.[0] ?? "")
    return links.map((link) => URL.parse(link)?.searchParams.get("secret")).find(Boolean)
  })
}

function codeSentTo(phone: string): Promise<string | undefined> {
  return until(async () => {
    const reply = await t.request("GET", `/dev/messages.json?to=${encodeURIComponent(phone)}`)
    return reply.json<{ text: string }[]>()[0]?.text.slice(0, 6)
  })
}

let numbers = 0
const newPhone = () => `+23470${String(Date.now()).slice(-7)}${10 + numbers++}`
const newEmail = () => `sdk${++numbers}-${Date.now()}@example.com`
const home = "http://localhost:3000"
const page = `${home}/verify-user`
const password = "a long enough password"

describe("SDK 13, unchanged,", () => {
  test("leads to a sign-in provider and back", async () => {
    const address = ledTo(() => account13().createOAuth2Session("google", `${home}/app`, `${home}/sign-in`, ["email"]))
    const reply = await goThrough(address)
    expect(reply.headers.get("location")).toBe(`${home}/app`)
    const account = account13(sessionIn(reply))
    expect(await account.get()).toMatchObject({ email: fake.next.email, emailVerification: true })
    expect(await account.getSession("current")).toMatchObject({ provider: "google", providerUid: fake.next.uid })
    const { identities } = await account.listIdentities(sdk13.Query.equal("provider", ["google"]))
    await expect(account.deleteIdentity(identities[0]?.$id ?? "")).rejects.toMatchObject({ code: 403 })
    await account.updatePassword(password)
    await account.deleteIdentity(identities[0]?.$id ?? "")
    expect((await account.listIdentities()).total).toBe(0)
  })

  test("is refused without a provider in the words of the contract", async () => {
    const reply = await fetch(ledTo(() => account13().createOAuth2Session("github")))
    expect([reply.status, await reply.json()]).toMatchObject([412, { type: "project_provider_disabled" }])
  })

  test("changes an account", async () => {
    const person = await t.signUp()
    const account = account13(sessionOf(person))
    expect((await account.updateName("Ngozi Eze")).name).toBe("Ngozi Eze")
    const email = newEmail()
    expect((await account.updateEmail(email, person.password)).email).toBe(email)
    const phone = newPhone()
    expect((await account.updatePhone(phone, person.password)).phone).toBe(phone)
    expect((await account.updatePassword("another long password", person.password)).$id).toBe(person.accountId)
    expect((await account.updatePrefs({ theme: "dark" })).prefs).toEqual({ theme: "dark" })
    expect(await account.getPrefs()).toEqual({ theme: "dark" })
    expect((await account.createJWT()).jwt.split(".")).toHaveLength(3)
    expect((await account.listLogs([sdk13.Query.limit(2)])).logs).toHaveLength(2)
    expect(await account.listIdentities(sdk13.Query.equal("provider", ["google"]))).toEqual({
      total: 0,
      identities: [],
    })
    await expect(account.deleteIdentity("none")).rejects.toMatchObject({ code: 404, type: "user_identity_not_found" })
    await account.createVerification(page)
    expect((await account.updateVerification(person.accountId, await secretMailedTo(email))).secret).toBe("")
    await account.createPhoneVerification()
    await account.updatePhoneVerification(person.accountId, (await codeSentTo(phone)) ?? "")
    expect(await account.get()).toMatchObject({ emailVerification: true, phoneVerification: true })
    const { sessions } = await account.listSessions()
    expect((await account.getSession("current")).$id).toBe(sessions[0]?.$id)
    expect((await account.updateSession("current")).current).toBe(true)
    await account.deleteSession("current")
    await expect(account.get()).rejects.toMatchObject({ code: 401, type: "general_unauthorized_scope" })
  })

  test("signs in in every way", async () => {
    const account = account13()
    const email = newEmail()
    const { $id } = await account.create(sdk13.ID.unique(), email, password, "Ada Obi")
    expect((await account.createEmailSession(email, password)).userId).toBe($id)
    expect((await account.createAnonymousSession()).provider).toBe("anonymous")
    const link = await account.createMagicURLSession(sdk13.ID.unique(), email, page)
    const magic = await account.updateMagicURLSession(link.userId, await secretMailedTo(email))
    expect(magic).toMatchObject({ userId: $id, provider: "magic-url" })
    const phone = newPhone()
    const { userId } = await account.createPhoneSession(sdk13.ID.unique(), phone)
    const byPhone = await account.updatePhoneSession(userId, (await codeSentTo(phone)) ?? "")
    expect(byPhone.provider).toBe("phone")
    const person = await t.signUp()
    await account.createRecovery(person.email, page)
    const secret = await secretMailedTo(person.email)
    await account.updateRecovery(person.accountId, secret, "another long password", "another long password")
  })
})

describe("SDK 27, unchanged,", () => {
  test("leads to a sign-in provider and back, with a session or a token", async () => {
    const pages = { success: `${home}/app?from=sdk`, failure: `${home}/sign-in` }
    const google = sdk27.OAuthProvider.Google
    const scopes = ["email"]
    const direct = ledTo(() => account27().createOAuth2Session({ provider: google, ...pages, scopes }))
    const reply = await goThrough(direct)
    expect(reply.headers.get("location")).toBe(pages.success)
    expect((await account27(sessionIn(reply)).get()).email).toBe(fake.next.email)
    const byToken = ledTo(() => account27().createOAuth2Token({ provider: google, ...pages }))
    const { searchParams } = new URL((await goThrough(byToken)).headers.get("location") ?? "")
    const [from, userId, secret] = ["from", "userId", "secret"].map((name) => searchParams.get(name) ?? "")
    expect(from).toBe("sdk")
    const session = await account27().createSession({ userId: userId ?? "", secret: secret ?? "" })
    expect(session).toMatchObject({ userId, provider: "google", providerUid: fake.next.uid })
  })

  test("signs in with a code by e-mail, and sees the words that the mail shows", async () => {
    const email = newEmail()
    const account = account27()
    const { userId, phrase } = await account.createEmailToken({ userId: sdk27.ID.unique(), email, phrase: true })
    const { text } = await mailTo(t, email)
    expect(text).toContain(phrase)
    const session = await account.createSession({ userId, secret: text.match(/^\d{6}$/m)?.[0] ?? "" })
    expect(session).toMatchObject({ userId, provider: "token", providerUid: email })
  })

  test("changes an account", async () => {
    const person = await t.signUp()
    const account = account27(sessionOf(person))
    expect((await account.updateName({ name: "Ngozi Eze" })).name).toBe("Ngozi Eze")
    const email = newEmail()
    expect((await account.updateEmail({ email, password: person.password })).email).toBe(email)
    const phone = newPhone()
    expect((await account.updatePhone({ phone, password: person.password })).phone).toBe(phone)
    const { jwt } = await account.createJWT({ duration: 60 })
    const byJwt = new sdk27.Account(new sdk27.Client().setEndpoint(endpoint).setProject("aworan").setJWT(jwt))
    expect((await byJwt.get()).$id).toBe(person.accountId)
    expect((await account.listLogs({ queries: [sdk27.Query.limit(1)] })).logs).toHaveLength(1)
    expect((await account.listIdentities({ queries: [sdk27.Query.equal("provider", "google")] })).total).toBe(0)
    await account.createEmailVerification({ url: page })
    await account.updateEmailVerification({ userId: person.accountId, secret: await secretMailedTo(email) })
    await account.createPhoneVerification()
    await account.updatePhoneVerification({ userId: person.accountId, secret: (await codeSentTo(phone)) ?? "" })
    expect(await account.get()).toMatchObject({ emailVerification: true, phoneVerification: true })
    expect((await account.updateSession({ sessionId: "current" })).current).toBe(true)
    expect((await account.updateStatus()).status).toBe(false)
    await expect(account.get()).rejects.toMatchObject({ code: 401 })
  })

  test("signs in in every way", async () => {
    const account = account27()
    const email = newEmail()
    const { $id } = await account.create({ userId: sdk27.ID.unique(), email, password })
    expect((await account.createEmailPasswordSession({ email, password })).userId).toBe($id)
    expect((await account.createAnonymousSession()).provider).toBe("anonymous")
    const link = await account.createMagicURLToken({ userId: sdk27.ID.unique(), email, url: page, phrase: true })
    expect(link.phrase).toMatch(/^[a-z]+ [a-z]+$/)
    const magic = await account.createSession({ userId: link.userId, secret: await secretMailedTo(email) })
    expect(magic).toMatchObject({ userId: $id, provider: "magic-url" })
    const phone = newPhone()
    const { userId } = await account.createPhoneToken({ userId: sdk27.ID.unique(), phone })
    const byPhone = await account.createSession({ userId, secret: (await codeSentTo(phone)) ?? "" })
    expect(byPhone.provider).toBe("phone")
    const person = await t.signUp()
    await account.createRecovery({ email: person.email, url: page })
    const secret = await secretMailedTo(person.email)
    await account.updateRecovery({ userId: person.accountId, secret, password: "another long password" })
  })
})
