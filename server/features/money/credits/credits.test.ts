import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import { sumLedger } from "#server/testing/records/credit-sums.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { balanceOf, grant, hold, release, settle } from "./service.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

function movement(accountId: string, amount: number, purpose: string) {
  return { accountId, amount, purpose: `${accountId}:${purpose}`, note: "Test" }
}

describe("the ledger", () => {
  test("holds, settles and releases, and never moves the same twice", async () => {
    const { accountId } = await t.signUp({ credits: 20 })
    const a = movement(accountId, 5, "a")
    const b = movement(accountId, 8, "b")
    await transact(t.s.db, (tx) => hold(tx, a))
    await transact(t.s.db, (tx) => hold(tx, b))
    expect(await balanceOf(t.s.db, accountId)).toEqual({ credits: 7, held: 13 })
    const twice = await Promise.all([1, 2].map(() => transact(t.s.db, (tx) => settle(tx, a))))
    expect(twice.sort()).toEqual([false, true])
    await transact(t.s.db, (tx) => release(tx, b))
    expect(await balanceOf(t.s.db, accountId)).toEqual({ credits: 15, held: 0 })
    expect(await sumLedger(t.s.db, accountId)).toEqual({ available: 15, held: 0 })
  })

  test("lets exactly as many of 1,000 parallel spends through as the balance pays for", async () => {
    const { accountId } = await t.signUp({ credits: 333 })
    const spend = (n: number) =>
      transact(t.s.db, (tx) => hold(tx, movement(accountId, 5, `many-${n}`))).then(
        () => true,
        (error) => {
          if (error.type !== "not_enough_credits") throw error
          return false
        },
      )
    const outcomes: boolean[] = []
    // In waves: on a busy machine a thousand would wait for a connection longer than one may.
    for (let wave = 0; wave < 5; wave++) {
      outcomes.push(...(await Promise.all(Array.from({ length: 200 }, (_, n) => spend(200 * wave + n)))))
    }
    expect(outcomes.filter(Boolean)).toHaveLength(66)
    expect(await balanceOf(t.s.db, accountId)).toEqual({ credits: 3, held: 330 })
    expect(await sumLedger(t.s.db, accountId)).toEqual({ available: 3, held: 330 })
  })

  test("refuses to be rewritten, even by hand", async () => {
    const { accountId } = await t.signUp({ credits: 5 })
    const change = sql`update credit_transfers set amount = 500 where account_id = ${accountId}`.execute(t.s.db)
    await expect(change).rejects.toThrow(/never changed/)
    const remove = sql`delete from credit_transfers where account_id = ${accountId}`.execute(t.s.db)
    await expect(remove).rejects.toThrow(/never changed/)
  })

  test("refuses an overdraft in the database itself", async () => {
    const { accountId } = await t.signUp({ credits: 5 })
    const insert = sql`insert into credit_transfers (account_id, from_pocket, to_pocket, amount, reason, kind, note)
      values (${accountId}, 'available', 'outside', 6, ${`by-hand:${accountId}`}, 'spend', '')`.execute(t.s.db)
    await expect(insert).rejects.toMatchObject({ constraint: "credit_accounts_no_overdraft" })
  })
})

describe("GET /credits/entries", () => {
  test("lists own entries newest first; all amounts add up to the free credits", async () => {
    const person = await t.signUp({ credits: 30 })
    const { accountId } = person
    for (let n = 0; n < 5; n++) await transact(t.s.db, (tx) => hold(tx, movement(accountId, 2, `page-${n}`)))
    await transact(t.s.db, (tx) => settle(tx, movement(accountId, 2, "page-0")))
    await transact(t.s.db, (tx) => release(tx, movement(accountId, 2, "page-1")))
    const amounts: number[] = []
    let cursor: string | null = ""
    while (cursor !== null) {
      const url: string = `/credits/entries?limit=3${cursor && `&cursor=${cursor}`}`
      const page: { data: { amount: number }[]; nextCursor: string | null } = (
        await t.request("GET", url, { person })
      ).json()
      amounts.push(...page.data.map((entry) => entry.amount))
      cursor = page.nextCursor
    }
    expect(amounts).toEqual([2, -2, -2, -2, -2, -2, 30])
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe((await balanceOf(t.s.db, accountId)).credits)
  })

  test("shows nothing of another person, and nothing to a visitor", async () => {
    await t.signUp({ credits: 30 })
    const stranger = await t.signUp()
    expect((await t.request("GET", "/credits/entries", { person: stranger })).json()).toEqual({
      data: [],
      nextCursor: null,
    })
    expect((await t.request("GET", "/credits/entries")).statusCode).toBe(401)
    expect((await t.request("GET", "/credits")).statusCode).toBe(401)
  })

  test.each(["limit=0", "limit=101", "limit=x", "cursor=abc", "cursor=99999999999999999999"])(
    "refuses %s",
    async (query) => {
      const person = await t.signUp()
      expect((await t.request("GET", `/credits/entries?${query}`, { person })).statusCode).toBe(400)
    },
  )
})

test("a grant has one purpose for ever", async () => {
  const { accountId } = await t.signUp()
  const once = movement(accountId, 20, "welcome")
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => transact(t.s.db, (tx) => grant(tx, once))))
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  expect(await balanceOf(t.s.db, accountId)).toEqual({ credits: 20, held: 0 })
})
