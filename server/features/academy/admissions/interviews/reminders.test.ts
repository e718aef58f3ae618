import { type Kysely, sql } from "kysely"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { up } from "#server/db/migrations/0185-tuition-letters-by-day.ts"
import { transact } from "#server/db/open.ts"
import { payTuition, returnTuition } from "#server/features/academy/admissions/enrolments.ts"
import { watchAdmissions } from "#server/features/academy/admissions/watch-job.ts"
import { buildApplicant, buildOperator, enrol, saveCohort, testClock } from "#server/testing/records/build-applicant.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

const start = "2026-12-01T09:00:00Z"
const clock = testClock(start)
const cohortId = "systems_intergration-3"

let t: TestApp
let operator: TestPerson

beforeAll(async () => {
  t = await openTestApp({ replace: { now: clock.now } })
  operator = await buildOperator(t)
})
afterAll(() => t.close())
beforeEach(() => clock.set(start))

/** Puts the first class on this day. */
function startOn(startsOn: string) {
  return saveCohort(t, operator, cohortId, { startsOn, applyBy: "2027-01-10", enrolBy: "2027-01-20" })
}

/** A learner whose second instalment is due on 1 April 2027. */
async function learner(): Promise<{ id: string; enrolmentId: string }> {
  await startOn("2027-03-01")
  const person = await t.signUp({ isVerified: true })
  const id = await buildApplicant(t, person)
  return { id, enrolmentId: await enrol(t, { person, operator, id }, "first") }
}

/** Lets the clock do what is due on this day, twice. @returns every letter about tuition so far */
async function lettersOn(day: string, { id }: { id: string }): Promise<string[]> {
  clock.set(`${day}T09:00:00Z`)
  for (let times = 0; times < 2; times++) await watchAdmissions.run(t.s, {}, new AbortController().signal)
  const { rows } = await sql<{ name: string }>`
    select data ->> 'name' as name from jobs.job
    where name = 'admissions.letter' and data ->> 'applicationId' = ${id} and data ->> 'name' like 'tuition-%'
    order by created_on`.execute(t.s.db)
  return rows.map(({ name }) => name)
}

test("an instalment whose day is moved is reminded of again, once", async () => {
  const one = await learner()
  expect(await lettersOn("2027-03-25", one)).toEqual(["tuition-reminder"])
  await startOn("2027-04-01")
  expect(await lettersOn("2027-03-26", one)).toEqual(["tuition-reminder"])
  expect(await lettersOn("2027-04-25", one)).toEqual(["tuition-reminder", "tuition-reminder"])
})

test("an instalment that was returned is reminded of again, once", async () => {
  const one = await learner()
  expect(await lettersOn("2027-04-03", one)).toEqual(["tuition-overdue"])
  const payment = { enrolmentId: one.enrolmentId, part: "second", orderReference: `order-${one.id}-second` } as const
  expect(await transact(t.s.db, (tx) => payTuition(t.s, tx, payment))).toBeNull()
  expect(await lettersOn("2027-04-03", one)).toEqual(["tuition-overdue"])
  await transact(t.s.db, (tx) => returnTuition(tx, payment.orderReference))
  expect(await lettersOn("2027-04-03", one)).toEqual(["tuition-overdue", "tuition-overdue"])
})

test("reminders that went out before they were kept by day do not go out again for the day that holds", async () => {
  const one = await learner()
  const sent = { applicationId: one.id, name: "tuition-second-before-7", sentAt: new Date("2027-03-25T09:00:00Z") }
  await t.s.db.insertInto("admissionLetters").values(sent).execute()
  await up(t.s.db as unknown as Kysely<unknown>)
  expect(await lettersOn("2027-03-26", one)).toEqual([])
  expect(await lettersOn("2027-03-31", one)).toEqual(["tuition-reminder"])
})
