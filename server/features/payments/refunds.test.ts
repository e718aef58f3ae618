import { afterAll, beforeAll, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import { hold, settle } from "#server/features/credits/service.ts"
import { check, orderFor, play, traceOf } from "#server/testing/payments.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { checkBooks } from "./jobs.ts"
import { moneyAttention } from "./service.ts"
import { confirmPaidBack, previewRefund, refundOrder } from "./refunds.ts"

let t: TestApp
let operator: TestPerson

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  operator = await t.signUp()
})
afterAll(() => t.close())

async function buy(item: string): Promise<{ person: TestPerson; txRef: string }> {
  const person = await t.signUp()
  const { tx_ref: txRef } = await orderFor(t, person, item)
  await play(t, txRef, { outcome: "success", notices: 0 })
  await check(t, person, txRef)
  return { person, txRef }
}

test("shows what would be taken first and changes nothing; then takes what is left, once, and says why", async () => {
  const { person, txRef } = await buy("studio:pro")
  const { accountId } = person
  const work = { accountId, amount: 30, purpose: `run:${txRef}`, note: "" }
  await transact(t.s.db, (tx) => hold(tx, work))
  await transact(t.s.db, (tx) => settle(tx, work))
  const before = await traceOf(t, accountId, txRef)
  const effect = "170 of 200 credits; 30 were used. 30 of 30 product images"
  const preview = await previewRefund(t.s, txRef)
  expect(preview).toMatchObject({ amount: 54_500, currency: "NGN", effect })
  expect(await traceOf(t, accountId, txRef)).toEqual(before)

  const reason = "Charged by mistake"
  const refund = () => refundOrder(t.s, txRef, { operatorId: operator.accountId, reason })
  const outcomes = await Promise.allSettled([refund(), refund(), refund()])
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  expect(await traceOf(t, accountId, txRef)).toMatchObject({
    status: "refunded",
    credits: 0,
    payments: ["refunded 0 5450000"],
  })
  const log = await t.s.db.selectFrom("paymentRefunds").selectAll().where("txRef", "=", txRef).execute()
  expect(log).toMatchObject([{ operatorId: operator.accountId, reason, effect: preview.effect }])
  expect(await check(t, person, txRef)).toMatchObject({ status: "refunded", toRefund: 54_500 })
  const payment = await t.s.db.selectFrom("payments").selectAll().where("txRef", "=", txRef).executeTakeFirstOrThrow()
  await confirmPaidBack(t.s, payment.provider, payment.transactionId)
  await expect(confirmPaidBack(t.s, payment.provider, payment.transactionId)).rejects.toThrow(/nothing to be paid back/)
  expect(await check(t, person, txRef)).toMatchObject({ status: "refunded", toRefund: 0 })
})

test("of an order paid over counts what went back before, and lists only the rest", async () => {
  const person = await t.signUp()
  const { tx_ref: txRef } = await orderFor(t, person)
  const id = await play(t, txRef, { outcome: "over", notices: 0 })
  await check(t, person, txRef)
  const dueFor = async () => (await moneyAttention(t.s)).toRefund.find(({ tx_ref }) => tx_ref === txRef)?.amount
  expect(await dueFor()).toBe(0.01)
  await confirmPaidBack(t.s, "sandbox", id)
  expect(await dueFor()).toBeUndefined()
  await refundOrder(t.s, txRef, { operatorId: operator.accountId, reason: "Changed their mind" })
  expect(await dueFor()).toBe(6_000)
  expect(await check(t, person, txRef)).toMatchObject({ status: "refunded", toRefund: 6_000 })
  const receipt = (await t.request("GET", `/orders/${txRef}/receipt`, { person })).json().data
  expect(receipt).toMatchObject({ amount: 6_000, refunded: 6_000 })
  const log = await t.s.db.selectFrom("paymentRefunds").select("amountMinor").where("txRef", "=", txRef).execute()
  expect(log).toEqual([{ amountMinor: "600000" }])
  await confirmPaidBack(t.s, "sandbox", id)
  expect(await dueFor()).toBeUndefined()
  expect(await check(t, person, txRef)).toMatchObject({ toRefund: 0 })
})

test("an order that is not paid cannot be refunded", async () => {
  const person = await t.signUp()
  const { tx_ref } = await orderFor(t, person)
  await expect(previewRefund(t.s, tx_ref)).rejects.toMatchObject({ type: "already_started" })
})

test("the books add up after refunds", async () => {
  await checkBooks.run(t.s, {}, AbortSignal.timeout(30_000))
  const last = await t.s.db.selectFrom("moneyChecks").select("problems").orderBy("id", "desc").executeTakeFirst()
  expect(last?.problems).toEqual([])
})
