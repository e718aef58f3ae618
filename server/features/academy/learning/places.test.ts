import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import { lockAccount } from "#server/features/identity/accounts/service.ts"
import { newId } from "#server/platform/ids.ts"
import { holdOpen, untilWaiting } from "#server/testing/databases/locks.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import { rightAnswers } from "#server/testing/records/academy.ts"
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
import { check, orderFor, play } from "#server/testing/records/payments.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

const clock = testClock("2026-12-01T09:00:00Z")
const programs = ["strategy_and_consulting", "systems_intergration"] as const

let t: TestApp
let teacher: TestPerson

beforeAll(async () => {
  t = await openTestApp({ replace: { now: clock.now } })
  teacher = await buildOperator(t)
  for (const programId of programs) {
    const values = {
      startsOn: "2027-03-01",
      applyBy: "2027-02-01",
      enrolBy: "2027-02-20",
      seats: 30,
      fullScholarships: 1,
      partialScholarships: 2,
      isOpen: true,
    }
    await saveCohort(t, teacher, `${programId}-3`, values)
  }
})
afterAll(() => t.close())

/** A person with a place in both programs, the second one paid in instalments. @returns the two places */
async function learnerOfBoth(): Promise<{ person: TestPerson; first: string; second: string }> {
  const person = await t.signUp({ isVerified: true })
  const id = await buildApplicant(t, person, { programId: programs[0] })
  const first = await enrol(t, { person, operator: teacher, id })
  const applicationId = await buildApplicant(t, person, { programId: programs[1] })
  const second = newId()
  // The account first, as everywhere: the letter with the kit of the second application may be on its way.
  await transact(t.s.db, async (tx) => {
    await lockAccount(tx, person.accountId)
    const place = { id: second, applicationId, accountId: person.accountId, programId: programs[1] }
    const held = { cohortId: `${programs[1]}-3`, status: "active", plan: "instalments" } as const
    const times = { offeredAt: new Date("2026-12-04"), startedAt: new Date("2026-12-04"), endedAt: null }
    await tx
      .insertInto("enrolments")
      .values({ ...place, ...held, ...times })
      .execute()
    const payment = { enrolmentId: second, part: "second", amountMinor: "100", orderReference: null } as const
    await tx
      .insertInto("tuitionPayments")
      .values({ ...payment, dueOn: "2027-04-01", paidAt: null })
      .execute()
  })
  return { person, first, second }
}

async function addClass(cohortId: string): Promise<string> {
  const title = `Class of ${cohortId}`
  const body = { cohortId, title, startsAt: "2027-03-01T17:00:00Z", minutes: 90, joinUrl: "https://meet.example.com/a" }
  await calls(t, teacher, ["POST", "/operator/learning/classes"], body, 201)
  const { classes } = (await calls(t, teacher, ["GET", "/operator/learning/classes"])).data
  return classes.find((live: { title: string }) => live.title === title).id
}

const portalOf = async (person: TestPerson, place = "") =>
  (await calls(t, person, ["GET", `/learning${place ? `?place=${place}` : ""}`])).data

// Comes first: nobody has opened a course here yet, so there are no modules.
test("the first learner who pays everything has learnt nothing yet", async () => {
  const person = await t.signUp({ isVerified: true })
  const id = await buildApplicant(t, person, { programId: programs[0] })
  await passInterview(t, person, teacher, id)
  await calls(t, teacher, ["POST", `/operators/admissions/applications/${id}/decision`], { outcome: "admitted" })
  const { tx_ref } = await orderFor(t, person, `tuition:${(await journey(t, person)).enrolment.id}:full`)
  const transaction_id = await play(t, tx_ref, { outcome: "success", notices: 0 })
  expect(await check(t, person, tx_ref, { transaction_id })).toMatchObject({ status: "paid" })
  expect(await portalOf(person)).toMatchObject({ certificate: null, places: [{ isCompleted: false }] })
})

describe("a learner of two programs", () => {
  test("sees each with its own lessons, classes and tuition, and both to choose from", async () => {
    clock.set("2026-12-03T09:00:00Z")
    const { person, first, second } = await learnerOfBoth()
    const live = await addClass(`${programs[0]}-3`)
    const [one, other] = [await portalOf(person, first), await portalOf(person, second)]
    expect(one).toMatchObject({ placeId: first, programName: "Strategy & Consulting", tuition: "settled" })
    expect(other).toMatchObject({ placeId: second, programName: "Systems Integration", tuition: "on_time" })
    expect(one.places).toEqual(other.places)
    expect(one.places.map(({ id }: { id: string }) => id)).toEqual([second, first])
    expect([one.classes.length, other.classes.length]).toEqual([1, 0])
    await calls(t, person, ["GET", "/learning?place=nobody"], undefined, 404)

    const lessonsOf = (portal: { phases: { modules: { lessons: { id: string }[] }[] }[] }, module: number) =>
      portal.phases.flatMap(({ modules }) => modules)[module]?.lessons.map(({ id }) => id) ?? []
    const shared = lessonsOf(one, 0)
    await calls(t, person, ["POST", "/learning/progress"], { lessonIds: shared.slice(0, 3) })
    const quiz = `/learning/lessons/${shared[3]}/quiz`
    await calls(t, person, ["POST", quiz], { answers: await rightAnswers(t, shared[3] ?? "") })
    for (const [portal, place] of [[one, first] as const, [other, second] as const]) {
      const [lesson = ""] = lessonsOf(portal, 1)
      expect((await calls(t, person, ["GET", `/learning/lessons/${lesson}`])).data.placeId).toBe(place)
    }

    // What the other place owes locks that one alone, classes included.
    clock.set("2027-03-01T17:00:00Z")
    await calls(t, person, ["POST", `/learning/classes/${live}/join`], {})
    clock.set("2027-03-01T18:20:00Z")
    expect((await portalOf(person, first)).classes).toHaveLength(1)
    clock.set("2027-04-20T09:00:00Z")
    expect(await portalOf(person, second)).toMatchObject({ next: { kind: "tuition" } })
    const [lesson = ""] = lessonsOf(one, 1)
    await calls(t, person, ["GET", `/learning/lessons/${lesson}`])
    const files = (await calls(t, person, ["GET", "/learning/resources"])).data.files
    expect(files.filter(({ title }: { title: string }) => title.endsWith("brochure"))).toHaveLength(2)
  })
})

describe.runIf(isPostgres())("deleting an account that waits for", () => {
  type Reply = ReturnType<TestApp["request"]>

  /** The deletion holds the account; then this, which may not fail inside and leaves no row. */
  async function afterDeletion(person: TestPerson, begin: () => Reply): Promise<void> {
    const release = await holdOpen(t.s.db, (tx) => lockAccount(tx, person.accountId))
    const deletion = t.request("DELETE", "/v1/account", { person, body: { password: person.password } })
    await untilWaiting(t.s.db, 1)
    const other = begin()
    await untilWaiting(t.s.db, 2)
    await release()
    expect((await deletion).statusCode).toBe(204)
    expect([401, 403, 404]).toContain((await other).statusCode)
  }

  test("reading the kit, or coming into a class, leaves nothing behind and breaks nothing", async () => {
    clock.set("2026-12-03T09:00:00Z")
    const live = await addClass(`${programs[1]}-3`)
    const [one, other] = [await learnerOfBoth(), await learnerOfBoth()]
    await afterDeletion(one.person, () =>
      t.request("POST", "/learning/study-kit/kit/read", { person: one.person, body: {} }),
    )
    clock.set("2027-03-01T17:00:00Z")
    await afterDeletion(other.person, () =>
      t.request("POST", `/learning/classes/${live}/join`, { person: other.person, body: {} }),
    )
    const people = [one.person.accountId, other.person.accountId]
    for (const table of ["kitReads", "classAttendance"] as const) {
      expect(await t.s.db.selectFrom(table).selectAll().where("accountId", "in", people).execute()).toEqual([])
    }
  })
})
