import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { passkeyLimits } from "#contract/identity/passkey-limits.ts"
import { runAdmin } from "#server/admin/commands.ts"
import { openAuthenticator } from "#server/testing/services/authenticator.ts"
import { type Faults, openPasskeyDevice } from "#server/testing/services/passkey-device.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp
const origin = "https://studio.example.com"

beforeAll(async () => {
  t = await openTestApp({ settings: { PUBLIC_URL: origin, MAIL_URL: "captured" } })
})
afterAll(() => t.close())

type Reply = Awaited<ReturnType<TestApp["request"]>>
type Device = ReturnType<typeof openPasskeyDevice>

const cookiesOf = (reply: Reply): string =>
  reply.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")

const offerTo = (person: TestPerson) => t.request("POST", "/account/passkeys/challenge", { person })

async function add(person: TestPerson, device: Device, faults: Faults = {}, name = "My phone"): Promise<Reply> {
  const offer = await offerTo(person)
  expect(offer.statusCode, offer.body).toBe(200)
  const credential = device.create(offer.json().data, faults)
  return t.request("POST", "/account/passkeys", { person, body: { name, credential } })
}

interface Keyed extends TestPerson {
  device: Device
  passkeyId: string
}

/** A confirmed person with a passkey. */
async function keyed(device = openPasskeyDevice(origin)): Promise<Keyed> {
  const person = await t.signUp({ isVerified: true })
  const added = await add(person, device)
  expect(added.statusCode, added.body).toBe(201)
  return { ...person, device, passkeyId: added.json().data.id }
}

const askToSignIn = () => t.request("POST", "/passkey-sign-in/challenge")

async function signIn(device: Device, faults: Faults = {}): Promise<Reply> {
  const asked = await askToSignIn()
  const body = device.get(asked.json().data, faults)
  return t.request("POST", "/passkey-sign-in", { body, headers: { cookie: cookiesOf(asked) } })
}

async function prove(person: TestPerson, device: Device, faults: Faults = {}): Promise<Reply> {
  const asked = await t.request("POST", "/account/passkey-proof/challenge", { person })
  expect(asked.statusCode, asked.body).toBe(200)
  return t.request("POST", "/account/passkey-proof", { person, body: device.get(asked.json().data, faults) })
}

async function signInByPassword(person: TestPerson): Promise<TestPerson> {
  const { email, password } = person
  const reply = await t.request("POST", "/v1/account/sessions/email", { body: { email, password } })
  return { ...person, cookie: cookiesOf(reply) }
}

const listOf = async (person: TestPerson) => (await t.request("GET", "/account/passkeys", { person })).json().data
const remove = (person: TestPerson, id: string) => t.request("DELETE", `/account/passkeys/${id}`, { person })
const twoStep = (person: TestPerson, isOn: boolean) =>
  t.request("PUT", "/account/passkeys/two-step", { person, body: { isOn } })
const accountOf = (person: TestPerson) => t.request("GET", "/v1/account", { person })
/** Waits for a mail; the page that shows them is on this machine's own addresses only. */
const told = (person: TestPerson, subject: string) =>
  until(() =>
    t.s.db
      .selectFrom("capturedMails")
      .select("subject")
      .where("recipient", "=", person.email)
      .where("subject", "like", `${subject}%`)
      .executeTakeFirst(),
  )

async function age(person: TestPerson): Promise<void> {
  await sql`update sessions set proved_at = now() - interval '11 minutes' where account_id = ${person.accountId}`.execute(
    t.s.db,
  )
}

const refused = (reply: Reply, type: string, words: RegExp = /./): void => {
  expect({ ...reply.json(), status: reply.statusCode }).toMatchObject({ type })
  expect(reply.json().message).toMatch(words)
}

describe("adding", () => {
  test("makes a way in that is told by mail, listed, renamed and copied without its key", async () => {
    const person = await keyed()
    await told(person, "A passkey was added")
    const renamed = await t.request("PATCH", `/account/passkeys/${person.passkeyId}`, {
      person,
      body: { name: " The old phone " },
    })
    expect(renamed.json().data.name).toBe("The old phone")
    const [passkey] = await listOf(person)
    expect(passkey).toMatchObject({ name: "The old phone", lastUsedAt: "", host: "studio.example.com", works: true })
    expect(Object.keys(passkey).toSorted()).toEqual(
      ["createdAt", "host", "id", "lastUsedAt", "name", "wasCopied", "works"].toSorted(),
    )
    const logs = (await t.request("GET", "/v1/account/logs", { person })).json().logs
    expect(logs.map((log: { detail: string }) => log.detail)).toContain("passkey.create")
    expect((await t.request("GET", "/session-info")).json().data.passkeyHost).toBe("studio.example.com")
  })

  test("asks for a confirmed address, a fresh proof, and never takes a token", async () => {
    refused(await offerTo(await t.signUp()), "not_allowed")
    const person = await t.signUp({ isVerified: true })
    const { jwt } = (await t.request("POST", "/v1/account/jwt", { person, body: {} })).json()
    refused(
      await t.request("POST", "/account/passkeys/challenge", { headers: { "x-appwrite-jwt": jwt } }),
      "user_unauthorized",
    )
    await age(person)
    refused(await offerTo(person), "proof_required")
  })

  const faults: [string, Faults, string, RegExp?][] = [
    ["another origin", { origin: "https://studio.example.com.evil.example" }, "user_invalid_credentials", /only\.$/],
    ["the same name without https", { origin: "http://studio.example.com" }, "user_invalid_credentials"],
    ["a frame of another site", { crossOrigin: true }, "user_invalid_credentials"],
    ["another host name", { rpId: "evil.example" }, "user_invalid_credentials"],
    ["no check of who uses it", { isUnverified: true }, "user_invalid_credentials", /screen lock/],
    ["nobody there", { isAbsent: true }, "user_invalid_credentials"],
    ["a sign-in's answer", { type: "webauthn.get" }, "user_invalid_credentials"],
    ["an id that is not its own", { id: "bm90LWl0cy1vd24" }, "general_argument_invalid"],
    ["no key", { key: Buffer.alloc(0) }, "general_argument_invalid"],
    ["half a key", { key: Buffer.from("a5010203262001215820ffff", "hex") }, "general_argument_invalid"],
    [
      "a point off the curve",
      { key: Buffer.from(`a5010203262001215820${"11".repeat(32)}225820${"22".repeat(32)}`, "hex") },
      "general_argument_invalid",
    ],
    ["another kind of key", { key: Buffer.from("a401010327200621582000", "hex") }, "general_argument_invalid"],
  ]
  test.each(faults)("is refused for %s", async (_, fault, type, words) => {
    const person = await t.signUp({ isVerified: true })
    refused(await add(person, openPasskeyDevice(origin), fault), type, words)
    expect(await listOf(person)).toEqual([])
  })

  test("takes a challenge once, in time, for its purpose and its session", async () => {
    const person = await t.signUp({ isVerified: true })
    const device = openPasskeyDevice(origin)
    const send = (credential: object, by = person) =>
      t.request("POST", "/account/passkeys", { person: by, body: { name: "Phone", credential } })
    const offer = (await offerTo(person)).json().data
    refused(await send(device.create(offer), await signInByPassword(person)), "user_invalid_token")
    const first = device.create(offer)
    expect((await send(first)).statusCode).toBe(201)
    refused(await send(first), "user_invalid_token")
    const late = device.create((await offerTo(person)).json().data)
    await sql`update passkey_challenges set expires_at = now() - interval '1 second'`.execute(t.s.db)
    refused(await send(late), "user_invalid_token")
    const signingIn = (await askToSignIn()).json().data
    refused(await send(device.create({ ...offer, ...signingIn })), "user_invalid_token")
    expect(await listOf(person)).toHaveLength(1)
  })

  test("refuses a passkey that is in use, another person's too", async () => {
    const person = await keyed()
    const kept = await t.s.db
      .selectFrom("passkeys")
      .select("credentialId")
      .where("id", "=", person.passkeyId)
      .executeTakeFirstOrThrow()
    const other = await t.signUp({ isVerified: true })
    const { user } = (await offerTo(other)).json().data
    expect(user.id).not.toContain(Buffer.from(other.email).toString("base64url"))
    const { exclude } = (await offerTo(person)).json().data
    expect(exclude).toEqual([{ id: kept.credentialId.toString("base64url"), transports: ["internal"] }])
    // The very same bytes of a device, under another challenge.
    const device = openPasskeyDevice(origin)
    const first = await t.request("POST", "/account/passkeys", {
      person: other,
      body: { name: "Phone", credential: device.create((await offerTo(other)).json().data) },
    })
    expect(first.statusCode).toBe(201)
    const made = device.create((await offerTo(other)).json().data)
    const twice = Buffer.from(made.id, "base64url")
    await t.s.db.updateTable("passkeys").set({ credentialId: twice }).where("id", "=", person.passkeyId).execute()
    refused(
      await t.request("POST", "/account/passkeys", { person: other, body: { name: "Phone", credential: made } }),
      "user_already_exists",
    )
  })

  test("ends at a number that nobody needs", async () => {
    const person = await keyed()
    await sql`insert into passkeys (id, account_id, credential_id, public_key, rp_id, name)
      select 'more' || n || ${person.accountId}, ${person.accountId}, decode(md5(n || ${person.accountId}), 'hex'),
        'x'::bytea, 'studio.example.com', 'More' from generate_series(2, ${passkeyLimits.perPerson}::int) n`.execute(
      t.s.db,
    )
    refused(await offerTo(person), "not_allowed", /most/)
  })
})

describe("signing in", () => {
  test.each([
    ["that counts", { counts: true }],
    ["that counts nothing", { counts: false }],
    ["of older Windows", { counts: true, algorithm: "RS256" }],
  ] as const)("takes a device %s", async (_, options) => {
    const device = openPasskeyDevice(origin, options)
    const person = await keyed(device)
    for (let times = 0; times < 2; times++) {
      const reply = await signIn(device)
      expect(reply.statusCode, reply.body).toBe(201)
      expect(reply.json()).toMatchObject({ userId: person.accountId, provider: "passkey", factors: ["passkey"] })
      expect((await accountOf({ ...person, cookie: cookiesOf(reply) })).statusCode).toBe(200)
    }
    expect((await listOf(person))[0].lastUsedAt).not.toBe("")
  })

  // One in 128 has a number that begins with a byte of zeros, which is left out.
  test.each([
    ["of the usual lengths", (bytes: number) => bytes >= 70],
    ["with a short number", (bytes: number) => bytes < 70],
  ])("takes a signature %s", async (_, isMeant) => {
    const device = openPasskeyDevice(origin, { counts: false })
    await keyed(device)
    const asked = await askToSignIn()
    let body = device.get(asked.json().data)
    while (!isMeant(Buffer.from(body.response.signature, "base64url").length)) body = device.get(asked.json().data)
    const reply = await t.request("POST", "/passkey-sign-in", { body, headers: { cookie: cookiesOf(asked) } })
    expect(reply.statusCode, reply.body).toBe(201)
  })

  test("is both steps of an account with an app", async () => {
    const person = await keyed()
    const offer = await t.request("POST", "/v1/account/mfa/authenticators/totp", { person, body: {} })
    const otp = openAuthenticator(offer.json().secret).codeAt(Date.now())
    await t.request("PUT", "/v1/account/mfa/authenticators/totp", { person, body: { otp } })
    refused(await accountOf(await signInByPassword(person)), "user_more_factors_required")
    const reply = await signIn(person.device)
    expect((await accountOf({ ...person, cookie: cookiesOf(reply) })).json().$id).toBe(person.accountId)
  })

  const faults: [string, Faults, RegExp?][] = [
    ["another origin", { origin: "https://evil.example" }, /studio\.example\.com only/],
    ["another host name", { rpId: "evil.example" }],
    ["no check of who uses it", { isUnverified: true }, /screen lock/],
    ["nobody there", { isAbsent: true }],
    ["an answer to adding", { type: "webauthn.create" }],
    ["a signature of another key", { isForged: true }],
    ["the mark of another account", { userHandle: Buffer.from("somebody-else").toString("base64url") }],
    ["a passkey that nobody has", { id: "bm9ib2R5cw" }],
  ]
  test.each(faults)("is refused for %s", async (_, fault, words) => {
    const { device } = await keyed()
    refused(await signIn(device, fault), "user_invalid_credentials", words)
    expect((await signIn(device)).statusCode).toBe(201)
  })

  test("takes a challenge once, in time, and in the browser that asked", async () => {
    const { device } = await keyed()
    const asked = await askToSignIn()
    const body = device.get(asked.json().data)
    refused(await t.request("POST", "/passkey-sign-in", { body }), "user_invalid_token")
    const elsewhere = { cookie: cookiesOf(await askToSignIn()) }
    refused(await t.request("POST", "/passkey-sign-in", { body, headers: elsewhere }), "user_invalid_token")
    const headers = { cookie: cookiesOf(asked) }
    const both = await Promise.all([
      t.request("POST", "/passkey-sign-in", { body, headers }),
      t.request("POST", "/passkey-sign-in", { body, headers }),
    ])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 401])
    const again = await askToSignIn()
    await sql`update passkey_challenges set expires_at = now() - interval '1 second'`.execute(t.s.db)
    refused(
      await t.request("POST", "/passkey-sign-in", {
        body: device.get(again.json().data),
        headers: { cookie: cookiesOf(again) },
      }),
      "user_invalid_token",
    )
    await askToSignIn()
    const { rows } = await sql<{ late: number }>`select count(*)::int as late from passkey_challenges
      where expires_at < now()`.execute(t.s.db)
    expect(rows[0]?.late).toBe(0)
  })

  test("refuses a copy for good, ends its sessions, and tells the person", async () => {
    const { device, ...person } = await keyed()
    expect((await signIn(device, { signCount: 7 })).statusCode).toBe(201)
    const opened = { ...person, cookie: cookiesOf(await signIn(device, { signCount: 8 })) }
    refused(await signIn(device, { signCount: 8 }), "user_invalid_credentials", /copy/)
    refused(await signIn(device, { signCount: 99 }), "user_invalid_credentials", /copy/)
    expect((await accountOf(opened)).statusCode).toBe(401)
    await told(person, "A passkey was refused")
    expect(await listOf(person)).toMatchObject([{ works: false, wasCopied: true }])
    const other = openPasskeyDevice(origin)
    expect((await add(person, other, {}, "My laptop")).statusCode).toBe(201)
    expect((await signIn(other)).statusCode).toBe(201)
    expect((await signIn(other)).statusCode).toBe(201)
    expect(await listOf(person)).toMatchObject([
      { name: "My phone", works: false, wasCopied: true },
      { name: "My laptop", works: true, wasCopied: false },
    ])
    expect((await remove(person, person.passkeyId)).statusCode).toBe(204)
    expect((await signIn(other)).statusCode).toBe(201)
    const logs = (await t.request("GET", "/v1/account/logs", { person })).json().logs
    expect(logs.filter((log: { detail: string }) => log.detail === "passkey.copied")).toHaveLength(1)
  })

  test("is refused for a blocked account", async () => {
    const { device, accountId } = await keyed()
    await t.s.db.updateTable("accounts").set({ isBlocked: true }).where("id", "=", accountId).execute()
    refused(await signIn(device), "user_blocked")
  })

  test("says where a passkey was made when the product has moved", async () => {
    const { device, ...person } = await keyed()
    await t.s.db.updateTable("passkeys").set({ rpId: "old.example.com" }).where("id", "=", person.passkeyId).execute()
    refused(await signIn(device), "user_invalid_credentials", /made at old\.example\.com.*studio\.example\.com now/)
    expect(await listOf(person)).toMatchObject([{ host: "old.example.com", works: false }])
    refused(await t.request("POST", "/account/passkey-proof/challenge", { person }), "user_authenticator_not_found")
    // Browsers do not show it on the new address: what they are asked with says where it was made.
    expect((await askToSignIn()).json().data).toMatchObject({ formerHost: "old.example.com" })
    const lines: string[] = []
    await runAdmin({ s: t.s, say: (line) => lines.push(line) }, ["check"])
    expect(lines.join("\n")).toMatch(
      /^ok +passkeys +1 person has passkeys of old\.example\.com, which do not work here/m,
    )
    expect((await signInByPassword(person)).cookie).not.toBe("")
    const now = openPasskeyDevice(origin)
    expect((await add(person, now, {}, "At the new address")).statusCode).toBe(201)
    expect((await signIn(now)).statusCode).toBe(201)
    expect((await listOf(person)).map(({ works }: { works: boolean }) => works)).toEqual([false, true])
    expect((await remove(person, person.passkeyId)).statusCode).toBe(204)
    expect(await listOf(person)).toMatchObject([{ name: "At the new address", works: true }])
    expect((await askToSignIn()).json().data.formerHost).toBeNull()
  })
})

describe("as the second step", () => {
  test("stands in for the code of an app, and proves once more who is here", async () => {
    const person = await keyed()
    const offer = await t.request("POST", "/v1/account/mfa/authenticators/totp", { person, body: {} })
    const otp = openAuthenticator(offer.json().secret).codeAt(Date.now())
    await t.request("PUT", "/v1/account/mfa/authenticators/totp", { person, body: { otp } })
    const half = await signInByPassword(person)
    expect((await t.request("GET", "/account/passkeys/state", { person: half })).json().data).toEqual({
      works: true,
      hasApp: true,
    })
    const reply = await prove(half, person.device)
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await accountOf(half)).statusCode).toBe(200)
    await age(half)
    refused(await remove(half, person.passkeyId), "proof_required")
    expect((await prove(half, person.device)).statusCode).toBe(200)
    expect((await remove(half, person.passkeyId)).statusCode).toBe(204)
    // The app has its own way, which asks for a code.
    refused(await twoStep(half, false), "step_not_allowed")
  })

  test("goes without an app: recovery codes, other devices out, and off again", async () => {
    const person = await keyed()
    const elsewhere = await signInByPassword(person)
    const on = await twoStep(person, true)
    const { recoveryCodes } = on.json().data
    expect(recoveryCodes).toHaveLength(10)
    await told(person, "Two-step sign-in is on")
    expect((await accountOf(elsewhere)).statusCode).toBe(401)
    expect((await accountOf(person)).json().mfa).toBe(true)
    const half = await signInByPassword(person)
    refused(await accountOf(half), "user_more_factors_required")
    expect((await t.request("GET", "/v1/account/mfa/factors", { person: half })).json()).toMatchObject({
      totp: false,
      recoveryCode: true,
    })
    const give = (challengeId: string, otp: string) =>
      t.request("PUT", "/v1/account/mfa/challenge", { person: half, body: { challengeId, otp } })
    refused(await give("totp", "123456"), "user_authenticator_not_found", /no app/)
    expect((await give("recoverycode", recoveryCodes[0])).statusCode).toBe(200)
    refused(await remove(half, person.passkeyId), "not_allowed", /second step/)
    expect((await twoStep(half, true)).json().data.recoveryCodes).toHaveLength(10)
    expect((await twoStep(half, false)).statusCode).toBe(200)
    await told(person, "Two-step sign-in is off")
    expect((await remove(half, person.passkeyId)).statusCode).toBe(204)
    refused(await twoStep(half, true), "step_not_allowed")
  })

  test("is taken by an operator from somebody who lost passkey and codes; the passkeys stay", async () => {
    const person = await keyed()
    expect((await twoStep(person, true)).statusCode).toBe(200)
    expect(await runAdmin({ s: t.s, say: () => {} }, ["operator", "reset-factor", person.email, "Lost it"])).toBe(0)
    expect((await accountOf(person)).statusCode).toBe(401)
    await told(person, "Your two-step sign-in was reset")
    const again = await signInByPassword(person)
    expect((await accountOf(again)).json().mfa).toBe(false)
    expect(await listOf(again)).toMatchObject([{ id: person.passkeyId, works: true }])
  })

  test("is the account's own passkey, for a challenge of this session", async () => {
    const [person, other] = [await keyed(), await keyed()]
    refused(await prove(person, other.device), "user_invalid_credentials")
    const asked = (await t.request("POST", "/account/passkey-proof/challenge", { person })).json().data
    const body = person.device.get(asked)
    const again = await signInByPassword(person)
    refused(await t.request("POST", "/account/passkey-proof", { person: again, body }), "user_invalid_token")
    expect((await prove(person, person.device)).statusCode).toBe(200)
    refused(await prove(person, person.device, { signCount: 1 }), "user_invalid_credentials", /copy/)
  })

  test("needs a fresh proof to be switched on and off", async () => {
    const person = await keyed()
    await age(person)
    refused(await twoStep(person, true), "proof_required")
    refused(await twoStep(person, false), "proof_required")
  })
})

describe("removing", () => {
  test("ends the sessions it opened elsewhere, and tells the person", async () => {
    const { device, ...person } = await keyed()
    const opened = { ...person, cookie: cookiesOf(await signIn(device)) }
    expect((await remove(person, person.passkeyId)).statusCode).toBe(204)
    expect((await accountOf(opened)).statusCode).toBe(401)
    refused(await signIn(device), "user_invalid_credentials")
    await told(person, "A passkey was removed")
  })

  test("leaves the last way in, also of two that go at once", async () => {
    const person = await keyed()
    const second = (await add(person, openPasskeyDevice(origin))).json().data.id
    const withoutPassword = { passwordHash: null, passwordUpdatedAt: null }
    await t.s.db.updateTable("accounts").set(withoutPassword).where("id", "=", person.accountId).execute()
    const both = await Promise.all([remove(person, person.passkeyId), remove(person, second)])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 403])
    refused(both.find(({ statusCode }) => statusCode === 403) as Reply, "not_allowed", /only way/)
    expect(await listOf(person)).toHaveLength(1)
  })

  test("needs a fresh proof, and takes nobody else's", async () => {
    const [person, other] = [await keyed(), await keyed()]
    refused(await remove(person, other.passkeyId), "user_authenticator_not_found")
    const renaming = { person, body: { name: "Mine" } }
    refused(await t.request("PATCH", `/account/passkeys/${other.passkeyId}`, renaming), "user_authenticator_not_found")
    await age(person)
    refused(await remove(person, person.passkeyId), "proof_required")
  })
})

test.each(["http://studio.example.com", "https://192.0.2.7", "http://127.0.0.1:3000"])(
  "an installation at %s has none",
  async (publicUrl) => {
    const plain = await openTestApp({ settings: { PUBLIC_URL: publicUrl, MAIL_URL: "captured" } })
    const person = await plain.signUp({ isVerified: true })
    expect((await plain.request("GET", "/session-info")).json().data.passkeyHost).toBeNull()
    refused(await plain.request("POST", "/passkey-sign-in/challenge"), "step_not_allowed", /https/)
    refused(await plain.request("POST", "/account/passkeys/challenge", { person }), "step_not_allowed", /https/)
    await plain.close()
  },
)
