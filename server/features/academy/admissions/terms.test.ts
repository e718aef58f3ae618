import { afterAll, beforeAll, expect, test } from "vitest"
import {
  buildApplicant,
  buildOperator,
  calls,
  enrol,
  journey,
  passInterview,
} from "#server/testing/records/build-applicant.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let owner: TestPerson
const program = "systems_intergration"

beforeAll(async () => {
  t = await openTestApp()
  owner = await buildOperator(t, "owner")
})
afterAll(() => t.close())

const open = async () => {
  const { data } = (await t.request("GET", "/academy/cohorts")).json()
  return data.find(({ programId }: { programId: string }) => programId === program).cohort
}
const openRow = async (): Promise<{ id: string; version: number }> =>
  (await calls(t, owner, ["GET", "/operators/admissions/cohorts"])).data.find(
    (row: { programId: string; isOpen: boolean }) => row.programId === program && row.isOpen,
  )

const tuition = {
  total: "800000",
  first_tranche: "300000",
  second_tranche: "250000",
  third_tranche: "250000",
  discounted_total: "300000",
  discounted_first_tranche: "120000",
  discounted_second_tranche: "90000",
  discounted_third_tranche: "90000",
}

test("new fees count for who applies from now on; an application keeps the tuition it was made under", async () => {
  const [before, after] = [await t.signUp({ isVerified: true }), await t.signUp({ isVerified: true })]
  const early = await buildApplicant(t, before)
  const { id, version } = await openRow()
  const fees = { applicationFee: 12_500, ...tuition, version, reason: "The new year" }
  await calls(t, owner, ["PUT", `/operators/admissions/cohorts/${id}/fees`], fees)
  expect((await open()).terms).toMatchObject({ applicationFee: 12_500, tuition: { discounted_total: "300000" } })
  const late = await buildApplicant(t, after)
  await enrol(t, { person: before, operator: owner, id: early })
  await passInterview(t, after, owner, late)
  await calls(t, owner, ["POST", `/operators/admissions/applications/${late}/decision`], { outcome: "admitted" })
  expect((await journey(t, after)).enrolment.prices).toMatchObject({ full: 300_000, first: 120_000 })
  expect((await journey(t, before)).enrolment.prices.full).not.toBe(300_000)

  const buyer = await t.signUp({ isVerified: true })
  const order = { item: `application:${program}`, currency: "NGN", options: { ageConfirmed: true } }
  const quote = await t.request("POST", "/orders/quote", { person: buyer, body: order })
  expect(quote.json().data.amount).toBe(12_500)
  const line = await t.s.db
    .selectFrom("operatorLog")
    .select("detail")
    .where("action", "=", "cohorts.fees")
    .executeTakeFirst()
  expect(line?.detail).toMatchObject({
    before: { applicationFeeNaira: 10_000 },
    after: { applicationFeeNaira: 12_500, tuition: { discounted_total: "300000" } },
  })
})

test("words of a cohort are the public ones at once, and the next cohort begins with them", async () => {
  const texts = {
    card: "New words on the card.",
    hero: "New words on the page.",
    neededBy: "Everybody with a shop.",
    callHeading: "Come along",
    callText: "Seats are few.",
    classTimes: "Tuesdays, 19:00 to 20:30",
    teachers: "Ada, who teaches\nObi, who helps",
    needs: "A phone.",
  }
  const { id, version } = await openRow()
  await calls(t, owner, ["PUT", `/operators/admissions/cohorts/${id}/texts`], { ...texts, version, reason: "Clearer" })
  expect((await open()).terms.texts).toEqual(texts)
  const values = {
    startsOn: "2091-06-06",
    applyBy: "2091-05-01",
    enrolBy: "2091-05-20",
    seats: 5,
    fullScholarships: 1,
    partialScholarships: 2,
    isOpen: false,
  }
  await calls(t, owner, ["POST", "/operators/admissions/cohorts"], { program, values }, 201)
  const [next] = (await calls(t, owner, ["GET", "/operators/admissions/cohorts"])).data.filter(
    ({ programId }: { programId: string }) => programId === program,
  )
  expect(next).toMatchObject({ startsOn: "2091-06-06", terms: { applicationFee: 12_500 } })
  expect(next.terms.texts).toEqual({ ...texts, classTimes: "", teachers: "" })
})

test.each([
  [{ discounted_total: "900000" }, "discounted_total"],
  [{ discounted_first_tranche: "400000" }, "discounted_first_tranche"],
  [{ discounted_first_tranche: "1000" }, "discounted_third_tranche"],
])("fees that cannot be are refused at the field: %o", async (change, field) => {
  const { id, version } = await openRow()
  const body = { applicationFee: 12_500, ...tuition, ...change, version, reason: "A mistake" }
  const reply = await t.request("PUT", `/operators/admissions/cohorts/${id}/fees`, {
    person: owner,
    body,
  })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().fields).toHaveProperty([field])
})
