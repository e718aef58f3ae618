import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import type { AdminOrder } from "#contract/money/orders-admin.ts"
import {
  buildApplicant,
  buildOperator,
  calls,
  enrol,
  journey,
  mailAbout,
  passInterview,
  saveCohort,
  testClock,
} from "#server/testing/records/build-applicant.ts"
import { check, play, traceOf } from "#server/testing/records/payments.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { watchAdmissions } from "./watch-job.ts"

const start = "2026-12-01T09:00:00Z"
const clock = testClock(start)
const cohortId = "systems_intergration-3"
const item = "application:systems_intergration"
const days = { startsOn: "2027-03-01", applyBy: "2027-02-01", enrolBy: "2027-02-20", seats: 30, isOpen: true }
const goesBack = ["not_given 0 1000000"]

let t: TestApp
let operator: TestPerson
let finance: TestPerson

beforeAll(async () => {
  t = await openTestApp({ replace: { now: clock.now } })
  operator = await buildOperator(t)
  finance = await buildOperator(t, "finance")
  await saveCohort(t, operator, cohortId, days)
})
afterAll(() => t.close())
afterEach(async () => {
  clock.set(start)
  await saveCohort(t, operator, cohortId, days)
})

async function order(person: TestPerson, name: string): Promise<string> {
  const body = { item: name, ...(name === item && { ageConfirmed: true }) }
  return (await calls(t, person, ["POST", "/orders"], body, 201)).data.tx_ref
}

/** Writes a transfer to the seller's bank down, as finance does who found it there. */
async function approve(txRef: string): Promise<{ message: string; data: AdminOrder }> {
  const body = { proof: `slip ${txRef}`, reason: "Found on the bank's statement" }
  return calls(t, finance, ["POST", `/operators/orders/${txRef}/approve`], body)
}

const read = async (txRef: string): Promise<AdminOrder> =>
  (await calls(t, finance, ["GET", `/operators/orders/${txRef}`])).data

const stageOf = (person: TestPerson) =>
  t.s.db
    .selectFrom("profiles")
    .select(["stage", "cohort"])
    .where("accountId", "=", person.accountId)
    .executeTakeFirstOrThrow()

describe("a fee that comes late", () => {
  test("puts nobody into a cohort that has begun: it is written down, told and goes back", async () => {
    const person = await t.signUp({ isVerified: true })
    const before = await stageOf(person)
    const txRef = await order(person, item)
    expect(await read(txRef)).toMatchObject({ canApprove: true, approvalRefusal: null })
    clock.set("2027-03-01T09:00:00Z")
    expect((await read(txRef)).approvalRefusal).toBe("Cohort 3 has begun.")
    const { message, data } = await approve(txRef)
    expect(message).toMatch(/has to be sent back/)
    expect(data).toMatchObject({ status: "refunded", isFlagged: true, canApprove: false, payments: [{ due: 10_000 }] })
    expect((await traceOf(t, person.accountId, txRef)).payments).toEqual(goesBack)
    expect((await journey(t, person)).application).toBeNull()
    expect(await stageOf(person)).toEqual(before)
    const { text } = await mailAbout(t, person, /₦10,000 of your payment goes back to you/)
    expect(text).toContain("Cohort 3 has begun.")
    const line = t.s.db.selectFrom("operatorLog").select("detail").where("subjectId", "=", person.accountId)
    expect((await line.executeTakeFirstOrThrow()).detail).toMatchObject({
      after: "refunded",
      refusal: expect.stringContaining("begun"),
    })
  })

  test("counts while it may have been on its way, and goes back once it cannot have been", async () => {
    const [quick, slow] = [await t.signUp({ isVerified: true }), await t.signUp({ isVerified: true })]
    const orders = [await order(quick, item), await order(slow, item)] as const
    await saveCohort(t, operator, cohortId, { isOpen: false })
    clock.set("2026-12-03T08:00:00Z")
    expect((await approve(orders[0])).data.status).toBe("paid")
    expect((await journey(t, quick)).application).toMatchObject({ cohort: { number: 3 } })
    clock.set("2026-12-03T10:00:00Z")
    expect((await approve(orders[1])).data.problem).toContain("Applications for cohort 3 are closed.")
    expect((await traceOf(t, slow.accountId, orders[1])).payments).toEqual(goesBack)
  })

  test("makes no applicant of who has a place in the program or is through with it", async () => {
    const person = await t.signUp({ isVerified: true })
    const stale = await order(person, item)
    await enrol(t, { person, operator, id: await buildApplicant(t, person) })
    const learner = await stageOf(person)
    expect(learner.stage).toBe("fusion")
    expect((await approve(stale)).data.problem).toContain("You have a place in this program already.")
    expect(await stageOf(person)).toEqual(learner)
    const again = await t.request("POST", "/orders", { person, body: { item, ageConfirmed: true } })
    expect(again.json()).toMatchObject({ code: 409, type: "application_open" })
    await t.s.db
      .updateTable("applications")
      .set({ status: "completed" })
      .where("accountId", "=", person.accountId)
      .execute()
    const graduate = await t.request("POST", "/orders", { person, body: { item, ageConfirmed: true } })
    expect(graduate.json()).toMatchObject({
      type: "application_open",
      message: "You have finished this program already.",
    })
  })
})

describe("tuition that comes late", () => {
  async function admitted(): Promise<{ person: TestPerson; place: string; stale: string }> {
    const person = await t.signUp({ isVerified: true })
    const id = await buildApplicant(t, person)
    await passInterview(t, person, operator, id)
    await calls(t, operator, ["POST", `/operators/admissions/applications/${id}/decision`], { outcome: "admitted" })
    const place = `tuition:${(await journey(t, person)).enrolment.id}`
    return { person, place, stale: await order(person, `${place}:full`) }
  }

  test("takes no place whose last day is over", async () => {
    const { person, stale } = await admitted()
    clock.set("2027-02-21T09:00:00Z")
    expect((await approve(stale)).data.problem).toContain("The last day for taking this place is over.")
    expect((await traceOf(t, person.accountId, stale)).payments).toEqual(["not_given 0 22000000"])
    expect((await journey(t, person)).application.status).toBe("admitted")
  })

  test("takes the place when it was on its way on the last day, for which the place is kept", async () => {
    const { person, place } = await admitted()
    clock.set("2027-02-20T20:00:00Z")
    const txRef = await order(person, `${place}:first`)
    const transaction = await play(t, txRef, { outcome: "pending", notices: 0 })
    await check(t, person, txRef, { transaction_id: transaction })
    clock.set("2027-02-21T09:00:00Z")
    await watchAdmissions.run(t.s, {}, new AbortController().signal)
    expect((await journey(t, person)).application.status).toBe("admitted")
    await t.s.db
      .updateTable("sandboxTransactions")
      .set({ status: "successful" })
      .where("id", "=", transaction)
      .execute()
    expect(await check(t, person, txRef)).toMatchObject({ status: "paid" })
    expect((await journey(t, person)).application.status).toBe("enrolled")
  })

  test("counts for no instalment before the one ahead of it", async () => {
    const { person, place, stale } = await admitted()
    const first = await order(person, `${place}:first`)
    expect((await approve(first)).data.status).toBe("paid")
    // Another way to pay was chosen meanwhile.
    expect((await approve(stale)).data.problem).toContain("This is not part of the plan you chose.")
  })
})
