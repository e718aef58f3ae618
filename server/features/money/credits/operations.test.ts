import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import { AppError } from "#server/platform/errors.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import { sumLedger, sumLots } from "#server/testing/records/credit-sums.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import * as credits from "./service.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(() => t.close())

type Operation =
  | { kind: "grant"; amount: number }
  | { kind: "purchase"; amount: number }
  | { kind: "hold"; amount: number }
  | { kind: "settle" | "release"; hold: number; share: number }
  | { kind: "refund"; purchase: number }

const amount = fc.integer({ min: 1, max: 40 })
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant("grant" as const), amount }),
  fc.record({ kind: fc.constant("purchase" as const), amount }),
  fc.record({ kind: fc.constant("hold" as const), amount }),
  fc.record({ kind: fc.constant("hold" as const), amount }),
  fc.record({
    kind: fc.constantFrom("settle" as const, "release" as const),
    hold: fc.nat(1_000),
    share: fc.double({ min: 0.01, max: 1, noNaN: true }),
  }),
  fc.record({ kind: fc.constant("refund" as const), purchase: fc.nat(1_000) }),
)

/** What a person's credits should be, kept in the plainest way. */
interface Model {
  credits: number
  held: number
  holds: { purpose: string; left: number; isSettled: boolean; isReleased: boolean }[]
  purchases: string[]
}

/** Of 500 operations each: 10,000 on PostgreSQL, and a fifth of that on the embedded database, which has the same rules. */
const runs = isPostgres() ? 20 : 4

test("thousands of operations in any order: sum of entries, balance and sum of lots are one", async () => {
  let done = 0
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 500, maxLength: 500 }), async (operations) => {
      const { accountId } = await t.signUp()
      const model: Model = { credits: 0, held: 0, holds: [], purchases: [] }
      for (const [n, one] of operations.entries()) await apply(accountId, model, one, `${accountId}:${n}`)
      done += operations.length
      const kept = await credits.balanceOf(t.s.db, accountId)
      expect(kept).toEqual({ credits: model.credits, held: model.held })
      const sums = { available: model.credits, held: model.held }
      expect(await sumLedger(t.s.db, accountId)).toEqual(sums)
      expect(await sumLots(t.s.db, accountId)).toEqual(sums)
      expect(await worstLot(accountId)).toEqual([])
      expect(await refundedButFree(accountId)).toEqual([])
    }),
    { numRuns: runs, endOnFailure: true },
  )
  expect(done).toBe(500 * runs)
}, 400_000)

async function apply(accountId: string, model: Model, one: Operation, purpose: string): Promise<void> {
  const movement = (size: number, what = purpose) => ({ accountId, amount: size, purpose: what, note: "" })
  if ("share" in one) await end(model, one, movement)
  else if (one.kind === "grant" || one.kind === "purchase") {
    const add = one.kind === "grant" ? credits.grant : credits.purchase
    await transact(t.s.db, (tx) => add(tx, movement(one.amount)))
    model.credits += one.amount
    if (one.kind === "purchase") model.purchases.push(purpose)
  } else if (one.kind === "hold") {
    const isHeld = await transact(t.s.db, (tx) => credits.hold(tx, movement(one.amount))).then(
      () => true,
      (error) => {
        if (!(error instanceof AppError)) throw error
        return false
      },
    )
    expect(isHeld).toBe(one.amount <= model.credits)
    if (!isHeld) return
    model.credits -= one.amount
    model.held += one.amount
    model.holds.push({ purpose, left: one.amount, isSettled: false, isReleased: false })
  } else {
    const source = model.purchases[one.purchase % Math.max(1, model.purchases.length)]
    if (source === undefined) return
    model.purchases = model.purchases.filter((other) => other !== source)
    model.credits -= (await transact(t.s.db, (tx) => credits.takeBackPurchase(tx, accountId, source))).taken
  }
}

/** Settles or releases a part of a hold; each of the two can happen to it once. */
async function end(
  model: Model,
  one: Extract<Operation, { share: number }>,
  movement: (size: number, what: string) => Parameters<typeof credits.settle>[1],
): Promise<void> {
  const held = model.holds[one.hold % Math.max(1, model.holds.length)]
  if (!held || held.left === 0) return
  const part = Math.max(1, Math.floor(held.left * one.share))
  const isSettle = one.kind === "settle"
  const isFirst = isSettle ? !held.isSettled : !held.isReleased
  const move = isSettle ? credits.settle : credits.release
  expect(await transact(t.s.db, (tx) => move(tx, movement(part, held.purpose)))).toBe(isFirst)
  if (!isFirst) return
  if (isSettle) held.isSettled = true
  else held.isReleased = true
  held.left -= part
  model.held -= part
  if (!isSettle) model.credits += part - (await lostBy(held.purpose))
}

/** Credits that a release gave back to purchases whose money went back. */
async function lostBy(purpose: string): Promise<number> {
  const rows = await t.s.db
    .selectFrom("creditTransfers")
    .select("amount")
    .where("kind", "=", "refund")
    .where("reason", "like", `%:${purpose}`)
    .where("reason", "<>", `refund:${purpose}`)
    .execute()
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

/** Lots of refunded purchases of which something can still be spent. */
function refundedButFree(accountId: string) {
  return t.s.db
    .selectFrom("creditLots")
    .select("id")
    .where("accountId", "=", accountId)
    .where("isTakenBack", "=", true)
    .where("available", ">", 0)
    .execute()
}

/** Lots that are not the sum of their entries. */
async function worstLot(accountId: string) {
  const lots = await t.s.db.selectFrom("creditLots").selectAll().where("accountId", "=", accountId).execute()
  const entries = await t.s.db
    .selectFrom("creditLotEntries")
    .selectAll()
    .where("lotId", "in", ["0", ...lots.map(({ id }) => id)])
    .execute()
  return lots.filter((lot) => {
    const own = entries.filter(({ lotId }) => lotId === lot.id)
    const sum = (pocket: "available" | "held") => own.reduce((total, entry) => total + entry[pocket], 0)
    return sum("available") !== lot.available || sum("held") !== lot.held
  })
}
