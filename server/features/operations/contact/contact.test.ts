import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Mailer } from "#server/adapters/mail/port.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const message = { subject: "A question", email: "Bisi@Example.com", additonal_info: "Do you deliver prints to Ibadan?" }

function stored(id: string) {
  return t.s.db.selectFrom("contactMessages").selectAll().where("id", "=", id).executeTakeFirst()
}

describe("POST /contact", () => {
  test("keeps a visitor's message and answers with its number", async () => {
    const reply = await t.request("POST", "/contact", { body: message })
    expect(reply.statusCode).toBe(201)
    const { id, number } = reply.json<{ data: { id: string; number: number } }>().data
    expect(number).toBeGreaterThan(1_000)
    expect(await stored(id)).toMatchObject({
      number,
      accountId: null,
      subject: "A question",
      email: "bisi@example.com",
      info: "Do you deliver prints to Ibadan?",
    })
  })

  test("takes a subject and an address without a text", async () => {
    const { additonal_info: _, ...rest } = message
    expect((await t.request("POST", "/contact", { body: rest })).statusCode).toBe(201)
  })

  test("knows the signed-in writer, and takes the right spelling too", async () => {
    const person = await t.signUp()
    const { additonal_info: text, ...rest } = message
    const reply = await t.request("POST", "/contact", { person, body: { ...rest, additional_info: text } })
    const { id } = reply.json<{ data: { id: string } }>().data
    expect(await stored(id)).toMatchObject({ accountId: person.accountId, info: text })
  })

  test("takes a form that is sent without scripts, and answers with a page", async () => {
    const payload = new URLSearchParams({ subject: "A <b>question</b>", email: "bisi@example.com", additonal_info: "" })
    const send = (body: URLSearchParams) =>
      t.app.inject({
        method: "POST",
        url: "/contact-form",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: body.toString(),
      })
    const reply = await send(payload)
    expect(reply.statusCode).toBe(201)
    expect(reply.headers["content-type"]).toContain("text/html")
    expect(reply.body).toContain("Your message has arrived")
    const refused = await send(new URLSearchParams({ subject: "x" }))
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain("Back to the form")
  })

  test("mails it to the operators who answer people, and to no others", async () => {
    const [support, finance, unconfirmed] = await Promise.all([
      t.signUp({ isVerified: true }),
      t.signUp({ isVerified: true }),
      t.signUp(),
    ])
    await t.s.db
      .insertInto("operators")
      .values([
        { accountId: support.accountId, role: "support" },
        { accountId: finance.accountId, role: "finance" },
        { accountId: unconfirmed.accountId, role: "owner" },
      ])
      .execute()
    const subject = `Line one\nBcc: ${finance.email}`
    const reply = await t.request("POST", "/contact", { body: { ...message, subject } })
    const { id, number } = reply.json<{ data: { id: string; number: number } }>().data
    await until(async () => (await stored(id))?.forwardedAt)
    const line = `%Number: ${number}%`
    const mails = await t.s.db.selectFrom("capturedMails").selectAll().where("text", "like", line).execute()
    expect(mails.map(({ recipient }) => recipient)).toEqual([support.email])
    expect(mails[0]?.subject).toBe(`Aworan: Line one Bcc: ${finance.email}`)
    expect(mails[0]?.text).toContain("Answer to bisi@example.com.")
  })

  test.each([
    ["a wrong address", { ...message, email: "bisi" }],
    ["no subject", { ...message, subject: " " }],
    ["a text without end", { ...message, additonal_info: "x".repeat(5_001) }],
  ])("refuses %s", async (_, body) => {
    expect((await t.request("POST", "/contact", { body })).statusCode).toBe(400)
  })
})

test("a reader whose server asks to come back later keeps no other from reading", async () => {
  let busy: readonly string[] = []
  const tried = new Set<string>()
  const mailer: Mailer = {
    kind: "smtp",
    async send({ to, text }) {
      if (!text.includes("Ibadan")) return
      tried.add(to)
      if (busy.includes(to)) throw new Error("451 later")
    },
    close: async () => {},
  }
  const app = await openTestApp({ replace: { mailer } })
  const people = await Promise.all([1, 2, 3].map(() => app.signUp({ isVerified: true })))
  // Those who are mailed first.
  busy = people
    .toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1))
    .slice(0, 2)
    .map(({ email }) => email)
  const rows = people.map(({ accountId }) => ({ accountId, role: "support" as const }))
  await app.s.db.insertInto("operators").values(rows).execute()
  await app.request("POST", "/contact", { body: message })
  await until(async () => tried.size === 3)
  await app.close()
})

test("a flood from one network is stopped, by the form without scripts as well", async () => {
  const strict = await openTestApp({ settings: { RATE_LIMIT_FACTOR: "1" }, hasWorker: false })
  const headers = { "x-forwarded-for": "203.0.113.9" }
  const byScript = () => strict.request("POST", "/contact", { body: message, headers })
  const byForm = () =>
    strict.app.inject({
      method: "POST",
      url: "/contact-form",
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(message).toString(),
    })
  const statuses: number[] = []
  for (const send of [byScript, byForm, byScript, byForm, byScript, byForm, byScript]) {
    statuses.push((await send()).statusCode)
  }
  await strict.close()
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429])
})
