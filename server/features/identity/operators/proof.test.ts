import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mayOperate, needsProof, type OperatorRight, operatorRights } from "#contract/identity/operator-rights.ts"
import { OperatorRole } from "#contract/identity/operators.ts"
import { adminCalls } from "#server/testing/records/admin-calls.ts"
import { openAuthenticator } from "#server/testing/services/authenticator.ts"
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

async function operator(app: TestApp, role: OperatorRole): Promise<TestPerson> {
  const person = await app.signUp({ isVerified: true, name: `${role} Obi` })
  await app.s.db.insertInto("operators").values({ accountId: person.accountId, role }).execute()
  return person
}

/** What every call may touch: when a session was last used, and how often something was asked. */
const touched = new Set(["sessions", "rate_counters"])

/** A sum of all rows of all other tables. */
async function sumOfEverything(): Promise<object> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(t.s.db)
  const sums = tables.rows
    .filter(({ name }) => !touched.has(name))
    .map(
      ({ name }) => sql`select ${name}::text as name,
        md5(coalesce(string_agg(row::text, '' order by row::text), '')) as sum from ${sql.table(name)} row`,
    )
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(sums, sql` union all `)}`.execute(t.s.db)
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

const refusals = ["proof_required", "not_allowed", "second_factor_required", "general_unauthorized_scope"]

describe("a proof of more than ten minutes ago", () => {
  test.each([...OperatorRole.options, "person", "guest"] as const)(
    "opens what the table lets it, call by call: %s",
    async (role) => {
      const caller = role === "person" || role === "guest" ? await t.signUp() : await operator(t, role)
      const as = role === "guest" ? {} : { person: caller }
      await sql`update sessions set proved_at = now() - interval '11 minutes'
        where account_id = ${caller.accountId}`.execute(t.s.db)
      const calls = adminCalls(t.app)
      // One opens a part of a reply, and no call of its own (people.test.ts).
      expect(new Set([...calls.map(({ right }) => right), "people.reviews"])).toEqual(
        new Set(Object.keys(operatorRights)),
      )
      const differing: unknown[] = []
      const isOpen = ({ right }: { right: OperatorRight }): boolean =>
        role !== "person" && role !== "guest" && mayOperate(role, right)
      const before = await sumOfEverything()
      let changed: object | undefined
      // What is refused comes first, and leaves everything as it was.
      for (const call of calls.toSorted((one, other) => Number(isOpen(one)) - Number(isOpen(other)))) {
        const { right, method, url, body } = call
        const may = isOpen(call)
        if (may) changed ??= await sumOfEverything()
        // What the role opens is looked at, or refused for want of a proof; changes follow below.
        if (may && !needsProof(right) && method !== "GET") continue
        const reply = await t.request(method, url, { ...as, ...(body ? { body } : {}) })
        const wanted =
          role === "guest"
            ? "general_unauthorized_scope"
            : may
              ? needsProof(right)
                ? "proof_required"
                : "open"
              : "not_allowed"
        const type = reply.statusCode < 400 ? "" : reply.json().type
        // Addresses of pictures tell a guest nothing of signing in.
        if (role === "guest" && url.includes("/some-id") && type === "not_allowed" && method === "GET") continue
        const met = refusals.includes(type) ? type : reply.statusCode < 500 ? "open" : reply.statusCode
        if (met !== wanted) differing.push({ method, url, met, wanted, reply: reply.body.slice(0, 300) })
      }
      expect(differing).toEqual([])
      expect(changed ?? (await sumOfEverything())).toEqual(before)
      const { rows } = await sql`select 1 from operator_log where operator_id = ${caller.accountId}`.execute(t.s.db)
      expect(rows).toEqual([])

      // With a fresh proof every change that the role has is taken in: what is not there is missing, and never refused.
      await sql`update sessions set proved_at = now() where account_id = ${caller.accountId}`.execute(t.s.db)
      const refused: unknown[] = []
      const countLines = async () => (await t.s.db.selectFrom("operatorLog").select("id").execute()).length
      for (const { method, url, body } of calls.filter((call) => isOpen(call) && call.method !== "GET")) {
        const lines = await countLines()
        const reply = await t.request(method, url, { ...as, ...(body ? { body } : {}) })
        // What was made or switched has its line, and what was not has none.
        const isDone = reply.statusCode === 201 || (url.endsWith("/studio-promo") && reply.statusCode === 200)
        expect([url, (await countLines()) - lines]).toEqual([url, isDone ? 1 : 0])
        const type = reply.statusCode < 400 ? "" : reply.json().type
        if (refusals.includes(type) || reply.statusCode >= 500) refused.push({ method, url, reply: reply.body })
      }
      expect(refused).toEqual([])
    },
  )

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
  const ownRole = async () => (await strict.request("GET", "/operators/me", { person: owner })).json().data
  expect(await ownRole()).toEqual({ role: "owner", needsSecondFactor: true })
  for (const { method, url, body } of adminCalls(strict.app)) {
    const reply = await strict.request(method, url, { person: owner, ...(body ? { body } : {}) })
    expect([url, reply.json().type]).toEqual([url, "second_factor_required"])
  }
  const codes = "/v1/databases/main/collections/codes/documents"
  expect((await strict.request("GET", codes, { person: owner })).statusCode).toBe(401)
  const totp = "/v1/account/mfa/authenticators/totp"
  const { secret } = (await strict.request("POST", totp, { person: owner, body: {} })).json()
  const otp = openAuthenticator(secret).codeAt(Date.now())
  expect((await strict.request("PUT", totp, { person: owner, body: { otp } })).statusCode).toBe(200)
  expect(await ownRole()).toEqual({ role: "owner", needsSecondFactor: false })
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
