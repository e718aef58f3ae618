import { afterAll, beforeAll, expect, test } from "vitest"
import { handoutSlugs, handouts } from "#contract/catalogue/handouts.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"
import { handoutLines } from "./handout-lines.ts"

let t: TestApp
let strict: TestApp

beforeAll(async () => {
  t = await openTestApp()
  strict = await openTestApp({ settings: { RATE_LIMIT_FACTOR: "1" } })
})
afterAll(async () => {
  await t.close()
  await strict.close()
})

function mailsTo(email: string) {
  return t.s.db.selectFrom("capturedMails").selectAll().where("recipient", "=", email).execute()
}

test.each(handoutSlugs)("mails the sheet of %s and keeps the request", async (slug) => {
  const email = `${slug}@example.com`
  const reply = await t.request("POST", "/contact/sheets", { body: { slug, email: email.toUpperCase() } })
  expect(reply.statusCode).toBe(201)
  const [mail] = await until(async () => {
    const mails = await mailsTo(email)
    return mails.length > 0 && mails
  })
  expect(mail?.subject).toBe(`Aworan: ${handouts[slug].title}`)
  for (const line of handoutLines[slug]) expect(mail?.text).toContain(line)
  const kept = await t.s.db.selectFrom("contactMessages").selectAll().where("email", "=", email).execute()
  expect(kept.map(({ subject }) => subject)).toEqual([`Asked for: ${handouts[slug].title}`])
})

test.each([
  ["a sheet that is not there", { slug: "none", email: "bisi@example.com" }],
  ["a wrong address", { slug: "leadpilot", email: "bisi" }],
])("refuses %s", async (_, body) => {
  expect((await t.request("POST", "/contact/sheets", { body })).statusCode).toBe(400)
})

test("mails a sheet that is asked for without scripts, and answers with a page", async () => {
  const send = (fields: Record<string, string>) =>
    t.app.inject({
      method: "POST",
      url: "/contact/sheet-form",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(fields).toString(),
    })
  const sent = await send({ slug: "studiogen", email: "form@example.com" })
  expect([sent.statusCode, sent.headers["content-type"]]).toEqual([201, "text/html; charset=utf-8"])
  expect(sent.body).toContain("It goes to form@example.com.")
  await until(async () => (await mailsTo("form@example.com")).length > 0)
  const refused = await send({ slug: "studiogen", email: "bisi" })
  expect([refused.statusCode, refused.body.includes("Back to the case studies")]).toEqual([400, true])
})

test("stops after five requests of one visitor", async () => {
  const ask = (n: number) =>
    strict.request("POST", "/contact/sheets", { body: { slug: "ugcpro", email: `visitor${n}@example.com` } })
  const codes: number[] = []
  for (let n = 0; n < 6; n++) codes.push((await ask(n)).statusCode)
  expect(codes).toEqual([201, 201, 201, 201, 201, 429])
})
