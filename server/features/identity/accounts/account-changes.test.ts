import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { mailTo, until } from "#server/testing/wait.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const patch = (person: TestPerson, what: string, body: object) =>
  t.request("PATCH", `/v1/account/${what}`, { person, body })

describe("a new e-mail address", () => {
  test("needs the password, is unconfirmed, and moves the profile along", async () => {
    const person = await t.signUp({ isVerified: true })
    const email = `new-${person.email}`
    const wrong = await patch(person, "email", { email, password: "not the password" })
    expect(wrong.json()).toMatchObject({ code: 401, type: "user_invalid_credentials" })
    const right = await patch(person, "email", { email: ` ${email.toUpperCase()}`, password: person.password })
    expect(right.statusCode, right.body).toBe(200)
    expect(right.json()).toMatchObject({ email, emailVerification: false })
    const profiles = await t.request("GET", "/v1/databases/main/collections/profiles/documents", { person })
    expect(profiles.json().documents[0].email).toBe(email)
  })

  test("that another account has is refused, also when two ask for it at once", async () => {
    const [one, other, third] = [await t.signUp(), await t.signUp(), await t.signUp()]
    const taken = await patch(one, "email", { email: other.email, password: one.password })
    expect(taken.json()).toMatchObject({ code: 409, type: "user_email_already_exists" })
    const email = `raced-${one.email}`
    const both = await Promise.all(
      [one, third].map((person) => patch(person, "email", { email, password: person.password })),
    )
    expect(both.map((reply) => reply.statusCode).sort()).toEqual([200, 409])
  })

  test("makes links to the old one worthless", async () => {
    const person = await t.signUp()
    await t.request("POST", "/v1/account/verification", { person, body: { url: "http://localhost:3000/verify-user" } })
    const { text } = await mailTo(t, person.email)
    const secret = new URL(text.match(/https?:\/\/\S+/)?.[0] ?? "").searchParams.get("secret")
    await patch(person, "email", { email: `later-${person.email}`, password: person.password })
    const body = { userId: person.accountId, secret }
    expect((await t.request("PUT", "/v1/account/verification", { body })).json().type).toBe("user_invalid_token")
  })
})

describe("a change of how somebody gets in", () => {
  const subjects = async (email: string): Promise<string[]> =>
    (await t.request("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`))
      .json<{ subject: string }[]>()
      .map(({ subject }) => subject)

  test("of the address is told to the old one, without the new one, and named in the log", async () => {
    const person = await t.signUp()
    const email = `moved-${person.email}`
    expect((await patch(person, "email", { email, password: person.password })).statusCode).toBe(200)
    const letter = await mailTo(t, person.email)
    expect(letter.subject).toContain("was changed")
    expect(letter.text).toContain("/contact?subject=")
    expect(`${letter.text}${letter.html}`).not.toContain(email)
    const { logs } = (await t.request("GET", "/v1/account/logs", { person })).json()
    expect(logs[0]).toMatchObject({ event: "user.update", detail: "user.update.email" })
    // The same address once more is no change.
    expect((await patch(person, "email", { email, password: person.password })).statusCode).toBe(200)
    await patch(person, "password", { password: "another long password", oldPassword: person.password })
    await until(async () => (await subjects(email)).length > 0)
    expect(await subjects(email)).toEqual(["Your Aworan password was changed"])
  })

  test("of the password is told by mail and named in the log; a reset is told too", async () => {
    const person = await t.signUp()
    const password = "another long password"
    await patch(person, "password", { password, oldPassword: "not the password" })
    expect((await patch(person, "password", { password, oldPassword: person.password })).statusCode).toBe(200)
    const letter = await mailTo(t, person.email)
    expect(letter.subject).toBe("Your Aworan password was changed")
    expect(letter.text).toContain("/forgot-password")
    const { logs } = (await t.request("GET", "/v1/account/logs", { person })).json()
    expect(logs[0]).toMatchObject({ event: "user.update", detail: "user.update.password" })

    const body = { email: person.email, url: "http://localhost:3000/reset-password" }
    await t.request("POST", "/v1/account/recovery", { body })
    const link = await until(async () => (await mailTo(t, person.email)).text.match(/https?:\/\/\S+secret=\S+/)?.[0])
    const secret = new URL(link).searchParams.get("secret")
    const reset = { userId: person.accountId, secret, password: "a third long password", passwordAgain: null }
    expect((await t.request("PUT", "/v1/account/recovery", { body: reset })).statusCode).toBe(200)
    await until(async () => (await subjects(person.email)).filter((subject) => subject === letter.subject).length === 2)
  })
})

describe("a phone number", () => {
  test("needs the password and is unconfirmed; one that another account confirmed is refused", async () => {
    const [one, other] = [await t.signUp(), await t.signUp()]
    const phone = "+2348012345600"
    expect((await patch(one, "phone", { phone, password: "not the password" })).statusCode).toBe(401)
    const reply = await patch(one, "phone", { phone, password: one.password })
    expect(reply.json()).toMatchObject({ phone, phoneVerification: false })
    expect((await patch(other, "phone", { phone, password: other.password })).statusCode).toBe(200)
    await t.s.db.updateTable("accounts").set({ isPhoneVerified: true }).where("id", "=", one.accountId).execute()
    const taken = await patch(other, "phone", { phone, password: other.password })
    expect(taken.json()).toMatchObject({ code: 409, type: "user_phone_already_exists" })
  })

  test.each(["08012345678", "+0123456789", "+23480", "+23480123456789012", "+234 801 234 5678"])(
    "is not %s",
    async (phone) => {
      const person = await t.signUp()
      const reply = await patch(person, "phone", { phone, password: person.password })
      expect(reply.json()).toMatchObject({ code: 400, type: "general_argument_invalid" })
    },
  )
})

test("a phone number that is written in two ways is one number", async () => {
  const [one, other] = [await t.signUp(), await t.signUp()]
  const first = await patch(one, "phone", { phone: "+23408030000011", password: one.password })
  expect(first.json()).toMatchObject({ phone: "+2348030000011" })
  await t.s.db.updateTable("accounts").set({ isPhoneVerified: true }).where("id", "=", one.accountId).execute()
  const taken = await patch(other, "phone", { phone: "+2348030000011", password: other.password })
  expect(taken.json()).toMatchObject({ code: 409, type: "user_phone_already_exists" })
})

describe("a weak password", () => {
  const create = (password: string, more: object = {}) =>
    t.request("POST", "/v1/account", {
      body: { userId: "unique()", email: "ngozi.eze@shop.example", password, name: "Ngozi Eze", ...more },
    })

  test.each([
    ["password", "general_argument_invalid"],
    ["12345678", "general_argument_invalid"],
    ["QWERTY123", "general_argument_invalid"],
    ["NgoziEze1", "password_personal_data"],
    ["ngozi.eze@shop.example", "password_personal_data"],
    ["aworan2026", "password_personal_data"],
  ])("%s is refused at sign-up", async (password, type) => {
    expect((await create(password)).json()).toMatchObject({ code: 400, type })
  })

  test("is refused in a change and a reset too, and the reset's link goes on working", async () => {
    const person = await t.signUp()
    const change = await patch(person, "password", { password: "password123", oldPassword: person.password })
    expect(change.json()).toMatchObject({ code: 400, type: "general_argument_invalid" })
    const recovery = { email: person.email, url: "http://localhost:3000/reset-password" }
    await t.request("POST", "/v1/account/recovery", { body: recovery })
    const { text } = await mailTo(t, person.email)
    const secret = new URL(text.match(/https?:\/\/\S+/)?.[0] ?? "").searchParams.get("secret")
    const reset = (password: string) =>
      t.request("PUT", "/v1/account/recovery", { body: { userId: person.accountId, secret, password } })
    expect((await reset("iloveyou")).statusCode).toBe(400)
    expect((await reset("a much better one")).statusCode).toBe(200)
  })

  test("is not one that holds a name among much else", async () => {
    expect((await create("Ngozi sells red clay pots")).statusCode).toBe(201)
  })
})

describe("PATCH /v1/account/status", () => {
  test("blocks the account, ends its sessions and lets nobody in again", async () => {
    const person = await t.signUp()
    const reply = await patch(person, "status", {})
    expect(reply.json()).toMatchObject({ $id: person.accountId, status: false })
    expect(reply.headers["x-fallback-cookies"]).toBe("[]")
    expect((await t.request("GET", "/v1/account", { person })).statusCode).toBe(401)
    const again = await t.request("POST", "/v1/account/sessions/email", {
      body: { email: person.email, password: person.password },
    })
    expect(again.json()).toMatchObject({ code: 401, type: "user_blocked" })
  })
})

describe("what happened to an account", () => {
  test("is listed newest first, with device and country, for its owner alone", async () => {
    const person = await t.signUp()
    const headers = {
      "user-agent":
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
    }
    await t.request("PATCH", "/v1/account/name", { person, body: { name: "Ngozi Eze" }, headers })
    const { total, logs } = (await t.request("GET", "/v1/account/logs", { person })).json()
    expect(total).toBe(3)
    expect(logs.map((log: { event: string }) => log.event)).toEqual(["user.update", "session.create", "user.create"])
    expect(logs[0]).toMatchObject({
      userId: person.accountId,
      userEmail: person.email,
      mode: "default",
      userType: "user",
      clientCode: "CH",
      osCode: "WIN",
      countryCode: "--",
    })
  })

  test("is read in pages, and by nothing but pages", async () => {
    const person = await t.signUp()
    const read = (...queries: string[]) => {
      const address = queries.map((query, at) => `queries[${at}]=${encodeURIComponent(query)}`).join("&")
      return t.request("GET", `/v1/account/logs?${address}`, { person })
    }
    const page = (await read("limit(1)", '{"method":"offset","values":[1]}')).json()
    expect(page.total).toBe(2)
    expect(page.logs.map((log: { event: string }) => log.event)).toEqual(["user.create"])
    for (const query of ['equal("event", ["user.create"])', 'orderAsc("time")', "nonsense"]) {
      expect((await read(query)).json()).toMatchObject({ code: 400, type: "general_query_invalid" })
    }
  })
})

describe("identities", () => {
  const insert = (id: string, person: TestPerson, provider: string) =>
    t.s.db
      .insertInto("identities")
      .values({ id, accountId: person.accountId, provider, providerUid: id, providerEmail: person.email })
      .execute()

  test("are listed and removed by their owner alone", async () => {
    const [person, stranger] = [await t.signUp(), await t.signUp()]
    await insert(`g-${person.accountId}`, person, "google")
    await insert(`h-${person.accountId}`, person, "github")
    const list = (query = "") => t.request("GET", `/v1/account/identities?${query}`, { person })
    expect((await list()).json().total).toBe(2)
    // The older SDK sends the queries as one text.
    const narrowed = (await list(`queries=${encodeURIComponent('equal("provider", ["google"])')}`)).json()
    expect(narrowed.identities).toMatchObject([{ provider: "google", providerEmail: person.email }])
    expect((await list(`queries=${encodeURIComponent('equal("secret", ["x"])')}`)).statusCode).toBe(400)
    const remove = (as: TestPerson) =>
      t.request("DELETE", `/v1/account/identities/g-${person.accountId}`, { person: as })
    expect((await remove(stranger)).json().type).toBe("user_identity_not_found")
    expect((await remove(person)).statusCode).toBe(204)
    expect((await list()).json().total).toBe(1)
  })
})

describe("a password", () => {
  test.each(["        ", "aaaaaaaaaa", "AAAAaaaa", " a a a a a a a "])("is not %j", async (password) => {
    const body = { userId: "unique()", email: `plain-${Date.now()}@example.com`, password, name: "Ada" }
    const reply = await t.request("POST", "/v1/account", { body })
    expect(reply.json()).toMatchObject({ code: 400, type: "general_argument_invalid" })
  })
})

describe("a new name", () => {
  const profileOf = async (person: TestPerson) =>
    (await t.request("GET", "/v1/databases/main/collections/profiles/documents", { person })).json().documents[0]

  test("is the profile's too, with a picture of its initials", async () => {
    const person = await t.signUp({ name: "Ada Obi" })
    await patch(person, "name", { name: "Zainab Bello" })
    const profile = await profileOf(person)
    expect(profile.name).toBe("Zainab Bello")
    expect(new URL(profile.imageUrl).searchParams.get("name")).toBe("Zainab Bello")
  })

  test("leaves a picture of one's own alone", async () => {
    const person = await t.signUp()
    const { $id } = await profileOf(person)
    const data = { imageUrl: "https://pictures.example/me.jpg" }
    const body = { data }
    await t.request("PATCH", `/v1/databases/main/collections/profiles/documents/${$id}`, { person, body })
    await patch(person, "name", { name: "Zainab Bello" })
    expect(await profileOf(person)).toMatchObject({ name: "Zainab Bello", ...data })
  })

  test.each([
    ["https://evil.example/win", false],
    ["evil.example", false],
    ["Ada\u202e", true],
    ["Dr. Ngozi", true],
  ])("%j greets in a mail: %s", async (name, isGreeted) => {
    const person = await t.signUp({ name })
    const url = "http://localhost:3000/verify-user"
    await t.request("POST", "/v1/account/verification", { person, body: { url } })
    const { text } = await mailTo(t, person.email)
    expect(text.split("\n")[0]).toBe(isGreeted ? `Hello ${name.replace("\u202e", "").split(" ")[0]},` : "Hello,")
  })
})

describe("a phone number in a profile", () => {
  test.each([
    ["0801 234 5678", "Nigeria", "+2348012345678"],
    ["024 412 3456", "Ghana", "+233244123456"],
    ["+234 801 234 5678", null, "+2348012345678"],
    ["0801 234 5678", null, "0801 234 5678"],
    ["00234 801 234 5678", "Nigeria", "+2348012345678"],
    ["00234 801 234 5678", null, "+2348012345678"],
    ["+23408012345678", "Nigeria", "+2348012345678"],
    ["0801 234 5678", "Atlantis", "0801 234 5678"],
  ])("%s in %s is kept as %s", async (phoneNumber, country, kept) => {
    const person = await t.signUp()
    const path = "/v1/databases/main/collections/profiles/documents"
    const { $id } = (await t.request("GET", path, { person })).json().documents[0]
    const body = { data: { country, phoneNumber } }
    const reply = await t.request("PATCH", `${path}/${$id}`, { person, body })
    expect(reply.json()).toMatchObject({ phoneNumber: kept })
  })
})

describe("settings", () => {
  test("name the cohort of new people, and the first operator, who gets there once", async () => {
    const email = `first-${Date.now()}@example.com`
    const other = await openTestApp({ settings: { DEFAULT_COHORT: "7", FIRST_OPERATOR_EMAIL: email } })
    try {
      await other.request("POST", "/v1/account/tokens/magic-url", { body: { userId: "unique()", email } })
      const { text } = await mailTo(other, email)
      const { searchParams } = new URL(text.match(/https?:\/\/\S+/)?.[0] ?? "")
      const body = { userId: searchParams.get("userId"), secret: searchParams.get("secret") }
      const session = await other.request("POST", "/v1/account/sessions/token", { body })
      const operators = await other.s.db.selectFrom("operators").select(["accountId", "role"]).execute()
      expect(operators).toEqual([{ accountId: session.json().userId, role: "owner" }])
      const cohorts = await other.s.db.selectFrom("profiles").select("cohort").execute()
      expect(cohorts).toEqual([{ cohort: "7" }])
    } finally {
      await other.close()
    }
  })
})

test("the activity tells which setting a person changed, and nothing of what the app notes by itself", async () => {
  const person = await t.signUp()
  const save = (prefs: object) => patch(person, "prefs", { prefs })
  const changes = async (): Promise<string[]> =>
    (await t.request("GET", "/v1/account/logs", { person }))
      .json()
      .logs.filter((log: { event: string }) => log.event === "user.update")
      .map((log: { detail: string }) => log.detail)
  await save({ next: "/generations/flux", hasDownloaded: true })
  await save({ next: "", hasDownloaded: true, sidebar: "narrow" })
  expect(await changes()).toEqual([])
  await save({ theme: "dark", next: "" })
  expect(await changes()).toEqual(["user.update.prefs.theme"])
  await save({ theme: "light", ofAnotherProgram: 1 })
  expect(await changes()).toEqual(["user.update.prefs", "user.update.prefs.theme"])
})
