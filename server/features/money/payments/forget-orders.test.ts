import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { check, orderFor, play } from "#server/testing/records/payments.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { forgetOrders } from "./forget-orders.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { KEEP_ORDERS_DAYS: "30" } })
})
afterAll(() => t.close())

test("orders nobody paid go after their days; younger ones, awaited ones and those with money stay", async () => {
  const buyer = await t.signUp()
  const order = async (): Promise<string> => (await orderFor(t, buyer, "credits:basic")).tx_ref
  const [old, young, awaited, paid] = [await order(), await order(), await order(), await order()]
  await play(t, paid, { outcome: "success", notices: 0 })
  await check(t, buyer, paid)
  const age = (days: number, txRef: string) =>
    sql`update payment_orders set expires_at = now() - make_interval(days => ${days}), next_check_at = null
      where tx_ref = ${txRef}`.execute(t.s.db)
  await Promise.all([age(31, old), age(29, young), age(31, awaited), age(31, paid)])
  await sql`update payment_orders set next_check_at = now() where tx_ref = ${awaited}`.execute(t.s.db)
  const code = await sql<{
    id: string
  }>`insert into codes (id, code, kind, percent) values ('late', 'LATE', 'promotion', 5)
    returning id`.execute(t.s.db)
  await t.s.db
    .insertInto("codeUses")
    .values({ codeId: code.rows[0]?.id ?? "", accountId: buyer.accountId, txRef: old, usedAt: null })
    .execute()
  await forgetOrders.run(t.s, {}, new AbortController().signal)
  const left = await t.s.db
    .selectFrom("paymentOrders")
    .select("txRef")
    .where("accountId", "=", buyer.accountId)
    .execute()
  expect(left.map(({ txRef }) => txRef).sort()).toEqual([young, awaited, paid].sort())
  expect(await t.s.db.selectFrom("codeUses").selectAll().execute()).toEqual([])
})
