import { unzipSync } from "fflate"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import {
  buildApplicant,
  buildOperator,
  calls,
  journey,
  mailAbout,
  openSlot,
  passAssessment,
  passInterview,
  saveCohort,
  testClock,
} from "#server/testing/records/build-applicant.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"
import { payTuition } from "./enrolments.ts"
import { enrolmentOf, stageOf, tuitionStateOf } from "./service.ts"
import { watchAdmissions } from "./watch-job.ts"

const start = "2026-12-01T09:00:00Z"
const clock = testClock(start)
const never = new AbortController().signal

let t: TestApp
let operator: TestPerson

beforeAll(async () => {
  t = await openTestApp({ replace: { now: clock.now } })
  operator = await buildOperator(t)
  await setCohort({ seats: 30 })
})
afterAll(() => t.close())

const cohortId = "systems_intergration-3"
const usual = { startsOn: "2027-03-01", applyBy: "2027-02-01", enrolBy: "2027-02-20" }

function setCohort(change: object) {
  const values = { ...usual, seats: 30, fullScholarships: 1, partialScholarships: 2, isOpen: true, ...change }
  return saveCohort(t, operator, cohortId, values)
}

function decision(id: string, body: object, status = 200) {
  return calls(t, operator, ["POST", `/operators/admissions/applications/${id}/decision`], body, status)
}

async function interviewed(): Promise<{ person: TestPerson; id: string }> {
  const person = await t.signUp({ isVerified: true })
  const id = await buildApplicant(t, person)
  await passInterview(t, person, operator, id)
  return { person, id }
}

async function admitted(body: object = {}) {
  const one = await interviewed()
  await decision(one.id, { outcome: "admitted", ...body })
  const place = await enrolmentOf(t.s.db, one.person.accountId)
  return { ...one, enrolmentId: place?.id ?? "" }
}

function pay(enrolmentId: string, part: "full" | "first" | "second" | "third") {
  const orderReference = `order-${enrolmentId}-${part}`
  return transact(t.s.db, (tx) => payTuition(t.s, tx, { enrolmentId, part, orderReference }))
}

describe("paying the fee", () => {
  test("makes the application, the stage and the program, and sends both letters", async () => {
    const person = await t.signUp({ isVerified: true })
    await buildApplicant(t, person)
    expect(await stageOf(t.s.db, person.accountId)).toBe("applied")
    expect((await mailAbout(t, person, /We have your application for Systems Integration/)).text).toContain(
      "cohort 3, which begins on 1 March 2027",
    )
    await mailAbout(t, person, /Your study kit/)
    const { application } = await until(async () => {
      const found = await journey(t, person)
      return found.application?.status === "kit_sent" && found
    })
    expect(application.steps.map(({ status }: { status: string }) => status)).toEqual(["submitted", "paid", "kit_sent"])
  })

  test("keeps a guardian for the people who admit, and for the person's copy", async () => {
    const person = await t.signUp({ isVerified: true })
    const guardian = { name: "Ngozi Obi", contact: "+234 803 000 0000" }
    const id = await buildApplicant(t, person, { guardian })
    const path = `/operators/admissions/applications/${id}`
    expect((await calls(t, operator, ["GET", path])).data.guardian).toMatchObject(guardian)
    expect((await calls(t, await buildOperator(t, "owner"), ["GET", path])).data.guardian).toMatchObject(guardian)
    for (const role of ["support", "finance", "content"] as const) {
      await calls(t, await buildOperator(t, role), ["GET", path], undefined, 403)
    }
    await calls(t, person, ["GET", path], undefined, 403)
    expect(JSON.stringify(await journey(t, person))).not.toContain("Ngozi")
    const copy = unzipSync((await t.request("GET", "/v1/account/export", { person })).rawPayload)
    expect(Buffer.from(copy["admissions.json"] ?? []).toString()).toContain("Ngozi Obi")
    expect((await t.request("DELETE", "/v1/account", { person, body: { password: person.password } })).statusCode).toBe(
      204,
    )
    expect(await t.s.db.selectFrom("applicationGuardians").selectAll().execute()).toEqual([])
  })
})

describe("the stage that the browser asks for", () => {
  const sent = (person: TestPerson, stage: string) => ({
    userId: person.accountId,
    stage,
    program: "Systems Integration",
    ProgamId: "systems_intergration",
  })

  test("becomes fusion on a verified fee, and never without one", async () => {
    const stranger = await t.signUp({ isVerified: true })
    await calls(t, stranger, ["POST", "/stage"], sent(stranger, "fusion"), 401)
    const person = await t.signUp({ isVerified: true })
    await buildApplicant(t, person)
    await calls(t, person, ["POST", "/stage"], { ...sent(person, "fusion"), ProgamId: "strategy_and_consulting" }, 400)
    await calls(t, person, ["POST", "/stage"], { ...sent(person, "fusion"), userId: stranger.accountId }, 400)
    await calls(t, person, ["POST", "/stage"], sent(person, "owner"), 400)
    expect(await calls(t, person, ["POST", "/stage"], sent(person, "fusion"))).toMatchObject({
      message: "Stage updated successfully.",
      data: { stage: "fusion" },
    })
    expect(await stageOf(t.s.db, person.accountId)).toBe("fusion")
    expect(await enrolmentOf(t.s.db, person.accountId)).toBeNull()
    const record = await calls(t, person, ["POST", "/applications"], sent(person, "fusion"))
    expect(record.data).toMatchObject({ ...sent(person, "fusion"), txRef: expect.any(String) })
  })

  test("waits for a decision where the academy decides", async () => {
    const strict = await openTestApp({ settings: { ADMISSION_BY_DECISION: "1" } })
    try {
      const person = await strict.signUp({ isVerified: true })
      await buildApplicant(strict, person)
      await calls(strict, person, ["POST", "/stage"], sent(person, "fusion"), 403)
      expect(await stageOf(strict.s.db, person.accountId)).toBe("applied")
    } finally {
      await strict.close()
    }
  })
})

describe("seats", () => {
  test("the last one goes to one of two, the other waits, and moves up when it is given back", async () => {
    const [first, second] = [await interviewed(), await interviewed()]
    const taken = (await calls(t, operator, ["GET", "/operators/admissions/cohorts"])).data.find(
      ({ id }: { id: string }) => id === cohortId,
    ).taken
    await setCohort({ seats: taken + 1 })
    const replies = await Promise.all(
      [first, second].map(({ id }) =>
        t.request("POST", `/operators/admissions/applications/${id}/decision`, {
          person: operator,
          body: { outcome: "admitted", reason: "Looked at together" },
        }),
      ),
    )
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409])
    const [winner, loser] = replies[0]?.statusCode === 200 ? [first, second] : [second, first]
    await decision(loser.id, { outcome: "waitlisted", note: "You were close." })
    expect((await mailAbout(t, loser.person, /waitlist/)).text).toContain("You were close.")
    await calls(t, winner.person, ["POST", "/academy/withdrawal"], { reason: "I moved abroad" })
    await until(async () => (await journey(t, loser.person)).application.status === "admitted")
    await mailAbout(t, loser.person, /You are admitted/)
    expect(await stageOf(t.s.db, winner.person.accountId)).toBe("prospect")
    await setCohort({ seats: 30 })
  })
})

describe("a scholarship", () => {
  test("is given as often as the cohort has them, and comes off the tuition", async () => {
    const { person, enrolmentId } = await admitted({ scholarship: "partial", award: 50_000 })
    const { enrolment } = await journey(t, person)
    expect(enrolment).toMatchObject({ award: 50_000, prices: { full: 170_000 } })
    const { first, second, third } = enrolment.prices
    expect(first + second + third).toBe(170_000)
    expect((await mailAbout(t, person, /You are admitted/)).text).toContain("₦50,000")
    expect(await pay(enrolmentId, "full")).toBeNull()
    await admitted({ scholarship: "partial", award: 1_000 })
    const late = await interviewed()
    await decision(late.id, { outcome: "admitted", scholarship: "partial", award: 1_000 }, 409)
    await decision(late.id, { outcome: "admitted", scholarship: "full" })
    await calls(t, late.person, ["POST", "/academy/enrolment"], {})
    expect((await journey(t, late.person)).enrolment).toMatchObject({ state: "settled", plan: "award" })
    expect(await stageOf(t.s.db, late.person.accountId)).toBe("fusion")
  })

  test("is refused beyond the tuition and with a refusal", async () => {
    const { id } = await interviewed()
    await decision(id, { outcome: "declined", scholarship: "full" }, 400)
    const letter = (body: object, status?: number) =>
      calls(t, operator, ["POST", `/operators/admissions/applications/${id}/letter`], body, status)
    const partial = { outcome: "admitted", scholarship: "partial" }
    expect((await letter(partial, 400)).fields.award).toMatch(/between ₦1 and ₦/)
    expect((await letter({ ...partial, award: 50_000 })).data.text).toContain("₦50,000")
    await decision(id, { outcome: "admitted", scholarship: "partial", award: 220_000 }, 409)
  })
})

describe("tuition", () => {
  test("in three instalments: due days, reminders, grace, lock, unlock, and closed by the third", async () => {
    const { person, enrolmentId } = await admitted()
    const state = () => tuitionStateOf(t.s, enrolmentId)
    expect(await state()).toBe("offered")
    expect(await pay(enrolmentId, "second")).toMatch(/first instalment comes first/)
    expect(await pay(enrolmentId, "first")).toBeNull()
    expect((await journey(t, person)).application.status).toBe("enrolled")
    expect((await journey(t, person)).enrolment.instalments).toMatchObject([
      { part: "first", amount: 100_000, dueOn: "2026-12-01" },
      { part: "second", amount: 60_000, dueOn: "2027-04-01", paidAt: "" },
      { part: "third", amount: 60_000, dueOn: "2027-05-01", paidAt: "" },
    ])
    expect(await state()).toBe("on_time")
    try {
      clock.set("2027-03-25T09:00:00Z")
      expect(await state()).toBe("due_soon")
      await watchAdmissions.run(t.s, {}, never)
      await watchAdmissions.run(t.s, {}, never)
      const reminder = (await mailAbout(t, person, /Tuition due on 1 April 2027/)).text
      expect(reminder).toMatch(/₦60,000.*a week more; from 9 April 2027 on lessons are locked/s)
      clock.set("2027-04-03T09:00:00Z")
      expect(await state()).toBe("grace")
      await watchAdmissions.run(t.s, {}, never)
      expect((await mailAbout(t, person, /overdue/)).text).toContain("9 April 2027")
      clock.set("2027-04-09T09:00:00Z")
      expect(await state()).toBe("locked")
      await watchAdmissions.run(t.s, {}, never)
      await mailAbout(t, person, /are locked/)
      expect(await pay(enrolmentId, "second")).toBeNull()
      expect(await state()).toBe("on_time")
      expect(await pay(enrolmentId, "third")).toBeNull()
      expect(await state()).toBe("settled")
      expect(await pay(enrolmentId, "third")).toMatch(/has been paid/)
      const mails = (await t.request("GET", `/dev/mail.json?to=${person.email}`)).json<{ subject: string }[]>()
      expect(mails.filter(({ subject }) => subject.startsWith("Tuition due on 1 April"))).toHaveLength(1)
    } finally {
      clock.set(start)
    }
  })

  test("a place that nobody took in time goes to the waitlist", async () => {
    const { person } = await admitted()
    try {
      clock.set("2027-02-21T09:00:00Z")
      await watchAdmissions.run(t.s, {}, never)
      expect((await journey(t, person)).application.status).toBe("withdrawn")
      expect((await mailAbout(t, person, /is closed/)).text).toContain("not taken by the last day")
    } finally {
      clock.set(start)
    }
  })
})

describe("an interview", () => {
  test("of two who press the same time, one gets it", async () => {
    const people = [await t.signUp({ isVerified: true }), await t.signUp({ isVerified: true })]
    for (const person of people) {
      await buildApplicant(t, person)
      await passAssessment(t, person, operator)
    }
    const slotId = await openSlot(t, operator)
    const replies = await Promise.all(
      people.map((person) =>
        t.request("PUT", "/academy/interview", { person, body: { slotId, timeZone: "Africa/Accra" } }),
      ),
    )
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409])
    expect(replies.find((reply) => reply.statusCode === 409)?.json()).toMatchObject({ type: "slot_taken" })
  })

  test("is changed, shown on one clock everywhere, reminded of twice, and cancelled until the cut-off", async () => {
    const person = await t.signUp({ isVerified: true })
    await buildApplicant(t, person)
    await passAssessment(t, person, operator)
    const [slotId, other] = [await openSlot(t, operator, 72), await openSlot(t, operator, 96)]
    await calls(t, person, ["PUT", "/academy/interview"], { slotId, timeZone: "Africa/Nairobi" })
    const { data } = await calls(t, person, ["PUT", "/academy/interview"], {
      slotId: other,
      timeZone: "Africa/Nairobi",
    })
    expect(data.words).toBe("Saturday, 5 December 2026 at 12:00 (Nairobi time, GMT+3)")
    expect((await mailAbout(t, person, /5 December/)).text).toContain(data.words)
    const free = (await calls(t, person, ["GET", "/academy/interview/slots"])).data.map(({ id }: { id: string }) => id)
    expect(free).toContain(slotId)
    expect(free).not.toContain(other)
    const file = await t.request("GET", "/academy/interview.ics", { person })
    expect(file.headers["content-type"]).toBe("text/calendar; charset=utf-8")
    expect(file.body).toContain("DTSTART:20261205T090000Z")
    expect(file.body).toContain("SEQUENCE:1")
    try {
      clock.set("2026-12-04T10:00:00Z")
      await watchAdmissions.run(t.s, {}, never)
      await watchAdmissions.run(t.s, {}, never)
      clock.set("2026-12-04T22:00:00Z")
      expect((await t.request("DELETE", "/academy/interview", { person })).json()).toMatchObject({ type: "time_over" })
      clock.set("2026-12-05T08:10:00Z")
      await watchAdmissions.run(t.s, {}, never)
      const reminders = await until(async () => {
        const mails = (await t.request("GET", `/dev/mail.json?to=${person.email}`)).json<{ subject: string }[]>()
        const found = mails.filter(({ subject }) => subject.startsWith("Reminder: your interview"))
        return found.length >= 2 && found
      })
      expect(reminders).toHaveLength(2)
    } finally {
      clock.set(start)
    }
    await calls(t, person, ["DELETE", "/academy/interview"])
    expect((await journey(t, person)).application.status).toBe("assessed")
    await mailAbout(t, person, /Your interview is cancelled/)
  })

  test("has the same words on screen and in the mail, on four clocks, before and after summer time", async () => {
    const person = await t.signUp({ isVerified: true })
    await buildApplicant(t, person)
    await passAssessment(t, person, operator)
    const mailed = async (words: string) => {
      const mails = (await t.request("GET", `/dev/mail.json?to=${person.email}`)).json<{ text: string }[]>()
      return mails.some(({ text }) => text.includes(words))
    }
    const day = { before: "Saturday, 27 March 2027", after: "Monday, 29 March 2027" }
    try {
      clock.set("2027-03-20T09:00:00Z")
      const [before, after] = [await openSlot(t, operator, 7 * 24), await openSlot(t, operator, 9 * 24)]
      for (const [slotId, timeZone, words] of [
        [before, "Africa/Lagos", `${day.before} at 10:00 (Lagos time, GMT+1)`],
        [after, "Africa/Lagos", `${day.after} at 10:00 (Lagos time, GMT+1)`],
        [before, "Africa/Accra", `${day.before} at 09:00 (Accra time, GMT)`],
        [after, "Africa/Accra", `${day.after} at 09:00 (Accra time, GMT)`],
        [before, "Africa/Nairobi", `${day.before} at 12:00 (Nairobi time, GMT+3)`],
        [after, "Africa/Nairobi", `${day.after} at 12:00 (Nairobi time, GMT+3)`],
        [before, "Europe/London", `${day.before} at 09:00 (London time, GMT)`],
        [after, "Europe/London", `${day.after} at 10:00 (London time, GMT+1)`],
      ] as const) {
        await calls(t, person, ["PUT", "/academy/interview"], { slotId, timeZone })
        expect((await journey(t, person)).interview.words).toBe(words)
        await until(() => mailed(words))
      }
    } finally {
      clock.set(start)
    }
  })

  test("cannot be booked when it is near, past, for another program or before the assessment", async () => {
    const person = await t.signUp({ isVerified: true })
    await buildApplicant(t, person)
    const slotId = await openSlot(t, operator)
    await calls(t, person, ["PUT", "/academy/interview"], { slotId, timeZone: "Africa/Lagos" }, 409)
    await passAssessment(t, person, operator)
    const near = await openSlot(t, operator, 11)
    await calls(t, person, ["PUT", "/academy/interview"], { slotId: near, timeZone: "Africa/Lagos" }, 409)
    const elsewhere = await openSlot(t, operator, 72, "strategy_and_consulting")
    await calls(t, person, ["PUT", "/academy/interview"], { slotId: elsewhere, timeZone: "Africa/Lagos" }, 404)
    clock.set(new Date(Date.parse(start) + 80 * 3_600_000).toISOString())
    await calls(t, person, ["PUT", "/academy/interview"], { slotId, timeZone: "Africa/Lagos" }, 409)
    clock.set(start)
    await calls(t, person, ["PUT", "/academy/interview"], { slotId: "no-such-slot", timeZone: "Africa/Lagos" }, 404)
    await calls(t, person, ["PUT", "/academy/interview"], { slotId, timeZone: "Mars/Olympus" }, 400)
  })
})

describe("a second application", () => {
  const other = "strategy_and_consulting"

  test("leaves the first one on the person's page, with its place to take, pay and give up", async () => {
    const { person, id, enrolmentId } = await admitted()
    await buildApplicant(t, person, { programId: other })
    const both = await journey(t, person)
    expect(both.application).toMatchObject({ programId: other })
    expect(both.others).toMatchObject([{ application: { id, status: "admitted" }, enrolment: { id: enrolmentId } }])
    expect(await pay(enrolmentId, "full")).toBeNull()
    expect(await enrolmentOf(t.s.db, person.accountId)).toMatchObject({ id: enrolmentId, status: "active" })
    await calls(t, person, ["GET", "/learning"])
    await calls(t, person, ["GET", "/learning/resources"])
    // Ending the newer one brings the first one back to the dashboard.
    await calls(t, person, ["POST", "/academy/withdrawal"], {})
    expect(await stageOf(t.s.db, person.accountId)).toBe("fusion")
    expect(await journey(t, person)).toMatchObject({ application: { id, status: "enrolled" }, others: [] })
    await calls(t, person, ["POST", "/academy/withdrawal"], { applicationId: id })
    expect(await stageOf(t.s.db, person.accountId)).toBe("prospect")
  })

  test("of somebody else is nobody's to end or take", async () => {
    const { id } = await admitted()
    const stranger = await t.signUp({ isVerified: true })
    await calls(t, stranger, ["POST", "/academy/withdrawal"], { applicationId: id }, 404)
    await calls(t, stranger, ["POST", "/academy/enrolment"], { applicationId: id }, 404)
  })
})
