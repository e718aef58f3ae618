import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mayOperate, needsProof, type OperatorRight, operatorRights } from "#contract/catalogue/operator-rights.ts"
import { OperatorRole } from "#contract/product/operators.ts"
import { openAuthenticator } from "#server/testing/authenticator.ts"
import { check, orderFor, play, traceOf } from "#server/testing/payments.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let strict: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  strict = await openTestApp({ hasWorker: false, settings: { OPERATOR_SECOND_FACTOR: "required" } })
})
afterAll(async () => {
  await t.close()
  await strict.close()
})

const reason = "Asked for by mail"
const nobody = "1767600000000-0123456789abcdef01234567"

async function operator(app: TestApp, role: OperatorRole): Promise<TestPerson> {
  const person = await app.signUp({ isVerified: true, name: `${role} Obi` })
  await app.s.db.insertInto("operators").values({ accountId: person.accountId, role }).execute()
  return person
}

const someContract = {
  ...{ client: "Adire House", email: "", title: "Outreach", service: "leadpilot" },
  ...{ amount: 0, currency: "NGN" },
}

type Call = [right: OperatorRight, method: "GET" | "POST" | "PUT", url: string, body?: object]

/** Calls of every right: what is looked at, and what money, credits and protections are changed by. */
function callsAbout(personId: string, paid: string, unpaid: string): Call[] {
  return [
    ["today", "GET", "/operators/today"],
    ["people.see", "GET", `/operators/people/${personId}`],
    ["people.see", "GET", "/operators/people.csv"],
    ["log.see", "GET", "/operators/log.csv"],
    ["money.see", "GET", "/operators/orders.csv"],
    ["admissions", "GET", "/operators/admissions/applications.csv"],
    ["runs.see", "GET", "/operators/runs.csv"],
    ["review", "GET", "/operators/review.csv"],
    ["words", "GET", "/operators/words.csv"],
    ["letters", "GET", "/operators/letters.csv"],
    ["people.endSessions", "POST", `/operators/people/${personId}/end-sessions`, { reason }],
    ["people.block", "POST", `/operators/people/${personId}/block`, { isBlocked: true, reason }],
    ["people.resetFactor", "POST", `/operators/people/${personId}/reset-factor`, { reason }],
    ["credits.grant", "POST", `/operators/people/${personId}/credits`, { credits: 5, reason }],
    ["log.see", "GET", "/operators/log"],
    ["admissions", "GET", "/operators/admissions/cohorts"],
    ["teaching", "GET", "/operator/learning/submissions"],
    ["money.see", "GET", "/operators/money"],
    ["money.see", "GET", `/operators/orders/${paid}`],
    ["money.change", "POST", `/operators/orders/${paid}/refund`, { reason }],
    ["money.change", "POST", `/operators/orders/${unpaid}/approve`, { proof: "slip 1", reason }],
    ["money.change", "POST", `/operators/orders/${paid}/payments/1/paid-back`, { reason }],
    ["words", "GET", "/operators/words"],
    ["review", "GET", "/operators/review"],
    ["runs.see", "GET", "/operators/runs"],
    ["runs.refund", "POST", "/operators/runs/refund", { ids: ["none"], reason }],
    ["runs.retry", "POST", "/operators/runs/retry", { ids: ["none"], reason }],
    ["messages", "GET", "/operators/messages"],
    ["messages", "GET", "/operators/messages.csv"],
    ["messages", "POST", "/operators/messages/mark", { ids: ["none"], state: "read" }],
    ["contracts", "GET", "/operators/contracts"],
    ["contracts", "GET", "/operators/contracts.csv"],
    ["contracts", "POST", "/operators/contracts", { values: someContract, reason }],
    ["contracts", "PUT", "/operators/contracts/none", { values: someContract, status: "lead", version: 1, reason }],
    ["letters", "GET", "/operators/letters"],
    ["status", "GET", "/operators/incidents"],
    ["status", "POST", "/operators/incidents", { title: "Late", text: "We know.", reason }],
    [
      "status",
      "PUT",
      "/operators/incidents/none",
      { title: "Late", text: "We know.", isOver: true, version: 1, reason },
    ],
    ["settings.see", "GET", "/operators/settings"],
  ]
}

const refusals = ["proof_required", "not_allowed", "second_factor_required", "general_unauthorized_scope"]

describe("a proof of more than ten minutes ago", () => {
  test.each([...OperatorRole.options, "person", "guest"] as const)("opens what the table lets it: %s", async (role) => {
    const caller = role === "person" || role === "guest" ? await t.signUp() : await operator(t, role)
    const as = role === "guest" ? {} : { person: caller }
    await sql`update sessions set proved_at = now() - interval '11 minutes'
      where account_id = ${caller.accountId}`.execute(t.s.db)
    const buyer = await t.signUp()
    const { tx_ref: paid } = await orderFor(t, buyer, "credits:basic")
    await play(t, paid, { outcome: "success", notices: 0 })
    await check(t, buyer, paid)
    const { tx_ref: unpaid } = await orderFor(t, buyer)
    const calls = callsAbout(buyer.accountId, paid, unpaid)
    expect(new Set(calls.map(([right]) => right))).toEqual(new Set(Object.keys(operatorRights)))
    for (const [right, method, url, body] of calls) {
      const reply = await t.request(method, url, { ...as, ...(body ? { body } : {}) })
      const wanted =
        role === "guest"
          ? "general_unauthorized_scope"
          : role === "person" || !mayOperate(role, right)
            ? "not_allowed"
            : needsProof(right)
              ? "proof_required"
              : "open"
      const type = reply.statusCode < 400 ? "" : reply.json().type
      expect([url, refusals.includes(type) ? type : "open"]).toEqual([url, wanted])
    }
    expect((await traceOf(t, buyer.accountId, paid)).status).toBe("paid")
    expect((await traceOf(t, buyer.accountId, unpaid)).status).toBe("created")
    const { rows } = await sql`select 1 from bonuses where account_id = ${buyer.accountId}`.execute(t.s.db)
    expect(rows).toEqual([])
  })

  test("is renewed by the password, and a token renews nothing", async () => {
    const person = await operator(t, "owner")
    const somebody = await t.signUp()
    const grant = (headers: Record<string, string> = {}) =>
      t.request("POST", `/operators/people/${somebody.accountId}/credits`, {
        ...(Object.keys(headers).length > 0 ? { headers } : { person }),
        body: { credits: 5, reason },
      })
    const { jwt } = (await t.request("POST", "/v1/account/jwt", { person, body: {} })).json()
    expect((await grant({ "x-appwrite-jwt": jwt })).json().type).toBe("proof_required")
    await sql`update sessions set proved_at = now() - interval '11 minutes'
      where account_id = ${person.accountId}`.execute(t.s.db)
    expect((await grant()).json().type).toBe("proof_required")
    const { password } = person
    const byToken = { headers: { "x-appwrite-jwt": jwt }, body: { password } }
    expect((await t.request("POST", "/account/proof", byToken)).json().type).toBe("user_unauthorized")
    expect((await t.request("POST", "/account/proof", { person, body: { password } })).statusCode).toBe(204)
    expect((await grant()).statusCode).toBe(201)
  })
})

test("a role counts only with a second factor where one is required", async () => {
  const owner = await operator(strict, "owner")
  const standing = async () => (await strict.request("GET", "/operators/me", { person: owner })).json().data
  expect(await standing()).toEqual({ role: "owner", needsSecondFactor: true })
  for (const [, method, url, body] of callsAbout("some-id", nobody, nobody)) {
    const reply = await strict.request(method, url, { person: owner, ...(body ? { body } : {}) })
    expect([url, reply.json().type]).toEqual([url, "second_factor_required"])
  }
  const codes = "/v1/databases/main/collections/codes/documents"
  expect((await strict.request("GET", codes, { person: owner })).statusCode).toBe(401)
  const totp = "/v1/account/mfa/authenticators/totp"
  const { secret } = (await strict.request("POST", totp, { person: owner, body: {} })).json()
  const otp = openAuthenticator(secret).codeAt(Date.now())
  expect((await strict.request("PUT", totp, { person: owner, body: { otp } })).statusCode).toBe(200)
  expect(await standing()).toEqual({ role: "owner", needsSecondFactor: false })
  expect((await strict.request("GET", "/operators/log", { person: owner })).statusCode).toBe(200)
  expect((await strict.request("GET", codes, { person: owner })).statusCode).toBe(200)
})

test("an owner takes the factor of somebody who lost it: told by mail, in the log, signed out", async () => {
  const owner = await operator(t, "owner")
  const person = await operator(t, "support")
  const reset = (id: string) =>
    t.request("POST", `/operators/people/${id}/reset-factor`, { person: owner, body: { reason: "Lost the phone" } })
  expect((await reset(person.accountId)).json().type).toBe("step_not_allowed")
  const totp = "/v1/account/mfa/authenticators/totp"
  const { secret } = (await t.request("POST", totp, { person, body: {} })).json()
  const otp = openAuthenticator(secret).codeAt(Date.now())
  expect((await t.request("PUT", totp, { person, body: { otp } })).statusCode).toBe(200)
  expect((await reset(owner.accountId)).json().type).toBe("not_allowed")
  expect((await reset("nobody")).statusCode).toBe(404)
  const twice = await Promise.all([reset(person.accountId), reset(person.accountId)])
  expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await t.request("GET", "/v1/account", { person })).statusCode).toBe(401)
  const { email, password } = person
  const again = await t.request("POST", "/v1/account/sessions/email", { body: { email, password } })
  expect(again.json().factors).toEqual(["password"])
  const [line] = (await t.request("GET", "/operators/log", { person: owner })).json().data
  expect(line).toMatchObject({ action: "people.resetFactor", subject: "support Obi", reason: "Lost the phone" })
  const jobs = await sql<{ data: { happening: string } }>`select data from jobs.job
    where name = 'second-factor.mail' and data::text like ${`%${person.accountId}%`}`.execute(t.s.db)
  expect(JSON.stringify(jobs.rows)).toContain("reset")
  const left = await sql`select 1 from recovery_codes where account_id = ${person.accountId}
    union all select 1 from second_factors where account_id = ${person.accountId}`.execute(t.s.db)
  expect(left.rows).toEqual([])
})
