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
    await startOn("2027-01-31")
    expect(await dueDays(one.person)).toEqual(["2026-12-01", "2027-02-28", "2027-03-31"])
    expect(await dueDays(ahead.person)).toEqual(["2026-12-01", "2027-03-31", "2027-04-01"])
    expect(await dueDays(other.person)).toEqual(["2026-12-01"])
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
