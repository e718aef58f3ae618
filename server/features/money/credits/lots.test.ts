import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import { newId } from "#server/platform/ids.ts"
import { sumLedger, sumLots } from "#server/testing/records/credit-sums.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import * as credits from "./service.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(() => t.close())

/** Lots in the order of spending: what they hold free and held. */
async function lotsOf(accountId: string) {
  const rows = await t.s.db
    .selectFrom("creditLots")
    .select(["isPaid", "available", "held"])
    .where("accountId", "=", accountId)
    .orderBy("isPaid")
    .orderBy("id")
    .execute()
  return rows.map(({ isPaid, available, held }) => `${isPaid ? "paid" : "free"} ${available}+${held}`)
}

async function expectWhole(accountId: string) {
  const { credits: available, held } = await credits.balanceOf(t.s.db, accountId)
  expect(await sumLedger(t.s.db, accountId)).toEqual({ available, held })
  expect(await sumLots(t.s.db, accountId)).toEqual({ available, held })
  const entries = await t.s.db
    .selectFrom("creditLotEntries")
    .innerJoin("creditLots", "creditLots.id", "creditLotEntries.lotId")
    .select(["creditLotEntries.available", "creditLotEntries.held"])
    .where("creditLots.accountId", "=", accountId)
    .execute()
  expect(entries.reduce((sum, entry) => sum + entry.available, 0)).toBe(available)
  expect(entries.reduce((sum, entry) => sum + entry.held, 0)).toBe(held)
}

/** Someone who bought a plan, past the payment. */
async function buy(accountId: string, item: string, amount: number): Promise<string> {
  const txRef = `${Date.now()}-${randomBytes(12).toString("hex")}`
  const order = { txRef, accountId, item, title: item, options: "{}", details: "{}", currency: "NGN" } as const
  const money = { amountMinor: "600000", listMinor: "600000", status: "paid", provider: "sandbox" } as const
  const times = { expiresAt: new Date(), paidAt: new Date(), nextCheckAt: null }
  await t.s.db
    .insertInto("paymentOrders")
    .values({ ...order, ...money, ...times, bodyHash: "", idempotencyKey: null, problem: null })
    .execute()
  await transact(t.s.db, (tx) => credits.purchase(tx, { accountId, amount, purpose: txRef, note: item }))
  return txRef
}

function spend(accountId: string, amount: number, purpose: string) {
  return transact(t.s.db, (tx) => credits.hold(tx, { accountId, amount, purpose: `${accountId}:${purpose}`, note: "" }))
}

function takeBack(accountId: string, txRef: string) {
  return transact(t.s.db, (tx) => credits.takeBackPurchase(tx, accountId, txRef))
}

function end(how: "settle" | "release", accountId: string, amount: number, purpose: string) {
  const move = { settle: credits.settle, release: credits.release }[how]
  return transact(t.s.db, (tx) => move(tx, { accountId, amount, purpose: `${accountId}:${purpose}`, note: "" }))
}

describe("lots", () => {
  test("are spent free ones first, then the oldest paid", async () => {
    const { accountId } = await t.signUp({ credits: 10 })
    await buy(accountId, "credits:basic", 20)
    await buy(accountId, "credits:pro", 30)
    await transact(t.s.db, (tx) => credits.grant(tx, { accountId, amount: 5, purpose: newId(), note: "Bonus" }))
    await spend(accountId, 18, "a")
    expect(await lotsOf(accountId)).toEqual(["free 0+10", "free 0+5", "paid 17+3", "paid 30+0"])
    await end("settle", accountId, 18, "a")
    expect(await lotsOf(accountId)).toEqual(["free 0+0", "free 0+0", "paid 17+0", "paid 30+0"])
    await expectWhole(accountId)
  })

  test("get back exactly what was taken of each, also when work under way overlaps", async () => {
    const { accountId } = await t.signUp({ credits: 10 })
    await buy(accountId, "credits:basic", 20)
    await spend(accountId, 8, "a")
    await spend(accountId, 8, "b")
    await end("release", accountId, 8, "a")
    expect(await lotsOf(accountId)).toEqual(["free 8+2", "paid 14+6"])
    // Half of it came to nothing: the paid credits return first.
    await end("settle", accountId, 4, "b")
    await end("release", accountId, 4, "b")
    expect(await lotsOf(accountId)).toEqual(["free 8+0", "paid 18+0"])
    await expectWhole(accountId)
  })

  test("of a refunded purchase lose what is left, and no other lot does", async () => {
    const { accountId } = await t.signUp({ credits: 10 })
    const first = await buy(accountId, "credits:basic", 20)
    await buy(accountId, "credits:basic", 20)
    await spend(accountId, 15, "a")
    expect(await takeBack(accountId, first)).toEqual({ taken: 15, held: 5 })
    expect(await lotsOf(accountId)).toEqual(["free 0+10", "paid 0+5", "paid 20+0"])
    await expectWhole(accountId)
  })

  test("of a refunded purchase also lose what work under way gives back, and nobody spends of them", async () => {
    const { accountId } = await t.signUp({ credits: 10 })
    const first = await buy(accountId, "credits:max", 20)
    await spend(accountId, 15, "a")
    await spend(accountId, 5, "b")
    expect(await takeBack(accountId, first)).toEqual({ taken: 10, held: 10 })
    expect(await credits.hasPriority(t.s.db, accountId)).toBe(false)
    await end("release", accountId, 15, "a")
    expect(await lotsOf(accountId)).toEqual(["free 10+0", "paid 0+5"])
    await end("settle", accountId, 5, "b")
    expect(await credits.balanceOf(t.s.db, accountId)).toEqual({ credits: 10, held: 0 })
    const { data } = await credits.entriesOf(t.s.db, accountId, { limit: 1, cursor: null })
    expect(data).toMatchObject([{ amount: -5, kind: "refund", about: { kind: "order", id: first } }])
    await expectWhole(accountId)
  })

  test("of a refunded purchase are taken while others spend of them, and nothing goes below zero", async () => {
    const { accountId } = await t.signUp()
    const first = await buy(accountId, "credits:basic", 20)
    const spends = Array.from({ length: 12 }, (_, n) => spend(accountId, 2, `${n}`).then(() => 2))
    const [refund, ...spent] = await Promise.allSettled([takeBack(accountId, first), ...spends])
    const worth = spent
      .map((one) => (one.status === "fulfilled" ? one.value : 0))
      .reduce((sum: number, one) => sum + Number(one), 0)
    for (const one of spent) {
      if (one.status === "rejected") expect(one.reason).toMatchObject({ type: "not_enough_credits" })
    }
    expect(refund).toMatchObject({ status: "fulfilled", value: { taken: 20 - worth, held: worth } })
    expect(await credits.balanceOf(t.s.db, accountId)).toEqual({ credits: 0, held: worth })
    await expectWhole(accountId)
  })

  test("refuse to have their history rewritten", async () => {
    const { accountId } = await t.signUp({ credits: 10 })
    const own = t.s.db.selectFrom("creditLots").select("id").where("accountId", "=", accountId)
    const change = t.s.db.updateTable("creditLotEntries").set({ available: 500 }).where("lotId", "in", own).execute()
    await expect(change).rejects.toThrow(/never changed/)
    await expect(t.s.db.deleteFrom("creditLotEntries").where("lotId", "in", own).execute()).rejects.toThrow(
      /never changed/,
    )
  })
})

describe("what comes with a plan", () => {
  test.each([
    ["credits:basic", false, false],
    ["credits:pro", true, false],
    ["credits:max", true, true],
  ])("%s: priority %s, free upscaling %s, while its credits remain", async (item, hasPriority, isFree) => {
    const { accountId } = await t.signUp()
    expect(await credits.hasPurchased(t.s.db, accountId)).toBe(false)
    await buy(accountId, item, 10)
    expect(await credits.hasPurchased(t.s.db, accountId)).toBe(true)
    expect(await credits.hasPriority(t.s.db, accountId)).toBe(hasPriority)
    expect(await credits.isUpscalingFree(t.s.db, accountId)).toBe(isFree)
    await spend(accountId, 10, "all")
    expect(await credits.hasPriority(t.s.db, accountId)).toBe(hasPriority)
    await end("settle", accountId, 10, "all")
    expect(await credits.hasPriority(t.s.db, accountId)).toBe(false)
    expect(await credits.isUpscalingFree(t.s.db, accountId)).toBe(false)
    expect(await credits.hasPurchased(t.s.db, accountId)).toBe(true)
  })

  test("a hundred free enlargements a day, also when they come at once", async () => {
    const { accountId } = await t.signUp()
    await buy(accountId, "credits:max", 10)
    const taken = await Promise.all(
      Array.from({ length: 110 }, () => transact(t.s.db, (tx) => credits.takeFreeUpscaling(tx, accountId))),
    )
    expect(taken.filter(Boolean)).toHaveLength(100)
    expect(await credits.isUpscalingFree(t.s.db, accountId)).toBe(false)
    const { accountId: other } = await t.signUp({ credits: 10 })
    expect(await transact(t.s.db, (tx) => credits.takeFreeUpscaling(tx, other))).toBe(false)
  })
})
