import { afterAll, beforeAll, expect, test } from "vitest"
import { creditPlan, creditPlans, itemOfPlan } from "#contract/catalogue/plans.ts"
import { transact } from "#server/db/open.ts"
import { addToCatalogue } from "#server/testing/add-to-catalogue.ts"
import { check, orderFor, play } from "#server/testing/records/payments.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { hasPriority, takeFreeUpscaling } from "./service.ts"

const prices = { base_price: "30", price_in_naira: "45000", credits: 3_000 }
const team = creditPlan({ id: "team", plan: "Team", ...prices, hasPriority: true, freeUpscalesPerDay: 2 })
const plain = creditPlan({ id: "plain", plan: "Plain", ...prices, hasPriority: false, freeUpscalesPerDay: 0 })

let t: TestApp
const takeOut = [team, plain].map((plan) => addToCatalogue(creditPlans, plan))

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(async () => {
  for (const takeOne of takeOut) takeOne()
  await t.close()
})

async function buyerOf(item: string): Promise<TestPerson> {
  const person = await t.signUp()
  const { tx_ref } = await orderFor(t, person, item)
  await play(t, tx_ref, { outcome: "success", notices: 0 })
  await check(t, person, tx_ref)
  return person
}

const isUpscalingFree = async (person: TestPerson): Promise<boolean> =>
  (await t.request("GET", "/studio", { person })).json().data.isUpscalingFree

test("a plan that was added to the list gives what it promises", async () => {
  expect(team.feature).toEqual(["3000 credits", "Private pictures", "Priority access", "Free photo upscaling"])
  const person = await buyerOf(itemOfPlan(team))
  expect((await t.request("GET", "/credits", { person })).json().data.credits).toBe(3_000)
  expect(await hasPriority(t.s.db, person.accountId)).toBe(true)
  for (const _ of [1, 2]) {
    expect(await isUpscalingFree(person)).toBe(true)
    expect(await transact(t.s.db, (tx) => takeFreeUpscaling(tx, person.accountId))).toBe(true)
  }
  expect(await isUpscalingFree(person)).toBe(false)
  expect(await transact(t.s.db, (tx) => takeFreeUpscaling(tx, person.accountId))).toBe(false)
})

test("a plan without perks promises none and gives none", async () => {
  expect(plain.feature).toEqual(["3000 credits", "Private pictures"])
  const person = await buyerOf(itemOfPlan(plain))
  expect(await hasPriority(t.s.db, person.accountId)).toBe(false)
  expect(await isUpscalingFree(person)).toBe(false)
  expect(await transact(t.s.db, (tx) => takeFreeUpscaling(tx, person.accountId))).toBe(false)
})
