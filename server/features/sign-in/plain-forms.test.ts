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
    prefs: { next, termsAcceptedAt: expect.any(String) },
  })
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
