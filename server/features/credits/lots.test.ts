import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import { newId } from "#server/platform/ids.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { sumLedger, sumLots } from "./queries.ts"
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
  const txRef = `${Date.now()}-${newId()}0000`
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
    expect(await transact(t.s.db, (tx) => credits.takeBackPurchase(tx, accountId, first))).toBe(15)
    expect(await lotsOf(accountId)).toEqual(["free 0+10", "paid 0+5", "paid 20+0"])
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

  test("product images go oldest order first, and come back", async () => {
    const { accountId } = await t.signUp()
    for (const images of [3, 30]) {
      const txRef = await buy(accountId, "studio:pro", 1)
      await transact(t.s.db, (tx) => credits.giveShootAllowance(tx, accountId, txRef, images))
    }
    const take = (count: number) => transact(t.s.db, (tx) => credits.takeShootAllowance(tx, accountId, count))
    expect(await take(4)).toBe(4)
    expect(await credits.shootAllowanceOf(t.s.db, accountId)).toBe(29)
    expect(await take(40)).toBe(29)
    expect(await take(1)).toBe(0)
    await transact(t.s.db, (tx) => credits.giveBackShootAllowance(tx, accountId, 31))
    expect(await credits.shootAllowanceOf(t.s.db, accountId)).toBe(31)
    const many = await Promise.all(Array.from({ length: 40 }, () => take(1)))
    expect(many.reduce((sum, one) => sum + one, 0)).toBe(31)
  })
})
