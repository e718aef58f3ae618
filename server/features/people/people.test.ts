import { unzipSync } from "fflate"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mayOperate, operatorRights } from "#contract/catalogue/operator-rights.ts"
import { OperatorRole } from "#contract/product/operators.ts"
import { balanceOf } from "#server/features/credits/service.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
const operators = new Map<OperatorRole, TestPerson>()

beforeAll(async () => {
  t = await openTestApp()
  for (const role of OperatorRole.options) {
    const person = await t.signUp({ isVerified: true, name: `${role} Obi` })
    await t.s.db.insertInto("operators").values({ accountId: person.accountId, role }).execute()
    operators.set(role, person)
  }
})
afterAll(() => t.close())

const owner = () => operators.get("owner") as TestPerson
const reason = "Asked for by mail"

/** Every call with the right it needs. */
function calls(id: string) {
  return [
    ["people.see", "GET", "/operators/people?search=zz", undefined],
    ["people.see", "GET", `/operators/people/${id}`, undefined],
    ["credits.grant", "POST", `/operators/people/${id}/credits`, { credits: 5, reason }],
    ["people.block", "POST", `/operators/people/${id}/block`, { isBlocked: true, reason }],
    ["people.endSessions", "POST", `/operators/people/${id}/end-sessions`, { reason }],
    ["people.resetFactor", "POST", `/operators/people/${id}/reset-factor`, { reason }],
    ["log.see", "GET", "/operators/log", undefined],
  ] as const
}

const send = (person: TestPerson | undefined, method: "GET" | "POST", url: string, body?: object) =>
  t.request(method, url, { ...(person ? { person } : {}), ...(body ? { body } : {}) })

describe("who may do what", () => {
  test.each([...OperatorRole.options, "person", "guest"] as const)("as %s", async (role) => {
    const somebody = await t.signUp({ isVerified: true })
    const caller = role === "guest" ? undefined : role === "person" ? await t.signUp() : operators.get(role)
    await t.s.db
      .updateTable("accounts")
      .set({ secondFactorAt: new Date() })
      .where("id", "=", somebody.accountId)
      .execute()
    for (const [right, method, url, body] of calls(somebody.accountId)) {
      const reply = await send(caller, method, url, body)
      const isAllowed = role !== "person" && role !== "guest" && mayOperate(role, right)
      const refusal = role === "guest" ? 401 : 403
      expect([url, isAllowed ? reply.statusCode < 300 : reply.statusCode]).toEqual([url, isAllowed ? true : refusal])
    }
    const changed = role === "person" || role === "guest" ? false : mayOperate(role, "credits.grant")
    expect((await balanceOf(t.s.db, somebody.accountId)).credits).toBe(changed ? 5 : 0)
  })

  test("every right is a role's", () => {
    for (const { roles } of Object.values(operatorRights)) expect(roles).toContain("owner")
  })
})

test("people are found by the beginning of name, address, phone number and id", async () => {
  const person = await t.signUp({ isVerified: true, name: "Zainab Bello" })
  await t.s.db.updateTable("accounts").set({ phone: "+2348031112223" }).where("id", "=", person.accountId).execute()
  const found = async (search: string): Promise<string[]> => {
    const reply = await send(owner(), "GET", `/operators/people?search=${encodeURIComponent(search)}`)
    return reply.json().data.map(({ id }: { id: string }) => id)
  }
  for (const search of ["zainab", "ZAINAB b", person.email.toUpperCase(), "+23480311", person.accountId]) {
    expect(await found(search), search).toContain(person.accountId)
  }
  for (const search of ["%", "_ainab", "ainab"]) expect(await found(search), search).not.toContain(person.accountId)
  const record = (await send(owner(), "GET", `/operators/people/${person.accountId}`)).json().data
  expect(record).toMatchObject({ name: "Zainab Bello", isBlocked: false, sessions: 1, credits: 0 })
  expect(JSON.stringify(record)).not.toMatch(/hash|secret|password/i)
})

test("the file of people has everybody once, however many were made at the same moment", async () => {
  await sql`insert into accounts (id, name, email) select 'many-' || n, 'Zuri ' || n, 'many-' || n || '@example.com'
    from generate_series(1, 1001) as n`.execute(t.s.db)
  const file = await t.request("GET", "/operators/people.csv?search=zuri", { person: owner() })
  const ids = file.body
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(",")[0])
  expect(ids).toHaveLength(1_002)
  expect(new Set(ids).size).toBe(1_002)
})

test("the record has the phone number of the account, else the one that was given at sign-up", async () => {
  const person = await t.signUp({ isVerified: true })
  const change = t.s.db.updateTable("profiles").set({ phoneNumber: "+2348034445556" })
  await change.where("accountId", "=", person.accountId).execute()
  const phone = async () => (await send(owner(), "GET", `/operators/people/${person.accountId}`)).json().data.phone
  expect(await phone()).toBe("+2348034445556")
  for (const search of ["+23480344455", "234 803 444", "0803444", "0803-444-55"]) {
    const people = (await send(owner(), "GET", `/operators/people?search=${encodeURIComponent(search)}`)).json().data
    expect([search, people]).toMatchObject([search, [{ id: person.accountId, phone: "+2348034445556" }]])
  }
  expect((await send(owner(), "GET", "/operators/people?search=8034445")).json().data).toEqual([])
  await t.s.db.updateTable("accounts").set({ phone: "+2348037778889" }).where("id", "=", person.accountId).execute()
  expect(await phone()).toBe("+2348037778889")
})

test("a grant stands in the person's list and in the log, and is refused without a reason or beyond the limit", async () => {
  const person = await t.signUp({ isVerified: true })
  const path = `/operators/people/${person.accountId}/credits`
  for (const body of [
    { credits: 0, reason },
    { credits: 10_001, reason },
    { credits: 5, reason: " " },
  ]) {
    expect((await send(owner(), "POST", path, body)).statusCode).toBe(400)
  }
  expect((await send(owner(), "POST", "/operators/people/nobody/credits", { credits: 5, reason })).statusCode).toBe(404)
  expect((await send(owner(), "POST", path, { credits: 40, reason })).statusCode).toBe(201)
  const entries = (await t.request("GET", "/credits/entries", { person })).json().data
  expect(entries[0]).toMatchObject({ amount: 40, note: reason })
  const [line] = (await send(owner(), "GET", "/operators/log")).json().data
  expect(line).toMatchObject({ operator: "owner Obi", action: "credits.grant", subject: "Ada Obi", reason })
  const copy = unzipSync((await t.request("GET", "/v1/account/export", { person })).rawPayload)
  const acts = JSON.parse(Buffer.from(copy["operator-acts.json"] ?? []).toString())
  expect(acts).toMatchObject([{ operatorName: "owner Obi", action: "credits.grant", reason }])
  expect(acts[0]).not.toHaveProperty("ip")
  await expect(sql`update operator_log set reason = 'x'`.execute(t.s.db)).rejects.toThrow(/never changed/)
  await expect(sql`delete from operator_log`.execute(t.s.db)).rejects.toThrow(/never changed/)
})

test("a block signs out at once, happens once, and spares owners and oneself", async () => {
  const person = await t.signUp({ isVerified: true })
  const path = `/operators/people/${person.accountId}/block`
  const twice = await Promise.all([1, 2].map(() => send(owner(), "POST", path, { isBlocked: true, reason })))
  expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await t.request("GET", "/v1/account", { person })).statusCode).toBe(401)
  expect((await send(owner(), "POST", path, { isBlocked: false, reason })).statusCode).toBe(200)
  const support = operators.get("support")
  for (const id of [owner().accountId, support?.accountId]) {
    const reply = await send(support, "POST", `/operators/people/${id}/block`, { isBlocked: true, reason })
    expect(reply.statusCode).toBe(403)
  }
})
