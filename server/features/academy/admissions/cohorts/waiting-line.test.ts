import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { payTuition } from "#server/features/academy/admissions/enrolments.ts"
import { fillSeats } from "#server/features/academy/admissions/fill-seats-job.ts"
import { enrolmentOf } from "#server/features/academy/admissions/service.ts"
import { watchAdmissions } from "#server/features/academy/admissions/watch-job.ts"
import { holdOpen, untilWaiting } from "#server/testing/databases/locks.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import {
  buildApplicant,
  buildOperator,
  calls,
  journey,
  mailAbout,
  passInterview,
  saveCohort,
  testClock,
} from "#server/testing/records/build-applicant.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"
import { announceCohort, sendOpenNotice } from "./open-job.ts"

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

describe("who asked to be told when applications open", () => {
  const other = "strategy_and_consulting"

  async function asker(program = "systems_intergration"): Promise<{ person: TestPerson; waitingId: string }> {
    const person = await t.signUp()
    const reply = await t.request("POST", "/academy/waitlist", { body: { program, email: person.email } })
    expect(reply.statusCode, reply.body).toBe(200)
    const waiting = t.s.db.selectFrom("cohortWaitlist").select("id").where("email", "=", person.email)
    return { person, waitingId: (await waiting.executeTakeFirstOrThrow()).id }
  }

  /** Whether the address waits on, and no mail is on its way to it, once the seats' work is done. */
  async function waitsOn({ waitingId }: { waitingId: string }, id = cohortId): Promise<boolean> {
    await fillSeats.run(t.s, { cohortId: id }, never)
    const { rows } = await sql`
      select 1 from jobs.job where name = 'admissions.tell-open' and data ->> 'waitingId' = ${waitingId}`.execute(
      t.s.db,
    )
    const kept = await t.s.db.selectFrom("cohortWaitlist").select("id").where("id", "=", waitingId).execute()
    return rows.length === 0 && kept.length === 1
  }

  test("hears nothing of a cohort that is full when it is saved, and hears of its next seat", async () => {
    await leaveSeats(0)
    const one = await asker()
    await leaveSeats(0, { fullScholarships: 2 })
    expect(await waitsOn(one)).toBe(true)
    await leaveSeats(1)
    await mailAbout(t, one.person, /are open/)
  })

  test("hears nothing of a cohort that has begun", async () => {
    await leaveSeats(0)
    const one = await asker()
    try {
      clock.set("2027-03-01T09:00:00Z")
      await leaveSeats(5, { applyBy: "2027-03-01" })
      expect(await waitsOn(one)).toBe(true)
    } finally {
      await leaveSeats(0)
      clock.set(start)
    }
  })

  test("hears nothing of a new cohort without a seat", async () => {
    await saveCohort(t, operator, `${other}-3`, { isOpen: false })
    const one = await asker(other)
    const values = { ...days, seats: 0, fullScholarships: 0, partialScholarships: 0, isOpen: true }
    await calls(t, operator, ["POST", "/operators/admissions/cohorts"], { program: other, values }, 201)
    expect(await waitsOn(one, `${other}-4`)).toBe(true)
    await saveCohort(t, operator, `${other}-4`, { isOpen: false })
    await calls(
      t,
      operator,
      ["POST", "/operators/admissions/cohorts"],
      { program: other, values: { ...values, seats: 5 } },
      201,
    )
    await mailAbout(t, one.person, /are open/)
  })

  test("is told in portions until everybody is", async () => {
    await leaveSeats(0)
    const all = []
    for (let n = 0; n < 5; n++) all.push(await asker())
    // All of one moment: the portions part among them.
    await t.s.db.updateTable("cohortWaitlist").set({ createdAt: clock.now() }).execute()
    const cohort = t.s.db.updateTable("cohorts").where("id", "=", cohortId)
    await cohort.set((row) => ({ seats: sql<number>`${row.ref("seats")} + 1` })).execute()
    await announceCohort(t.s, cohortId, 2)
    for (const { person } of all) await mailAbout(t, person, /are open/)
  })

  test("is kept when the seats are gone by the time of the mail, and hears when one is given back", async () => {
    await leaveSeats(30)
    const seated = await interviewed()
    await decide(seated, "admitted")
    await leaveSeats(0)
    const one = await asker()
    await sendOpenNotice.run(t.s, { waitingId: one.waitingId, cohortId }, never)
    expect(await waitsOn(one)).toBe(true)
    await calls(t, seated.person, ["POST", "/academy/withdrawal"], { reason: "I moved abroad" })
    await mailAbout(t, one.person, /are open/)
    await until(async () => {
      const left = await t.s.db.selectFrom("cohortWaitlist").select("id").where("id", "=", one.waitingId).execute()
      return left.length === 0
    })
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
