import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  buildApplicant,
  buildOperator,
  calls,
  journey,
  passInterview,
  saveCohort,
  testClock,
} from "#server/testing/build-applicant.ts"
import { holdOpen, untilWaiting } from "#server/testing/locks.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { isPostgres } from "#server/testing/test-database.ts"
import { until } from "#server/testing/wait.ts"
import { payTuition } from "./enrolments.ts"
import { fillSeats } from "./fill-seats-job.ts"
import { enrolmentOf } from "./service.ts"
import { watchAdmissions } from "./watch-job.ts"

const start = "2026-12-01T09:00:00Z"
const clock = testClock(start)
const never = new AbortController().signal
const cohortId = "systems_intergration-3"

let t: TestApp
let operator: TestPerson

beforeAll(async () => {
  t = await openTestApp({ replace: { now: clock.now } })
  operator = await buildOperator(t)
})
afterAll(() => t.close())

const days = { startsOn: "2027-03-01", applyBy: "2027-02-01", enrolBy: "2027-02-20" }

/** Leaves so many seats free. */
async function leaveSeats(free: number, change: object = {}): Promise<void> {
  const { data } = await calls(t, operator, ["GET", "/operators/admissions/cohorts"])
  const { taken } = data.find(({ id }: { id: string }) => id === cohortId)
  const values = { ...days, seats: taken + free, fullScholarships: 1, partialScholarships: 2, isOpen: true, ...change }
  await saveCohort(t, operator, cohortId, values)
}

interface Applicant {
  person: TestPerson
  id: string
}

async function interviewed(): Promise<Applicant> {
  const person = await t.signUp({ isVerified: true })
  const id = await buildApplicant(t, person)
  await passInterview(t, person, operator, id)
  return { person, id }
}

function decide({ id }: Applicant, outcome: "admitted" | "waitlisted" | "declined", status = 200) {
  return calls(t, operator, ["POST", `/operators/admissions/applications/${id}/decision`], { outcome }, status)
}

const statusOf = async ({ person }: Applicant) => (await journey(t, person)).application.status
const becomes = (one: Applicant, status: string) => until(async () => (await statusOf(one)) === status)
const watch = () => watchAdmissions.run(t.s, {}, never)

describe("the line for a seat", () => {
  test("goes on after the last day for places, with days enough for each to take theirs", async () => {
    await leaveSeats(30)
    const [first, second, third] = [await interviewed(), await interviewed(), await interviewed()]
    await leaveSeats(1)
    await decide(first, "admitted")
    for (const one of [second, third]) await decide(one, "waitlisted")
    try {
      clock.set("2027-02-21T09:00:00Z")
      await watch()
      expect(await statusOf(first)).toBe("withdrawn")
      await becomes(second, "admitted")
      expect((await journey(t, second.person)).enrolment.enrolBy).toBe("2027-02-24")
      clock.set("2027-02-24T09:00:00Z")
      await watch()
      expect([await statusOf(second), await statusOf(third)]).toEqual(["admitted", "waitlisted"])
      const place = await enrolmentOf(t.s.db, second.person.accountId)
      await calls(t, second.person, ["POST", "/orders"], { item: `tuition:${place?.id}:full`, currency: "NGN" }, 201)
      clock.set("2027-02-28T09:00:00Z")
      await watch()
      expect(await statusOf(second)).toBe("withdrawn")
      // Nobody is offered a place that would be gone the same day.
      await decide(third, "admitted", 409)
      clock.set("2027-03-02T09:00:00Z")
      await leaveSeats(5)
      await fillSeats.run(t.s, { cohortId }, never)
      expect(await statusOf(third)).toBe("waitlisted")
    } finally {
      // The seats' own job may still be waiting for its turn, and must find none once the clock is back.
      await leaveSeats(0)
      clock.set(start)
      await decide(third, "declined")
    }
  })

  test("moves up when somebody with a place deletes their account", async () => {
    await leaveSeats(30)
    const [first, second] = [await interviewed(), await interviewed()]
    await leaveSeats(1)
    await decide(first, "admitted")
    await decide(second, "waitlisted")
    const reply = await t.request("DELETE", "/v1/account", {
      person: first.person,
      body: { password: first.person.password },
    })
    expect(reply.statusCode, reply.body).toBe(204)
    await becomes(second, "admitted")
  })
})

describe.runIf(isPostgres())("at the same moment", () => {
  test("a place that is being paid for is not given up", async () => {
    await leaveSeats(30)
    const one = await interviewed()
    await decide(one, "admitted")
    const enrolmentId = (await enrolmentOf(t.s.db, one.person.accountId))?.id ?? ""
    try {
      const pay = await holdOpen(t.s.db, async (tx) => {
        expect(await payTuition(t.s, tx, { enrolmentId, part: "full", orderReference: "order-late" })).toBeNull()
      })
      clock.set("2027-02-21T09:00:00Z")
      const watched = watch()
      await untilWaiting(t.s.db, 1)
      await pay()
      await watched
      expect(await statusOf(one)).toBe("enrolled")
    } finally {
      clock.set(start)
    }
  })
})
