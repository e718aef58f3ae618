import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createApp } from "#server/composition/app.ts"
import { type RunningProcess, signUpAt, startProcess, type Visitor } from "#server/testing/processes/processes.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { mailTo, until } from "#server/testing/wait.ts"

/** What the checklist asks of the product as a whole (docs/product-rules.md#numbers). */

const root = mkdtempSync(join(tmpdir(), "aworan-security-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let t: TestApp
beforeAll(async () => {
  t = await openTestApp({ settings: { PUBLIC_URL: "https://aworan.example", MAIL_URL: "captured", TRUST_PROXY: "" } })
})
afterAll(() => t.close())

function signIn(app: TestApp, person: { email: string; password: string }, headers: Record<string, string> = {}) {
  return app.request("POST", "/v1/account/sessions/email", {
    body: { email: person.email, password: person.password },
    headers,
  })
}

describe("security headers", () => {
  const wanted = {
    "x-content-type-options": "nosniff",
    "referrer-policy": expect.stringMatching(/no-referrer|^same-origin|strict-origin-when-cross-origin/),
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "strict-transport-security": expect.stringMatching(/max-age=\d{7,}/),
  }

  test("are on every page and file of the browser app, and on what is not there", async () => {
    const webDir = join(root, "web")
    mkdirSync(join(webDir, "assets"), { recursive: true })
    writeFileSync(join(webDir, "index.html"), "<!doctype html><title>Aworan</title>")
    writeFileSync(join(webDir, "assets", "app-1.js"), "export {}")
    writeFileSync(join(webDir, ".env"), "SECRET=1")
    const app = await createApp(t.s, { webDir })
    const get = (url: string) => app.inject({ url, headers: { accept: "text/html" } })
    for (const url of [
      "/",
      "/dashboard",
      "/reset-password?secret=x",
      "/assets/app-1.js",
      "/missing.png",
      "/v1/nothing",
    ]) {
      const { headers } = await get(url)
      expect(headers).toMatchObject(wanted)
      expect(headers["content-security-policy"]).toMatch(/script-src 'self'(;|$)/)
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'")
      expect(headers["x-powered-by"] ?? headers.server).toBeUndefined()
      // The address of a page with a secret goes to no other site.
      if (url.includes("secret")) expect(headers["referrer-policy"]).toBe("same-origin")
    }
    for (const url of ["/.env", "/.git/config", "/assets/..%2f.env", "/assets/%2e%2e/.env", "/..%2f..%2fetc/passwd"]) {
      const reply = await get(url)
      expect(reply.body).not.toMatch(/SECRET|root:/)
    }
    await app.close()
  })

  test.each([
    "/v1/account",
    "/credits",
    "/healthz",
    "/metrics",
    "/docs",
    "/docs/openapi.json",
    "/dev.css",
    "/pictures/none",
    "/v1/%zz",
  ])("are on the reply of %s", async (url) => {
    expect((await t.request("GET", url)).headers).toMatchObject(wanted)
  })
})

describe("a session", () => {
  test("is stored so that the table opens no door", async () => {
    const person = await t.signUp()
    const rows = await t.s.db
      .selectFrom("sessions")
      .select(["id", "secretHash"])
      .where("accountId", "=", person.accountId)
      .execute()
    const [row] = rows
    if (!row) throw new Error("The session is missing.")
    expect(row.secretHash).toHaveLength(32)
    const forge = (secret: string) => Buffer.from(JSON.stringify({ id: person.accountId, secret })).toString("base64")
    for (const secret of [row.secretHash.toString("hex"), row.secretHash.toString("base64"), row.id.padEnd(64, "0")]) {
      const cookie = `a_session_aworan=${encodeURIComponent(forge(secret))}`
      expect((await t.request("GET", "/v1/account", { headers: { cookie } })).statusCode).toBe(401)
    }
    const value = JSON.parse(
      Buffer.from(decodeURIComponent(person.cookie.match(/=([^;]+)/)?.[1] ?? ""), "base64").toString(),
    ) as { secret: string }
    const dump = JSON.stringify(await t.s.db.selectFrom("sessions").selectAll().execute(), (_, field) =>
      field?.type === "Buffer" ? Buffer.from(field.data).toString("hex") : field,
    )
    expect(value.secret.length).toBeGreaterThanOrEqual(32)
    expect(dump).not.toContain(value.secret)
  })

  test("gets a new secret at each sign-in; a planted one is not taken over", async () => {
    const person = await t.signUp()
    const planted = `a_session_aworan=${Buffer.from(JSON.stringify({ id: person.accountId, secret: "p".repeat(64) })).toString("base64")}`
    const replies = [await signIn(t, person, { cookie: planted }), await signIn(t, person, { cookie: planted })]
    const values = replies.map((reply) => reply.cookies[0]?.value)
    expect(new Set(values).size).toBe(2)
    expect((await t.request("GET", "/v1/account", { headers: { cookie: planted } })).statusCode).toBe(401)
  })

  test("ends on the server when its time is over", async () => {
    const person = await t.signUp()
    const past = new Date(Date.now() - 1_000)
    await t.s.db.updateTable("sessions").set({ expiresAt: past }).where("accountId", "=", person.accountId).execute()
    expect((await t.request("GET", "/v1/account", { person })).statusCode).toBe(401)
  })

  test("does not end other people's sessions with another's cookie and id", async () => {
    const [ada, bob] = [await t.signUp(), await t.signUp()]
    const mixed = Buffer.from(
      JSON.stringify({
        ...JSON.parse(Buffer.from(decodeURIComponent(ada.cookie.match(/=([^;]+)/)?.[1] ?? ""), "base64").toString()),
        id: bob.accountId,
      }),
    ).toString("base64")
    const cookie = `a_session_aworan=${encodeURIComponent(mixed)}`
    expect((await t.request("GET", "/v1/account", { headers: { cookie } })).statusCode).toBe(401)
  })
})

describe("passwords", () => {
  test("are taken as a whole, to the 256th letter", async () => {
    const email = "long@example.com"
    const password = "p".repeat(255)
    await t.request("POST", "/v1/account", { body: { userId: "unique()", email, password: `${password}a` } })
    expect((await signIn(t, { email, password: `${password}b` })).statusCode).toBe(401)
    expect((await signIn(t, { email, password: `${password}a` })).statusCode).toBe(201)
  })

  test("do not keep others waiting: a hundred sign-ins at once end in 401 or 429, and calls are served meanwhile", async () => {
    const person = await t.signUp()
    const tries = Array.from({ length: 100 }, () => signIn(t, { email: person.email, password: "wrong password" }))
    const served = await t.request("GET", "/v1/account", { person })
    expect(served.statusCode).toBe(200)
    const statuses = new Set((await Promise.all(tries)).map((reply) => reply.statusCode))
    expect([...statuses].filter((status) => status !== 401 && status !== 429)).toEqual([])
  })
})

describe("a proxy's word", () => {
  const limit = 10
  const tries = (app: TestApp, headers: (n: number) => Record<string, string>) =>
    Promise.all(
      Array.from({ length: limit + 4 }, (_, n) =>
        app.request("POST", "/v1/account", {
          body: { userId: "unique()", email: `proxy${n}@example.com`, password: "short" },
          headers: headers(n),
        }),
      ),
    )
  const spread = (n: number) => ({ "x-forwarded-for": `203.0.113.${n}` })

  test("about addresses is not believed by itself", async () => {
    const app = await openTestApp({ settings: { RATE_LIMIT_FACTOR: "1" } })
    const statuses = (await tries(app, spread)).map((reply) => reply.statusCode)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    const person = { email: "https@example.com", password: "a long enough password" }
    await app.s.db.deleteFrom("rateCounters").execute()
    await app.request("POST", "/v1/account", { body: { userId: "unique()", ...person } })
    const reply = await signIn(app, person, { "x-forwarded-proto": "https" })
    expect(reply.cookies[0]).not.toHaveProperty("secure")
    await app.close()
  })

  test("counts once the proxy is named, and only its own word", async () => {
    const app = await openTestApp({ settings: { RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "127.0.0.1" } })
    expect((await tries(app, spread)).filter((reply) => reply.statusCode === 429)).toHaveLength(0)
    // What the visitor wrote before the proxy added the true address does not count.
    const forged = await tries(app, (n) => ({ "x-forwarded-for": `198.51.100.${n}, 203.0.113.200` }))
    expect(forged.filter((reply) => reply.statusCode === 429)).toHaveLength(4)
    const sameLine = await tries(app, (n) => ({ "x-forwarded-for": `2001:db8:1:2::${n}` }))
    expect(sameLine.filter((reply) => reply.statusCode === 429)).toHaveLength(4)
    const person = { email: "https@example.com", password: "a long enough password" }
    await app.request("POST", "/v1/account", {
      body: { userId: "unique()", ...person },
      headers: { "x-forwarded-for": "203.0.113.77" },
    })
    const reply = await signIn(app, person, { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.77" })
    expect(reply.cookies[0]).toMatchObject({ secure: true, httpOnly: true, sameSite: "Lax", path: "/" })
    expect(reply.json().ip).toBe("203.0.113.77")
    await app.close()
  })

  test("about the country is believed from a named proxy only", async () => {
    const settings = { COUNTRY_HEADER: "x-country", TRUST_PROXY: "127.0.0.1" }
    const app = await openTestApp({ hasWorker: false, settings })
    const { email, password } = await app.signUp({ details: false })
    const countryOf = async (headers: Record<string, string>) =>
      (await signIn(app, { email, password }, { "x-country": "NG", ...headers })).json().countryCode
    expect(await countryOf({})).toBe("--")
    expect(await countryOf({ "x-forwarded-for": "203.0.113.77" })).toBe("ng")
    await app.close()
  })

  test("never decides where a link in a mail leads", async () => {
    const person = await t.signUp()
    const reply = await t.request("POST", "/v1/account/verification", {
      person,
      body: { url: "https://evil.example/verify-user" },
      headers: { host: "evil.example", "x-forwarded-host": "evil.example", origin: "https://aworan.example" },
    })
    expect(reply.statusCode).toBe(400)
  })
})

describe("the log", () => {
  let process: RunningProcess
  let visitor: Visitor
  const password = "a long enough password"
  const secrets: string[] = [password]
  const dir = join(root, "log")

  beforeAll(async () => {
    process = await startProcess({ DATA_DIR: dir, LOG_LEVEL: "trace" })
    visitor = await signUpAt(process, "log@example.com")
    secrets.push(readFileSync(join(dir, "keys", "token.key"), "utf8"))
  })
  afterAll(async () => {
    await process.stop()
  })

  test("tells no password, cookie or secret, whatever goes right or wrong", async () => {
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(process.url + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      })
    secrets.push(
      "wrong-password-1",
      "key-of-the-server-1",
      "fallback-secret-1",
      "planted-cookie-1",
      "planted-token-1".padEnd(24, "x"),
    )
    await post("/v1/account/sessions/email", { email: "log@example.com", password: "wrong-password-1" })
    const session = await post("/v1/account/sessions/email", { email: "log@example.com", password })
    for (const line of session.headers.getSetCookie())
      secrets.push(decodeURIComponent(line.match(/=([^;]+)/)?.[1] ?? ""))
    await post("/v1/account/recovery", { email: "log@example.com", url: `${process.url}/reset-password` })
    const mails = await until(async () => {
      const all = (await (await fetch(`${process.url}/dev/mail.json?to=log@example.com`)).json()) as { text: string }[]
      return all.length >= 2 && all
    })
    for (const { text } of mails) secrets.push(text.match(/secret=(\w+)/)?.[1] ?? "no secret in the mail")
    await post("/v1/account/sessions/email", {}, { cookie: "a_session_aworan=planted-cookie-1" })
    await post("/v1/account", { password: "wrong-password-1" }, { "x-appwrite-key": "key-of-the-server-1" })
    await post("/v1/account", {}, { "x-fallback-cookies": '{"a_session_aworan":"fallback-secret-1"}' })
    await fetch(`${process.url}/reset-password?userId=a&secret=${secrets.at(-1)}`)
    await visitor.send(process, "POST", "/operators/claim", { token: "planted-token-1".padEnd(24, "x") })
    await visitor.send(process, "POST", "/image-gen-with-flux-1.1", { prompt: "[break] a pot", aspect_ratio: "1:1" })
    const output = process.output()
    expect(output.split("\n").length).toBeGreaterThan(20)
    expect(output).toContain("told to break")
    expect(secrets.length).toBeGreaterThanOrEqual(10)
    for (const secret of secrets) expect(output.includes(secret), secret).toBe(false)
  })

  test("says who was refused what, and where, with the number of the call", async () => {
    const reply = await fetch(`${process.url}/v1/account/sessions/email`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "log@example.com", password: "wrong-password-2" }),
    })
    expect(reply.status).toBe(401)
    await visitor.send(process, "GET", "/operators/today")
    const refusals = await until(async () => {
      const lines = process.output().split("\n").slice(0, -1)
      const found = lines.filter((line) => line.includes('"msg":"refused"')).map((line) => JSON.parse(line))
      return found.at(-1)?.refused === "not_allowed" && found
    })
    expect(refusals.find(({ reqId }) => reqId === reply.headers.get("x-request-id"))).toMatchObject({
      refused: "user_invalid_credentials",
      method: "POST",
      route: "/v1/account/sessions/email",
      ip: "127.0.0.1",
      accountId: null,
    })
    expect(refusals.at(-1)).toMatchObject({ route: "/operators/today", accountId: visitor.accountId })
  })

  test("keeps one line per entry, whatever people write", async () => {
    const planted = '\n{"level":60,"msg":"planted"}\r\nplanted line'
    await visitor.send(process, "POST", "/image-gen-with-flux-1.1", {
      prompt: `[break] ${planted}`,
      aspect_ratio: "1:1",
    })
    await visitor.send(process, "PATCH", "/v1/account/name", { name: planted })
    await fetch(`${process.url}/v1/nothing%0d%0aplanted%20line`, { headers: { "user-agent": "planted line" } })
    const start = process.output().indexOf("{")
    const lines = process
      .output()
      .slice(start)
      .split("\n")
      .filter((line) => line.startsWith("{") || line.startsWith("planted"))
    expect(lines.length).toBeGreaterThan(20)
    for (const line of lines) expect(JSON.parse(line).msg).not.toBe("planted")
  })
})

test("mail to a person with a name full of tricks keeps its subject, and its text carries no mark-up", async () => {
  const tricky = "<script>alert(1)</script> \r\nBcc: victim@example.com"
  const local = await openTestApp()
  const person = await local.signUp({ name: tricky })
  await local.request("POST", "/v1/account/verification", {
    person,
    body: { url: "http://localhost:3000/verify-user" },
  })
  const mail = await mailTo(local, person.email)
  expect(mail.html).not.toContain("<script>")
  expect(mail.subject).not.toMatch(/Bcc|[\r\n]/)
  await local.close()
})
