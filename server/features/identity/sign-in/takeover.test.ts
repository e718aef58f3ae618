import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openAuthenticator } from "#server/testing/services/authenticator.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { mailTo, until } from "#server/testing/wait.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

let numbers = 0
const newPhone = () => `+23481${String(Date.now()).slice(-7)}${10 + (numbers++ % 90)}`
const newEmail = () => `taken${++numbers}-${Date.now()}@example.com`
const strong = "a clay pot for everyone"

type Reply = Awaited<ReturnType<TestApp["request"]>>

const post = (path: string, body: object = {}, options: object = {}) =>
  t.request("POST", `/v1/account${path}`, { body, ...options })
const put = (path: string, body: object, options: object = {}) =>
  t.request("PUT", `/v1/account${path}`, { body, ...options })
const patch = (person: TestPerson, path: string, body: object) =>
  t.request("PATCH", `/v1/account${path}`, { person, body })
const accountOf = (person: TestPerson) => t.request("GET", "/v1/account", { person })

function personOf(reply: Reply): TestPerson {
  const cookie = reply.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
  return { accountId: reply.json().userId, email: "", password: "", cookie }
}

const linkIn = (text: string): { userId: string; secret: string } => {
  const { searchParams } = new URL(text.match(/https?:\/\/\S+/)?.[0] ?? "")
  return { userId: searchParams.get("userId") ?? "", secret: searchParams.get("secret") ?? "" }
}

function codeSentTo(phone: string, before = ""): Promise<string> {
  return until(async () => {
    const reply = await t.request("GET", `/dev/messages.json?to=${encodeURIComponent(phone)}`)
    const code = reply.json<{ text: string }[]>()[0]?.text.slice(0, 6)
    return code !== before && code
  })
}

/** Signs in with a code sent to a number. */
async function signInByPhone(phone: string, before = ""): Promise<Reply> {
  const { userId } = (await post("/tokens/phone", { userId: "unique()", phone })).json()
  return put("/sessions/phone", { userId, secret: await codeSentTo(phone, before) })
}

/** Sets a number and, where asked, confirms it with the code that was sent to it. */
async function setPhone(person: TestPerson, phone: string, isConfirmed: boolean): Promise<void> {
  expect((await patch(person, "/phone", { phone, password: person.password })).statusCode).toBe(200)
  if (!isConfirmed) return
  await post("/verification/phone", {}, { person })
  const body = { userId: person.accountId, secret: await codeSentTo(phone) }
  expect((await put("/verification/phone", body, { person })).statusCode).toBe(200)
}

/** The mail to an address that has these words in it: others may be on their way. */
async function mailWith(email: string, words: string): Promise<string | undefined> {
  const mails = (await t.request("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`)).json<{ text: string }[]>()
  return mails.map(({ text }) => text).find((text) => text.includes(words))
}

async function claimMailbox(email: string): Promise<Reply> {
  const { userId } = (await post("/tokens/magic-url", { userId: "unique()", email })).json()
  const link = await until(() => mailWith(email, userId))
  return post("/sessions/token", linkIn(link))
}

describe("who claims a mailbox", () => {
  test.each([false, true])("gets rid of the number that was set before (confirmed: %s)", async (isConfirmed) => {
    const squatter = await t.signUp()
    const phone = newPhone()
    await setPhone(squatter, phone, isConfirmed)
    const owner = personOf(await claimMailbox(squatter.email))
    expect(owner.accountId).toBe(squatter.accountId)
    expect((await accountOf(owner)).json()).toMatchObject({ phone: "", phoneVerification: false })
    const before = isConfirmed ? await codeSentTo(phone) : ""
    const session = await signInByPhone(phone, before)
    expect(session.statusCode, session.body).toBe(201)
    expect(session.json().userId).not.toBe(owner.accountId)
  })

  test.each(["a link", "a new password"])("by %s gets rid of a second factor that was set before", async (way) => {
    const squatter = await t.signUp()
    const { accountId, email } = squatter
    await setPhone(squatter, newPhone(), true)
    const totp = "/mfa/authenticators/totp"
    const { secret } = (await post(totp, {}, { person: squatter })).json()
    const otp = openAuthenticator(secret).codeAt(Date.now())
    expect((await put(totp, { otp }, { person: squatter })).statusCode).toBe(200)
    let session: Reply
    if (way === "a link") session = await claimMailbox(email)
    else {
      await post("/recovery", { email, url: "http://localhost:3000/reset-password" })
      const link = linkIn(await until(() => mailWith(email, "/reset-password")))
      expect((await put("/recovery", { ...link, password: strong })).statusCode).toBe(200)
      session = await post("/sessions/email", { email, password: strong })
    }
    const seen = await accountOf(personOf(session))
    expect(seen.json()).toMatchObject({ $id: accountId, mfa: false })
    expect((await t.request("GET", "/account/factor", { person: personOf(session) })).json().data).toEqual({
      since: "",
      recoveryCodesLeft: 0,
    })
  })

  test("by a new password gets rid of all of it, and of links that were under way", async () => {
    const squatter = await t.signUp()
    const phone = newPhone()
    await setPhone(squatter, phone, true)
    const earlier: ReturnType<typeof linkIn>[] = []
    for (const [way, page] of [
      ["/tokens/magic-url", "/earlier-link"],
      ["/recovery", "/earlier-reset"],
    ] as const) {
      await post(way, { userId: "unique()", email: squatter.email, url: `http://localhost:3000${page}` })
      earlier.push(linkIn(await until(() => mailWith(squatter.email, page))))
    }
    await post("/verification", { url: "http://localhost:3000/earlier-mail" }, { person: squatter })
    const confirming = linkIn(await until(() => mailWith(squatter.email, "/earlier-mail")))
    await post("/recovery", { email: squatter.email, url: "http://localhost:3000/reset-password" })
    const link = linkIn(await until(() => mailWith(squatter.email, "/reset-password")))
    expect((await put("/recovery", { ...link, password: strong })).statusCode).toBe(200)
    expect((await accountOf(squatter)).statusCode).toBe(401)
    const [magic, reset] = earlier
    const tries = [
      await post("/sessions/token", magic),
      await put("/recovery", { ...reset, password: `another ${strong}` }),
      await put("/verification", confirming),
    ]
    expect(tries.map((reply) => reply.json().type)).toEqual(Array(3).fill("user_invalid_token"))
    const session = await signInByPhone(phone, await codeSentTo(phone))
    expect(session.json().userId).not.toBe(squatter.accountId)
  })
})

describe("a number that nobody confirmed", () => {
  test("does not lead its owner into the account of whoever typed it", async () => {
    const squatter = await t.signUp()
    const phone = newPhone()
    await setPhone(squatter, phone, false)
    const session = await signInByPhone(phone)
    expect(session.statusCode, session.body).toBe(201)
    expect(session.json().userId).not.toBe(squatter.accountId)
    const before = await codeSentTo(phone)
    await post("/verification/phone", {}, { person: squatter })
    const body = { userId: squatter.accountId, secret: await codeSentTo(phone, before) }
    expect((await put("/verification/phone", body)).json().type).toBe("user_phone_already_exists")
  })

  test("confirmed from outside takes away what was set before it", async () => {
    const squatter = await t.signUp()
    const phone = newPhone()
    await setPhone(squatter, phone, false)
    await post("/verification/phone", {}, { person: squatter })
    const body = { userId: squatter.accountId, secret: await codeSentTo(phone) }
    expect((await put("/verification/phone", body)).statusCode).toBe(200)
    expect((await accountOf(squatter)).statusCode).toBe(401)
    const { email, password } = squatter
    expect((await post("/sessions/email", { email, password })).json().type).toBe("user_invalid_credentials")
  })
})

describe("a password that changes", () => {
  test("leaves no session to a sign-in that was under way", async () => {
    for (let round = 0; round < 4; round++) {
      const person = await t.signUp({ isVerified: true })
      const { email, password } = person
      await post("/recovery", { email, url: "http://localhost:3000/reset-password" })
      const link = linkIn((await mailTo(t, email)).text)
      const [reset, ...sessions] = await Promise.all([
        put("/recovery", { ...link, password: strong }),
        ...Array.from({ length: 8 }, () => post("/sessions/email", { email, password })),
      ])
      expect(reset?.statusCode, reset?.body).toBe(200)
      for (const session of sessions.filter(({ statusCode }) => statusCode === 201)) {
        expect((await accountOf(personOf(session))).statusCode).toBe(401)
      }
    }
  })

  test("is not overwritten by a change from a session that ended", async () => {
    for (let round = 0; round < 4; round++) {
      const person = await t.signUp({ isVerified: true })
      const { email, password } = person
      await post("/recovery", { email, url: "http://localhost:3000/reset-password" })
      const link = linkIn((await mailTo(t, email)).text)
      const thief = { password: "the password of a thief", oldPassword: password }
      const [change, reset] = await Promise.all([
        patch(person, "/password", thief),
        put("/recovery", { ...link, password: strong }),
      ])
      // The change ended the link where it came first; where the reset came first, it is what counts.
      const right = reset.statusCode === 200 ? strong : thief.password
      expect([change.statusCode, reset.statusCode]).toContain(200)
      expect((await post("/sessions/email", { email, password: right })).statusCode).toBe(201)
    }
  })
})

describe("a passwordless account", () => {
  async function signedInByLink(): Promise<TestPerson> {
    return personOf(await claimMailbox(newEmail()))
  }
  const age = (person: TestPerson, minutes: number) =>
    sql`update sessions set proved_at = now() - ${minutes} * interval '1 minute'
      where account_id = ${person.accountId}`.execute(t.s.db)
  const changes = [
    ["/password", () => ({ password: strong })],
    ["/email", () => ({ email: newEmail(), password: strong })],
    ["/phone", () => ({ phone: newPhone(), password: strong })],
  ] as const

  test.each(changes)("is not taken by a token: %s", async (path, body) => {
    const person = await signedInByLink()
    const { jwt } = (await post("/jwt", {}, { person })).json()
    const headers = { "x-appwrite-jwt": jwt }
    const reply = await t.request("PATCH", `/v1/account${path}`, { headers, body: body() })
    expect(reply.json()).toMatchObject({ code: 401, type: "user_unauthorized" })
    expect((await t.request("DELETE", "/v1/account", { headers, body: {} })).json().type).toBe("user_unauthorized")
  })

  test.each(changes)("asks for a fresh sign-in before a change: %s", async (path, body) => {
    const person = await signedInByLink()
    await age(person, 11)
    expect((await patch(person, path, body())).json()).toMatchObject({ code: 403, type: "sign_in_again" })
    await age(person, 9)
    expect((await patch(person, path, body())).statusCode).toBe(200)
  })
})

describe("guesses at a code", () => {
  test("made at once are counted one by one: five, and the right one no more", async () => {
    const phone = newPhone()
    const { userId } = (await post("/tokens/phone", { userId: "unique()", phone })).json()
    const secret = await codeSentTo(phone)
    const wrong = Array.from({ length: 60 }, (_, n) => String((Number(secret) + n + 1) % 1_000_000).padStart(6, "0"))
    const replies = await Promise.all(
      [...wrong, secret].map((guess) => put("/sessions/phone", { userId, secret: guess })),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 401))
    const row = await t.s.db.selectFrom("accountTokens").select("failures").where("claimId", "=", userId).execute()
    expect(row).toEqual([{ failures: 5 }])
  })
})

describe("wrong passwords", () => {
  test("from elsewhere lock nobody out of a device that signed in before", async () => {
    const limited = await openTestApp({ settings: { RATE_LIMIT_FACTOR: "1" } })
    try {
      const { email, password, cookie } = await limited.signUp()
      const send = (body: object, headers: Record<string, string> = {}) =>
        limited.request("POST", "/v1/account/sessions/email", { body, headers })
      const device = cookie.split("; ").find((part) => part.startsWith("aworan_device=")) ?? ""
      expect(device).not.toBe("")
      const tries = await Promise.all(Array.from({ length: 14 }, () => send({ email, password: "not the password" })))
      expect(tries.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4)
      const stranger = await send({ email, password })
      expect(stranger.statusCode).toBe(429)
      expect(Number(stranger.headers["retry-after"])).toBeGreaterThan(0)
      expect((await send({ email, password }, { cookie: device })).statusCode).toBe(201)
      const forged = { cookie: device.replace(/=.{4}/, "=0000") }
      expect((await send({ email, password }, forged)).statusCode).toBe(429)
    } finally {
      await limited.close()
    }
  })

  test("are counted, right ones are not", async () => {
    const limited = await openTestApp({ settings: { RATE_LIMIT_FACTOR: "1" } })
    try {
      const { email, password } = await limited.signUp()
      const body = { email, password }
      for (let n = 0; n < 15; n++) {
        expect((await limited.request("POST", "/v1/account/sessions/email", { body })).statusCode).toBe(201)
      }
    } finally {
      await limited.close()
    }
  })
})

describe("strangers' calls about somebody's links", () => {
  test("cost no hashing before the link is known to be right", async () => {
    const hash = t.s.passwords.hash
    let hashed = 0
    t.s.passwords.hash = (password) => {
      hashed++
      return hash(password)
    }
    try {
      const body = { userId: "somebody", secret: "f".repeat(256), password: strong }
      expect((await put("/recovery", body)).json().type).toBe("user_invalid_token")
      expect(hashed).toBe(0)
    } finally {
      t.s.passwords.hash = hash
    }
  })
})

describe("welcome credits", () => {
  test("are given once for an address, also after deleting the account and coming back", async () => {
    const email = newEmail()
    const balanceOf = async (accountId: string) =>
      (await t.s.db.selectFrom("creditAccounts").select("available").where("accountId", "=", accountId).execute())[0]
    const first = personOf(await claimMailbox(email))
    expect(await balanceOf(first.accountId)).toEqual({ available: 20 })
    expect((await t.request("DELETE", "/v1/account", { person: first, body: {} })).statusCode).toBe(204)
    const second = personOf(await claimMailbox(email))
    expect(second.accountId).not.toBe(first.accountId)
    expect(await balanceOf(second.accountId)).toEqual({ available: 0 })
  })

  test.each([
    ["shop", "+2@example.com"],
    ["sho.p", "+3@gmail.com"],
    ["s.hop", "@googlemail.com"],
  ])("are given once for a mailbox, whose address is written in another way: %s%s", async (box, rest) => {
    const name = newEmail().split("@")[0]
    const balanceOf = async (email: string) => {
      const { accountId } = personOf(await claimMailbox(email))
      return t.s.db
        .selectFrom("creditAccounts")
        .select("available")
        .where("accountId", "=", accountId)
        .executeTakeFirst()
    }
    const host = rest.slice(rest.indexOf("@")).replace("googlemail", "gmail")
    expect(await balanceOf(`${name}shop${host}`)).toEqual({ available: 20 })
    expect(await balanceOf(`${name}${box}${rest}`)).toEqual({ available: 0 })
  })
})

describe("the session's cookie", () => {
  test("goes over https only where people come by https, whatever the proxy says", async () => {
    const settings = { PUBLIC_URL: "https://studio.example", MAIL_URL: "captured" }
    const secure = await openTestApp({ settings })
    try {
      const { email, password } = await secure.signUp()
      const reply = await secure.request("POST", "/v1/account/sessions/email", { body: { email, password } })
      expect(reply.cookies.length).toBeGreaterThan(1)
      expect(reply.cookies.map((cookie) => cookie.secure)).toEqual(reply.cookies.map(() => true))
    } finally {
      await secure.close()
    }
  })
})
