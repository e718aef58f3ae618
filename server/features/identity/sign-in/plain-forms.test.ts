import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

/** Sends a form as a browser does by itself. */
function send(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return t.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html", ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
}

const ada = {
  firstName: "Ada",
  lastName: "Obi",
  email: "ada.forms@example.com",
  phoneNumber: "0803 123 4567",
  country: "Nigeria",
  state: "Lagos",
  password: "a long enough password",
  confirmPassword: "a long enough password",
  acceptsTerms: "on",
}

const cookieOf = (reply: Awaited<ReturnType<typeof send>>): string =>
  reply.cookies.map(({ name, value }) => `${name}=${value}`).join("; ")

test("makes an account without scripts: signed in, asked to confirm, profile filled, words kept", async () => {
  const next = "/generations/flux?mode=dalle3&prompt=a+red+<b>jug</b>"
  const reply = await send(`/sign-up?${new URLSearchParams({ to: next })}`, ada)
  expect(reply.statusCode).toBe(201)
  expect(reply.headers["content-type"]).toContain("text/html")
  expect(reply.headers["cache-control"]).toBe("no-store")
  expect(reply.body).toContain("Your account is ready")
  expect(reply.body).not.toContain("<b>jug")
  const cookie = cookieOf(reply)
  const { json } = await t.request("GET", "/v1/account", { headers: { cookie } })
  expect(json()).toMatchObject({
    email: ada.email,
    name: "Ada Obi",
    emailVerification: false,
    prefs: { next },
  })
  const terms = await t.request("GET", "/terms-accepted", { headers: { cookie } })
  expect(terms.json().data.isAccepted).toBe(true)
  const profile = await t.s.db.selectFrom("profiles").selectAll().where("email", "=", ada.email).executeTakeFirst()
  expect(profile).toMatchObject({ country: "Nigeria", state: "Lagos", phoneNumber: "+2348031234567" })
  const [mail] = await until(async () => {
    const mails = (await t.request("GET", `/dev/mail.json?to=${encodeURIComponent(ada.email)}`)).json<
      { text: string }[]
    >()
    return mails.length > 0 && mails
  })
  expect(mail?.text).toContain("/verify-user?")
})

test.each([
  [{ acceptsTerms: "" }, "Please accept the terms and confirm your age"],
  [{ confirmPassword: "another long password" }, "Passwords do not match"],
  [{ firstName: "A" }, "First name too short"],
  [{ phoneNumber: "12 34" }, "Phone number too short"],
  [{ email: "nobody" }, "Invalid email address"],
  [{ password: "short", confirmPassword: "short" }, "Password must be at least 8 characters"],
])("makes no account with %j, and says why", async (change, why) => {
  const reply = await send("/sign-up?to=%2Fpricing", { ...ada, email: "bisi.forms@example.com", ...change })
  expect(reply.statusCode).toBe(400)
  expect(reply.body).toContain(why)
  expect(reply.body).toContain('href="/sign-up?to=%2Fpricing"')
  expect(reply.body).not.toContain(ada.password)
  const made = await t.s.db.selectFrom("accounts").select("id").where("email", "=", "bisi.forms@example.com").execute()
  expect(made).toEqual([])
})

test("signs in without scripts, and goes on by the page that notes it in the browser", async () => {
  const { email, password } = await t.signUp()
  const reply = await send("/sign-in?ref=fusion", { email, password })
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toContain("You are signed in")
  expect(reply.body).toContain('href="/auth/oauth2/success?to=%2Fapp%3Fref%3Dfusion"')
  // Where scripts were only late the way on is taken by itself.
  expect(reply.body).toContain('src="/go-on.js"')
  const cookie = cookieOf(reply)
  expect((await t.request("GET", "/v1/account", { headers: { cookie } })).json().email).toBe(email)
  const again = await send("/sign-in", { email, password }, { cookie })
  expect(again.statusCode).toBe(401)
  expect(again.body).toContain("Open the studio")
})

test("tells a wrong password as a page, and sets nothing", async () => {
  const { email } = await t.signUp()
  const reply = await send("/sign-in", { email, password: "not the password" })
  expect(reply.statusCode).toBe(401)
  expect(reply.body).toContain("Back to the form")
  expect(reply.body).not.toContain(email)
  expect(reply.cookies).toEqual([])
})

test("takes none of these forms from another site", async () => {
  const { email, password } = await t.signUp()
  for (const origin of ["https://elsewhere.example", "null"]) {
    const reply = await send("/sign-in", { email, password }, { origin })
    expect(reply.statusCode).toBe(403)
    expect(reply.cookies).toEqual([])
  }
})

test("asks for the mail that resets a password, and says the same of an unknown address", async () => {
  const { email } = await t.signUp()
  const known = await send("/forgot-password", { email })
  const unknown = await send("/forgot-password", { email: "nobody.at.all@example.com" })
  expect([known.statusCode, unknown.statusCode]).toEqual([200, 200])
  expect(known.body.replaceAll(email, "")).toBe(unknown.body.replaceAll("nobody.at.all@example.com", ""))
})

/** Path and query of the newest link mailed to an address. */
async function mailedAddress(email: string, part: string): Promise<string> {
  return until(async () => {
    const mails = (await t.request("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`)).json<{ text: string }[]>()
    const link = mails.map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? "").find((found) => found.includes(part))
    return link !== undefined && new URL(link).pathname + new URL(link).search
  })
}

test("sets a new password by a mailed link without scripts, once", async () => {
  const { email } = await t.signUp()
  await send("/forgot-password", { email })
  const link = await mailedAddress(email, "/reset-password")
  const different = await send(link, { newPassword: "a brand new password", confirmPassword: "another one here" })
  expect(different.statusCode).toBe(400)
  expect(different.body).toContain("Passwords do not match")
  expect(different.body).toContain("Back to the form")

  const form = { newPassword: "a brand new password", confirmPassword: "a brand new password" }
  const reply = await send(link, form)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers["cache-control"]).toBe("no-store")
  expect(reply.body).toContain("Your new password is saved")
  expect((await send("/sign-in", { email, password: form.newPassword })).statusCode).toBe(200)
  const again = await send(link, form)
  expect(again.statusCode).toBe(401)
  expect(again.body).toContain('href="/forgot-password"')
  expect(again.body).not.toContain(form.newPassword)
})

test("makes an account of what the first step asks, and leaves phone and place to the second", async () => {
  const { phoneNumber: _phone, country: _country, state: _state, ...first } = ada
  const email = "efe.forms@example.com"
  expect((await send("/sign-up", { ...first, email })).statusCode).toBe(201)
  const profile = await t.s.db.selectFrom("profiles").selectAll().where("email", "=", email).executeTakeFirst()
  expect(profile).toMatchObject({ country: null, state: null, phoneNumber: null })
})

test("confirms an address by a mailed link without scripts, for who is signed in and for others", async () => {
  const email = "chidi.forms@example.com"
  const made = await send("/sign-up", { ...ada, email })
  const cookie = cookieOf(made)
  const link = await mailedAddress(email, "/verify-user")
  const wrong = await send(link.replace(/secret=[^&]*/, "secret=wrong"), {})
  expect(wrong.statusCode).toBe(401)
  expect(wrong.body).toContain("Sign in, and send a new link")
  const reply = await send(link, {}, { cookie })
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toContain("Your e-mail is confirmed")
  expect((await t.request("GET", "/v1/account", { headers: { cookie } })).json().emailVerification).toBe(true)
})

test("counts tries at one account's links, whose id stands in the address", async () => {
  const form = { newPassword: "a brand new password", confirmPassword: "a brand new password" }
  const limits: unknown[] = []
  for (const path of ["/reset-password", "/verify-user"]) {
    const reply = await send(`${path}?userId=nobody&secret=guess`, form)
    limits.push(usedOf(reply), reply.headers["x-ratelimit-limit"])
  }
  // Ten an hour, times the factor of tests.
  expect(limits).toEqual([1, "10000", 1, "10000"])
})

function usedOf({ headers }: Awaited<ReturnType<typeof send>>): number {
  return Number(headers["x-ratelimit-limit"]) - Number(headers["x-ratelimit-remaining"])
}

const nobody = { userId: "nobody-again", secret: "guess" }
const password = "a brand new password"

test.each([
  ["POST", "/v1/account/sessions/email", "/sign-in", { email: "counted@example.com", password }],
  ["POST", "/v1/account", "/sign-up", { userId: "unique()", email: "counted@example.com", password: "short" }],
  [
    "POST",
    "/v1/account/recovery",
    "/forgot-password",
    { email: "counted@example.com", url: "http://localhost:3000/x" },
  ],
  ["PUT", "/v1/account/recovery", "/reset-password", { ...nobody, password, newPassword: password }],
  ["PUT", "/v1/account/verification", "/verify-user", nobody],
] as const)("%s %s and the form at %s are counted together", async (method, call, form, body) => {
  const before = await t.request(method, call, { body })
  const between = await send(`${form}?${new URLSearchParams(nobody)}`, body as Record<string, string>)
  const after = await t.request(method, call, { body })
  expect([usedOf(between), usedOf(after)]).toEqual([usedOf(before) + 1, usedOf(before) + 2])
})
