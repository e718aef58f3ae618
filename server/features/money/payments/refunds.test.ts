import { afterAll, beforeAll, expect, test } from "vitest"
import type { AdminOrder } from "#contract/money/orders-admin.ts"
import { transact } from "#server/db/open.ts"
import { hold, release, settle } from "#server/features/money/credits/service.ts"
import { check, makeFinance, orderFor, play, refundFor, traceOf } from "#server/testing/records/payments.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { checkBooks } from "./jobs.ts"

let t: TestApp
let operator: TestPerson

const reason = "Charged by mistake"

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  operator = await t.signUp({ name: "Finance Obi" })
  await makeFinance(t, operator)
})
afterAll(() => t.close())

async function buy(item: string, outcome = "success"): Promise<{ person: TestPerson; txRef: string }> {
  const person = await t.signUp()
  const { tx_ref: txRef } = await orderFor(t, person, item)
  await play(t, txRef, { outcome, notices: 0 })
  await check(t, person, txRef)
  return { person, txRef }
}

async function adminOrder(txRef: string): Promise<AdminOrder> {
  return (await t.request("GET", `/operators/orders/${txRef}`, { person: operator })).json().data
}

async function dueFor(txRef: string): Promise<number | undefined> {
  const { toRefund } = (await t.request("GET", "/operators/money", { person: operator })).json().data
  return toRefund.find((one: { tx_ref: string }) => one.tx_ref === txRef)?.amount
}

/** Writes down that so much went back; what is due unless told. */
async function payBack(txRef: string, due?: number) {
  const [payment] = (await adminOrder(txRef)).payments
  const url = `/operators/orders/${txRef}/payments/${payment?.id}/paid-back`
  // What is due no more was on the screen before.
  const body = { due: due ?? (payment?.due || payment?.paidBack), reason: "Sent by bank" }
  return t.request("POST", url, { person: operator, body })
}

test("shows what would be taken first and changes nothing; then takes what is left, once, and says why", async () => {
  const { person, txRef } = await buy("studio:pro")
  const { accountId } = person
  const work = { accountId, amount: 30, purpose: `run:${txRef}`, note: "" }
  await transact(t.s.db, (tx) => hold(tx, work))
  await transact(t.s.db, (tx) => settle(tx, work))
  const before = await traceOf(t, accountId, txRef)
  const effect = "170 of 200 credits; 30 were used, and 30 of 30 product images"
  expect((await adminOrder(txRef)).refundEffect).toBe(`Refund ₦54,500 and take back ${effect}.`)
  expect(await traceOf(t, accountId, txRef)).toEqual(before)

  const another = await t.signUp()
  await makeFinance(t, another)
  const outcomes = await Promise.all(
    [operator, another, operator].map((one) =>
      t.request("POST", `/operators/orders/${txRef}/refund`, { person: one, body: { reason } }),
    ),
  )
  expect(outcomes.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  const told = outcomes.find(({ statusCode }) => statusCode === 409)
  expect(told?.json().message).toBe("This order was refunded before.")
  expect(await traceOf(t, accountId, txRef)).toMatchObject({
    status: "refunded",
    credits: 0,
    payments: ["refunded 0 5450000"],
  })
  const order = await adminOrder(txRef)
  expect(order).toMatchObject({ status: "refunded", isFlagged: true, refundEffect: null })
  expect(order.refund).toMatchObject({ reason, effect, amount: 54_500 })
  const log = await t.s.db.selectFrom("operatorLog").selectAll().where("subjectId", "=", accountId).execute()
  expect(log).toMatchObject([
    {
      action: "orders.refund",
      reason,
      detail: { order: txRef, amount: 54_500, effect, before: "paid", after: "refunded" },
    },
  ])
  expect(await check(t, person, txRef)).toMatchObject({ status: "refunded", toRefund: 54_500 })
  expect((await payBack(txRef)).statusCode).toBe(200)
  expect((await payBack(txRef)).statusCode).toBe(409)
  expect(await check(t, person, txRef)).toMatchObject({ status: "refunded", toRefund: 0 })
  const entries = (await t.request("GET", "/credits/entries", { person })).json().data
  expect(entries[0]).toMatchObject({ amount: -170, kind: "refund", about: { kind: "order", id: txRef } })
})

test("takes credits of work under way when the work comes to nothing", async () => {
  const { person, txRef } = await buy("credits:basic")
  const { accountId } = person
  const work = { accountId, amount: 30, purpose: `run:${txRef}`, note: "" }
  await transact(t.s.db, (tx) => hold(tx, work))
  expect(await refundFor(t, operator, txRef)).toBe(
    "170 of 200 credits; 30 are held by work under way and follow if it comes to nothing",
  )
  await transact(t.s.db, (tx) => release(tx, work))
  expect(await traceOf(t, accountId, txRef)).toMatchObject({ credits: 0, lots: 0 })
})

test("of an order paid over counts what went back before, and lists only the rest", async () => {
  const { person, txRef } = await buy("credits:basic", "over")
  expect(await dueFor(txRef)).toBe(0.01)
  await payBack(txRef)
  expect(await dueFor(txRef)).toBeUndefined()
  await refundFor(t, operator, txRef)
  expect(await dueFor(txRef)).toBe(6_000)
  expect(await check(t, person, txRef)).toMatchObject({ status: "refunded", toRefund: 6_000 })
  const receipt = async () => (await t.request("GET", `/orders/${txRef}/receipt`, { person })).json().data
  expect(await receipt()).toMatchObject({ amount: 6_000, refunded: 0, toRefund: 6_000 })
  const log = await t.s.db.selectFrom("paymentRefunds").select("amountMinor").where("txRef", "=", txRef).execute()
  expect(log).toEqual([{ amountMinor: "600000" }])
  await payBack(txRef)
  expect(await dueFor(txRef)).toBeUndefined()
  expect(await check(t, person, txRef)).toMatchObject({ toRefund: 0, sentBack: 6_000.01 })
  expect(await receipt()).toMatchObject({ refunded: 6_000, toRefund: 0 })
})

test("its buyer is told that the money goes back, and that it was sent only once it was", async () => {
  const { person, txRef } = await buy("credits:basic", "over")
  const told = async () =>
    (await t.request("GET", "/notices", { person }))
      .json()
      .data.filter(({ path, title }: { path: string; title: string }) => path.includes(txRef) && /back/.test(title))
      .map(({ title, text }: { title: string; text: string }) => `${title}. ${text}`)
  await refundFor(t, operator, txRef)
  const owed =
    "Your money goes back to you. Basic: 200 credits: ₦6,000. A person at our side sends it, and you are told when it was sent."
  expect(await told()).toEqual([owed])
  await payBack(txRef)
  const sent = "Your money was sent back. Basic: 200 credits: ₦6,000.01. Your bank may need some days to show it."
  expect(await told()).toEqual([sent, owed])
})

test("what went back is written down only while it is what the operator saw", async () => {
  const { txRef } = await buy("credits:basic", "over")
  const [seen] = (await adminOrder(txRef)).payments
  expect(seen?.due).toBe(0.01)
  // The order is refunded before the kobo that was sent is written down.
  await refundFor(t, operator, txRef)
  const late = await payBack(txRef, seen?.due)
  expect(late.json()).toMatchObject({ code: 409, type: "version_changed" })
  expect(await dueFor(txRef)).toBe(6_000.01)
  expect((await payBack(txRef, 6_000.01)).statusCode).toBe(200)
  expect(await dueFor(txRef)).toBeUndefined()
  for (const due of [0, -1, 0.001]) expect((await payBack(txRef, due)).statusCode).toBe(400)
})

test("an order that is not paid cannot be refunded", async () => {
  const person = await t.signUp()
  const { tx_ref } = await orderFor(t, person)
  expect((await adminOrder(tx_ref)).refundEffect).toBeNull()
  const reply = await t.request("POST", `/operators/orders/${tx_ref}/refund`, { person: operator, body: { reason } })
  expect(reply.json()).toMatchObject({ code: 409, type: "already_started" })
})

test("the books add up after refunds", async () => {
  await checkBooks.run(t.s, {}, AbortSignal.timeout(30_000))
  const last = await t.s.db.selectFrom("moneyChecks").select("problems").orderBy("id", "desc").executeTakeFirst()
  expect(last?.problems).toEqual([])
})
