import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import { payTuition } from "#server/features/academy/admissions/enrolments.ts"
import { enrolmentOf } from "#server/features/academy/admissions/service.ts"
import { holdOpen, untilWaiting } from "#server/testing/databases/locks.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
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
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

const clock = testClock("2026-12-01T09:00:00Z")
const cohortId = "systems_intergration-3"

let t: TestApp
let operator: TestPerson

beforeAll(async () => {
  t = await openTestApp({ replace: { now: clock.now } })
  operator = await buildOperator(t)
})
afterAll(() => t.close())

/** Puts the first class on this day. */
function startOn(startsOn: string) {
  return saveCohort(t, operator, cohortId, { startsOn, applyBy: "2027-01-10", enrolBy: "2027-01-20" })
}

async function learner(part: "full" | "first") {
  const person = await t.signUp({ isVerified: true })
  const enrolmentId = await enrol(t, { person, operator, id: await buildApplicant(t, person) }, part)
  return { person, enrolmentId }
}

const dueDays = async (person: TestPerson): Promise<string[]> =>
  (await journey(t, person)).enrolment.instalments.map(({ dueOn }: { dueOn: string }) => dueOn)

describe("a cohort's new start", () => {
  test("moves the days of instalments that are not paid", async () => {
    await startOn("2027-03-01")
    const [one, ahead, other] = [await learner("first"), await learner("first"), await learner("full")]
    const second = { enrolmentId: ahead.enrolmentId, part: "second", orderReference: "order-ahead" } as const
    expect(await transact(t.s.db, (tx) => payTuition(t.s, tx, second))).toBeNull()
    expect(await dueDays(one.person)).toEqual(["2026-12-01", "2027-04-01", "2027-05-01"])
    await startOn("2027-03-31")
    expect(await dueDays(one.person)).toEqual(["2026-12-01", "2027-04-30", "2027-05-31"])
    expect(await dueDays(ahead.person)).toEqual(["2026-12-01", "2027-04-01", "2027-05-31"])
    expect(await dueDays(other.person)).toEqual(["2026-12-01"])
  })

  test("moves none to an earlier day than was promised", async () => {
    await startOn("2027-03-01")
    const { person } = await learner("first")
    await startOn("2027-01-31")
    expect(await dueDays(person)).toEqual(["2026-12-01", "2027-04-01", "2027-05-01"])
  })

  test("is looked at before it is saved: who hears of it, what becomes due later, which modules close; then it is mailed", async () => {
    const program = "strategy_and_consulting"
    const id = `${program}-3`
    const days = { startsOn: "2026-12-14", applyBy: "2026-12-10", enrolBy: "2026-12-12" }
    await saveCohort(t, operator, id, days)
    const [ada, obi] = [
      await t.signUp({ isVerified: true, name: "Ada Eze" }),
      await t.signUp({ isVerified: true, name: "Obi Ade" }),
    ]
    await enrol(t, { person: ada, operator, id: await buildApplicant(t, ada, { programId: program }) }, "first")
    await buildApplicant(t, obi, { programId: program })
    const { data } = await calls(t, operator, ["GET", "/operators/admissions/cohorts"])
    const cohort = data.find((one: { id: string }) => one.id === id)
    const look = async (change: object) => {
      const body = { values: { ...cohort, ...days, ...change } }
      return (await calls(t, operator, ["POST", `/operators/admissions/cohorts/${id}/preview`], body)).data
    }
    const later = { startsOn: "2027-01-11" }
    expect(await look(later)).toMatchObject({
      ...{ people: 2, learners: 1, kept: 0, offered: [], locked: [] },
      instalments: [
        { name: "Ada Eze", part: "second", from: "2027-01-14", to: "2027-02-11" },
        { name: "Ada Eze", part: "third", from: "2027-02-14", to: "2027-03-11" },
      ],
    })
    expect(await look({ startsOn: "2026-12-12" })).toMatchObject({ people: 2, instalments: [], kept: 2 })
    expect(await look({ applyBy: "2026-12-08" })).toMatchObject({ people: 0, instalments: [] })
    clock.set("2027-01-05T09:00:00Z")
    const { locked } = await look(later)
    clock.set("2026-12-01T09:00:00Z")
    expect(locked[0]).toMatchObject({ until: "2027-01-25" })

    // Who has not looked, or looked before somebody else came, is told to look.
    const body = { values: { ...cohort, ...days, ...later }, version: cohort.version }
    const blind = await calls(t, operator, ["PUT", `/operators/admissions/cohorts/${id}`], body, 409)
    expect(blind).toMatchObject({ type: "version_changed", message: expect.stringContaining("2 people are concerned") })
    await saveCohort(t, operator, id, { ...days, ...later })
    const { text } = await mailAbout(t, ada, /^Changed dates: Strategy/)
    expect(text).toContain("The first class is on 11 January 2027. Before, it was 14 December 2026.")
    expect(text).toContain("Second instalment: ₦")
    expect(text).toContain("due on 11 February 2027")
    await mailAbout(t, obi, /^Changed dates: Strategy/)
  })

  test("tells those alone who have a place on offer where only the last day for it is another one", async () => {
    await startOn("2027-03-01")
    const [offered, applied] = [await t.signUp({ isVerified: true }), await t.signUp({ isVerified: true })]
    const id = await buildApplicant(t, offered)
    await passInterview(t, offered, operator, id)
    await calls(t, operator, ["POST", `/operators/admissions/applications/${id}/decision`], { outcome: "admitted" })
    await buildApplicant(t, applied)
    await saveCohort(t, operator, cohortId, { startsOn: "2027-03-01", applyBy: "2027-01-10", enrolBy: "2027-02-10" })
    const { text } = await mailAbout(t, offered, /^Changed dates/)
    expect(text).toContain("You can take your place until 10 February 2027.")
    const mails = (await t.request("GET", `/dev/mail.json?to=${applied.email}`)).json<{ subject: string }[]>()
    expect(mails.filter(({ subject }) => /^Changed dates/.test(subject))).toEqual([])
  })

  test("leaves the days of a place that was given up", async () => {
    await startOn("2027-03-01")
    const { person, enrolmentId } = await learner("first")
    await calls(t, person, ["POST", "/academy/withdrawal"], { reason: "I moved abroad" })
    await startOn("2027-03-08")
    const rows = await t.s.db
      .selectFrom("tuitionPayments")
      .select("dueOn")
      .where("enrolmentId", "=", enrolmentId)
      .orderBy("dueOn")
      .execute()
    expect(rows.map(({ dueOn }) => dueOn)).toEqual(["2026-12-01", "2027-04-01", "2027-05-01"])
  })
})

describe.runIf(isPostgres())("a cohort's new start at the same moment", () => {
  test("as an instalment is paid leaves that one's day", async () => {
    await startOn("2027-03-01")
    const { person, enrolmentId } = await learner("first")
    const second = { enrolmentId, part: "second", orderReference: `order-${enrolmentId}-second` } as const
    const pay = await holdOpen(t.s.db, async (tx) => expect(await payTuition(t.s, tx, second)).toBeNull())
    const moving = startOn("2027-03-08")
    await untilWaiting(t.s.db, 1)
    await pay()
    await moving
    expect(await dueDays(person)).toEqual(["2026-12-01", "2027-04-01", "2027-05-08"])
  })

  test("as a place is taken counts for that one too", async () => {
    await startOn("2027-03-01")
    const person = await t.signUp({ isVerified: true })
    const id = await buildApplicant(t, person)
    await passInterview(t, person, operator, id)
    await calls(t, operator, ["POST", `/operators/admissions/applications/${id}/decision`], { outcome: "admitted" })
    const enrolmentId = (await enrolmentOf(t.s.db, person.accountId))?.id ?? ""
    const first = { enrolmentId, part: "first", orderReference: `order-${enrolmentId}-first` } as const
    const pay = await holdOpen(t.s.db, async (tx) => expect(await payTuition(t.s, tx, first)).toBeNull())
    const moving = startOn("2027-03-08")
    await untilWaiting(t.s.db, 1)
    await pay()
    await moving
    expect(await dueDays(person)).toEqual(["2026-12-01", "2027-04-08", "2027-05-08"])
  })
})
