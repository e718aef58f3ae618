import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { OperatorRole } from "#contract/identity/operators.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
beforeEach(async () => {
  await t.s.db.deleteFrom("operators").execute()
})
afterAll(() => t.close())

const reason = "The team changes"

async function member(role: OperatorRole): Promise<TestPerson> {
  const person = await t.signUp({ isVerified: true })
  await t.s.db.insertInto("operators").values({ accountId: person.accountId, role }).execute()
  return person
}

const change = (person: TestPerson, { accountId }: TestPerson, role: OperatorRole) =>
  t.request("PUT", `/operators/team/${accountId}`, { person, body: { role, reason } })
const remove = (person: TestPerson, { accountId }: TestPerson) =>
  t.request("POST", `/operators/team/${accountId}/removal`, { person, body: { reason } })

/** Who has which role, by account. */
async function team(): Promise<Record<string, OperatorRole>> {
  const rows = await t.s.db.selectFrom("operators").select(["accountId", "role"]).execute()
  return Object.fromEntries(rows.map(({ accountId, role }) => [accountId, role]))
}

/** The log's lines about somebody, oldest first. */
function linesAbout({ accountId }: TestPerson) {
  return t.s.db
    .selectFrom("operatorLog")
    .select(["action", "operatorId", "reason", "detail"])
    .where("subjectId", "=", accountId)
    .orderBy("id")
    .execute()
}

test("the only owner keeps the role, whoever else is on the team; a second one lets the first go", async () => {
  const [owner, helper] = [await member("owner"), await member("support")]
  for (const refused of [await change(owner, owner, "finance"), await remove(owner, owner)]) {
    expect([refused.statusCode, refused.json().type]).toEqual([409, "last_owner"])
  }
  expect(await team()).toEqual({ [owner.accountId]: "owner", [helper.accountId]: "support" })
  expect(await linesAbout(owner)).toEqual([])

  expect((await change(owner, helper, "owner")).statusCode).toBe(200)
  expect((await remove(owner, owner)).statusCode).toBe(200)
  expect(await team()).toEqual({ [helper.accountId]: "owner" })
  const by = { operatorId: owner.accountId, reason }
  expect(await linesAbout(helper)).toMatchObject([
    { ...by, action: "team.change", detail: { before: "support", after: "owner" } },
  ])
  expect(await linesAbout(owner)).toMatchObject([
    { ...by, action: "team.remove", detail: { before: "owner", after: null } },
  ])
  expect((await remove(owner, helper)).statusCode).toBe(403)
})

test("of two owners who take each other's role at once one remains", async () => {
  for (const act of [remove, (by: TestPerson, of: TestPerson) => change(by, of, "support")]) {
    await t.s.db.deleteFrom("operators").execute()
    const [first, second] = [await member("owner"), await member("owner")]
    const replies = await Promise.all([act(first, second), act(second, first)])
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(replies.find(({ statusCode }) => statusCode !== 200)?.statusCode).toBeOneOf([403, 409])
    expect(Object.values(await team()).filter((role) => role === "owner")).toHaveLength(1)
    expect([...(await linesAbout(first)), ...(await linesAbout(second))]).toHaveLength(1)
  }
})

test("a role counts at once in sessions that are open, and so does its end", async () => {
  const [owner, helper] = [await member("owner"), await member("support")]
  const reads = async () =>
    Promise.all(
      ["/operators/team", "/operators/today"].map(
        async (path) => (await t.request("GET", path, { person: helper })).statusCode,
      ),
    )
  expect(await reads()).toEqual([403, 200])
  await change(owner, helper, "owner")
  expect(await reads()).toEqual([200, 200])
  await remove(owner, helper)
  expect(await reads()).toEqual([403, 403])
})

test("somebody without a role has none to change", async () => {
  const [owner, stranger] = [await member("owner"), await t.signUp()]
  expect((await change(owner, stranger, "support")).statusCode).toBe(404)
  expect((await remove(owner, stranger)).statusCode).toBe(404)
})
