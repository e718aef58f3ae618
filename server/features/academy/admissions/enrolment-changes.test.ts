import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { buildApplicant, buildOperator, calls, enrol, journey } from "#server/testing/records/build-applicant.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let operator: TestPerson

const program = "systems_intergration"
const reason = "Asked for by mail"

beforeAll(async () => {
  t = await openTestApp()
  operator = await buildOperator(t)
  const values = {
    startsOn: "2090-06-06",
    applyBy: "2090-05-01",
    enrolBy: "2090-05-20",
    seats: 5,
    fullScholarships: 1,
    partialScholarships: 2,
    isOpen: false,
  }
  await calls(t, operator, ["POST", "/operators/admissions/cohorts"], { program, values }, 201)
})
afterAll(() => t.close())

const newest = async (): Promise<{ number: number; taken: number; id: string }> =>
  (await calls(t, operator, ["GET", "/operators/admissions/cohorts"])).data.find(
    ({ programId }: { programId: string }) => programId === program,
  )

const move = (person: TestPerson, cohort: number, status = 200) =>
  calls(t, operator, ["POST", `/operators/people/${person.accountId}/cohort`], { cohort, reason }, status)
const stage = (person: TestPerson, wanted: string, status: number) =>
  calls(t, operator, ["POST", `/operators/people/${person.accountId}/stage`], { stage: wanted, reason }, status)

describe("another cohort", () => {
  test("takes application, place and the days of open instalments along, and is told and logged", async () => {
    const person = await t.signUp({ isVerified: true })
    const id = await buildApplicant(t, person)
    await enrol(t, { person, operator, id }, "first")
    const before = await journey(t, person)
    const { number, taken } = await newest()
    await move(person, number)
    const after = await journey(t, person)
    expect(after.application.cohort).toMatchObject({ number, startsOn: "2090-06-06" })
    expect((await newest()).taken).toBe(taken + 1)
    const days = (of: typeof after) => of.enrolment.instalments.map(({ dueOn }: { dueOn: string }) => dueOn)
    expect(days(after)).toEqual([days(before)[0], "2090-07-06", "2090-08-06"])
    const line = await t.s.db
      .selectFrom("operatorLog")
      .select(["action", "reason", "detail"])
      .where("subjectId", "=", person.accountId)
      .where("action", "=", "people.cohort")
      .executeTakeFirst()
    expect(line).toMatchObject({ reason, detail: { after: number } })
    const profile = await t.s.db
      .selectFrom("profiles")
      .select("cohort")
      .where("accountId", "=", person.accountId)
      .executeTakeFirst()
    expect(profile?.cohort).toBe(String(number))
    await move(person, number, 409)
  })

  test("is refused where there is none, none such, or no application under way", async () => {
    const person = await t.signUp({ isVerified: true })
    await move(person, 1, 409)
    const id = await buildApplicant(t, person)
    expect((await move(person, 99, 409)).message).toMatch(/no cohort 99/)
    await calls(t, operator, ["POST", `/operators/admissions/applications/${id}/decision`], { outcome: "declined" })
    await move(person, (await newest()).number, 409)
  })

  test("has room for one of two who come at once", async () => {
    const people = [await t.signUp({ isVerified: true }), await t.signUp({ isVerified: true })]
    for (const person of people) {
      await enrol(t, { person, operator, id: await buildApplicant(t, person) })
    }
    const { id, number, taken } = await newest()
    await t.s.db
      .updateTable("cohorts")
      .set({ seats: taken + 1 })
      .where("id", "=", id)
      .execute()
    const replies = await Promise.all(
      people.map((person) =>
        t.request("POST", `/operators/people/${person.accountId}/cohort`, {
          person: operator,
          body: { cohort: number, reason },
        }),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await newest()).taken).toBe(taken + 1)
  })
})

test("a stage is set only where a step leads to it, and every refusal tells the way", async () => {
  const person = await t.signUp({ isVerified: true })
  expect((await stage(person, "fusion", 409)).message).toMatch(/Only an applicant/)
  expect((await stage(person, "applied", 409)).message).toMatch(/paid application fee/)
  await stage(person, "prospect", 409)
  const id = await buildApplicant(t, person)
  expect((await stage(person, "prospect", 409)).message).toMatch(/Decline or withdraw/)
  await stage(person, "fusion", t.s.config.academy.isAdmissionByDecision ? 409 : 200)
  const other = await t.signUp({ isVerified: true })
  await enrol(t, { person: other, operator, id: await buildApplicant(t, other) })
  await stage(other, "fusion", 409)
  await stage(other, "applied", 409)
  expect(id).not.toBe("")
})
