import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { buildApplicant, buildOperator, calls, openSlot, passAssessment } from "#server/testing/build-applicant.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let operator: TestPerson

beforeAll(async () => {
  t = await openTestApp()
  operator = await buildOperator(t)
})
afterAll(() => t.close())

describe("an interview time that is taken back", () => {
  const book = (person: TestPerson, slotId: string, status = 200) =>
    calls(t, person, ["PUT", "/academy/interview"], { slotId, timeZone: "Africa/Lagos" }, status)
  const idsOf = async (person: TestPerson, path: string): Promise<string[]> =>
    (await calls(t, person, ["GET", path])).data.map(({ id }: { id: string }) => id)

  test("is not while somebody has it, and is for good once the interview was called off", async () => {
    const [person, other] = [await t.signUp({ isVerified: true }), await t.signUp({ isVerified: true })]
    const id = await buildApplicant(t, person)
    await buildApplicant(t, other)
    for (const one of [person, other]) await passAssessment(t, one, operator)
    const slotId = await openSlot(t, operator)
    await book(person, slotId)
    const close: ["DELETE", string] = ["DELETE", `/operators/admissions/slots/${slotId}`]
    await calls(t, operator, close, undefined, 409)
    await calls(t, operator, ["POST", `/operators/admissions/applications/${id}/interview`], { outcome: "cancelled" })
    expect(await idsOf(other, "/academy/interview/slots")).toContain(slotId)
    await calls(t, operator, close)
    expect(await idsOf(other, "/academy/interview/slots")).not.toContain(slotId)
    expect(await idsOf(operator, "/operators/admissions/slots")).not.toContain(slotId)
    await book(other, slotId, 404)
    await calls(t, operator, close, undefined, 404)
    const again = await openSlot(t, operator)
    await book(person, again)
  })
})
