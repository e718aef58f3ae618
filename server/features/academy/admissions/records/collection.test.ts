import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { newId } from "#server/platform/ids.ts"
import { buildApplication } from "#server/testing/records/build-records.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

const path = "/v1/databases/main/collections/applications/documents"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(() => t.close())

/** What SDK clients send after paying (docs/product-rules.md#records). */
const sent = (person: TestPerson) => ({
  userId: person.accountId,
  stage: "applied",
  program: "Systems Integration",
  ProgamId: "systems_intergration",
})

function create(person: TestPerson, data: object) {
  return t.request("POST", path, { person, body: { documentId: "unique()", data } })
}

describe("the create call after paying", () => {
  test("answers with the application the server made, as often as it comes", async () => {
    const person = await t.signUp()
    const id = await buildApplication(t, person.accountId)
    for (let times = 0; times < 2; times++) {
      const reply = await create(person, sent(person))
      expect(reply.statusCode, reply.body).toBe(201)
      expect(reply.json()).toMatchObject({ ...sent(person), $id: id, status: "paid", txRef: expect.any(String) })
    }
    expect((await t.request("GET", path, { person })).json()).toMatchObject({ total: 1 })
  })

  test("takes the program's id under its right spelling too", async () => {
    const person = await t.signUp()
    await buildApplication(t, person.accountId)
    const { ProgamId, ...rest } = sent(person)
    const reply = await create(person, { ...rest, programId: ProgamId })
    expect(reply.json()).toMatchObject({ ProgamId })
    expect(reply.json()).not.toHaveProperty("programId")
  })

  test("makes nothing when nothing was paid", async () => {
    const person = await t.signUp({ isVerified: true })
    expect((await create(person, sent(person))).json()).toMatchObject({ code: 401, type: "user_unauthorized" })
    expect(await t.s.db.selectFrom("applications").where("accountId", "=", person.accountId).execute()).toEqual([])
  })

  test.each<[string, object]>([
    ["another stage", { stage: "fusion" }],
    ["another program", { program: "Strategy & Consulting" }],
    ["another program's id", { ProgamId: "strategy_and_consulting" }],
    ["another status", { status: "admitted" }],
    ["another person", { userId: "somebody" }],
    ["an unknown attribute", { credits: 5 }],
  ])("refuses %s", async (_, more) => {
    const person = await t.signUp()
    const id = await buildApplication(t, person.accountId)
    const before = (await t.request("GET", `${path}/${id}`, { person })).body
    const reply = await create(person, { ...sent(person), ...more })
    expect(reply.json()).toMatchObject({ code: 400, type: "document_invalid_structure" })
    expect((await t.request("GET", `${path}/${id}`, { person })).body).toBe(before)
  })
})

describe("the database", () => {
  test("keeps one application of a person open, and takes another after a decision or withdrawal", async () => {
    const person = await t.signUp()
    const id = await buildApplication(t, person.accountId)
    await expect(buildApplication(t, person.accountId)).rejects.toThrow(/applications_open_key/)
    for (const status of ["declined", "withdrawn"] as const) {
      const open = t.s.db.updateTable("applications").where("accountId", "=", person.accountId)
      await open.set({ status }).where("status", "=", "paid").execute()
      expect(await buildApplication(t, person.accountId)).not.toBe(id)
    }
  })

  test("knows no paid application without a payment", async () => {
    const { accountId } = await t.signUp()
    const row = { id: newId(), accountId, stage: "applied", program: "p", programId: "p", paymentReference: null }
    const nothing = { cohortId: null, scholarship: null, waitlistedAt: null }
    await t.s.db
      .insertInto("applications")
      .values({ ...row, ...nothing, status: "submitted" })
      .execute()
    const paid = t.s.db.updateTable("applications").set({ status: "paid" }).where("id", "=", row.id)
    await expect(paid.execute()).rejects.toThrow(/applications_paid/)
  })
})
