import { unzipSync } from "fflate"
import { type Kysely, sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { currentTerms, termsVersions } from "#contract/catalogue/terms.ts"
import { up } from "#server/db/migrations/0177-terms-accepted.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const stateOf = async (person: TestPerson) => (await t.request("GET", "/terms-accepted", { person })).json().data
const accept = (person: TestPerson, version: string) =>
  t.request("POST", "/terms-accepted", { person, body: { version } })

/** Somebody whose account was made under the first terms. */
async function signUpLongAgo(): Promise<TestPerson> {
  const person = await t.signUp()
  await t.s.db
    .updateTable("termsAcceptances")
    .set({ version: "2026-01-01" })
    .where("accountId", "=", person.accountId)
    .execute()
  return person
}

test("versions of the terms stand newest first, each with what is new", () => {
  const dates = termsVersions.map(({ date }) => date)
  expect(dates).toEqual([...new Set(dates)].sort().reverse())
  expect(termsVersions.filter(({ change }) => !/^[A-Z].+\.$/.test(change))).toEqual([])
})

test("a new account agreed to the terms that hold, and its copy says when", async () => {
  const person = await t.signUp()
  expect(await stateOf(person)).toEqual({ version: currentTerms.date, change: currentTerms.change, isAccepted: true })
  const copy = unzipSync((await t.request("GET", "/v1/account/export", { person })).rawPayload)
  const terms = JSON.parse(Buffer.from(copy["terms.json"] ?? []).toString())
  expect(terms).toEqual([{ version: currentTerms.date, acceptedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }])
})

test("whoever agreed to older terms is asked until they agree, and what they agreed to before stays", async () => {
  const person = await signUpLongAgo()
  expect(await stateOf(person)).toMatchObject({ isAccepted: false })
  // Nothing else waits for the answer: programs that hold a session go on.
  expect((await t.request("GET", "/v1/account", { person })).statusCode).toBe(200)
  const replies = [await accept(person, currentTerms.date), await accept(person, currentTerms.date)]
  expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200])
  expect(await stateOf(person)).toMatchObject({ isAccepted: true })
  const kept = await t.s.db
    .selectFrom("termsAcceptances")
    .select("version")
    .where("accountId", "=", person.accountId)
    .orderBy("version")
    .execute()
  expect(kept.map(({ version }) => version)).toEqual(["2026-01-01", currentTerms.date])
})

test("only the version that holds can be agreed to, by somebody who is signed in", async () => {
  const person = await signUpLongAgo()
  expect((await accept(person, "2026-01-02")).json()).toMatchObject({ code: 409, type: "version_changed" })
  expect((await accept(person, "next year")).statusCode).toBe(400)
  expect(await stateOf(person)).toMatchObject({ isAccepted: false })
  expect((await t.request("GET", "/terms-accepted")).statusCode).toBe(401)
  const guest = await t.request("POST", "/terms-accepted", { body: { version: currentTerms.date } })
  expect(guest.statusCode).toBe(401)
})

test("an account from before counts as having accepted the first terms, on the day it was made", async () => {
  const person = await t.signUp()
  const prefs = JSON.stringify({ theme: "dark", termsAcceptedAt: "2026-11-21T10:00:00.000Z" })
  await t.s.db.updateTable("accounts").set({ prefs }).where("id", "=", person.accountId).execute()
  await sql`drop table terms_acceptances`.execute(t.s.db)
  await up(t.s.db as unknown as Kysely<unknown>)
  const account = (await t.request("GET", "/v1/account", { person })).json()
  const [first] = await t.s.db
    .selectFrom("termsAcceptances")
    .select(["version", "acceptedAt"])
    .where("accountId", "=", person.accountId)
    .execute()
  expect(first).toEqual({ version: "2026-11-20", acceptedAt: new Date(account.$createdAt) })
  expect(account.prefs).toEqual({ theme: "dark" })
  expect(await stateOf(person)).toMatchObject({ isAccepted: false })
})
