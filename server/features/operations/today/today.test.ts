import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { OperatorRole } from "#contract/identity/operators.ts"
import { todayDays } from "#contract/operations/today.ts"
import { check, orderFor, play } from "#server/testing/records/payments.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { keepTodayFigures } from "./job.ts"
import { createToday } from "./service.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(() => t.close())

async function todayFor(role: OperatorRole) {
  const person = await t.signUp({ isVerified: true })
  await t.s.db.insertInto("operators").values({ accountId: person.accountId, role }).execute()
  return (await t.request("GET", "/operators/today", { person })).json().data
}

test("counts what waits and draws the last days, each role only what it may open", async () => {
  const buyer = await t.signUp({ credits: 7 })
  const { tx_ref } = await orderFor(t, buyer, "credits:basic")
  await play(t, tx_ref, { outcome: "success", notices: 0 })
  await check(t, buyer, tx_ref)
  await t.request("POST", "/contact", { body: { subject: "Lamps", email: "today@example.com" } })
  await sql`insert into runs (id, account_id, kind, title, input, count, fee_credits, status, body_hash, created_at, started_at)
    values ('today-run', ${buyer.accountId}, 'none', 'A pot', '{}', 1, 1, 'failed', 'x', now() - interval '1 minute', now())`.execute(
    t.s.db,
  )
  const all = await todayFor("owner")
  const countOf = (what: string): number => all.tasks.find((one: { what: string }) => one.what === what).count
  expect([countOf("messages"), countOf("failed runs"), countOf("money back")]).toEqual([1, 1, 0])
  const seriesOf = (what: string): Record<string, (number | null)[]> =>
    Object.fromEntries(
      all.figures
        .find((one: { what: string }) => one.what === what)
        .series.map(({ name, values }: { name: string; values: number[] }) => [name, values]),
    )
  expect(all.days).toHaveLength(todayDays)
  expect(seriesOf("sign-ups")["New accounts"]?.at(-1)).toBeGreaterThan(0)
  expect(seriesOf("sign-ups")["New accounts"]?.at(0)).toBe(0)
  const { rows } = await sql<{ kept: number }>`select (kept_minor / 100)::float as kept from payments`.execute(t.s.db)
  const { NGN = [], USD = [] } = seriesOf("revenue")
  expect((NGN.at(-1) ?? 0) + (USD.at(-1) ?? 0)).toBe(rows[0]?.kept)
  expect(seriesOf("credits").Granted?.at(-1)).toBeGreaterThan(7)
  expect(seriesOf("wait").p50?.at(-1)).toBeCloseTo(60, 0)
  expect(seriesOf("wait").p50?.at(0)).toBeNull()

  const content = await todayFor("content")
  expect(content.tasks.map(({ what }: { what: string }) => what)).toEqual([
    "alarms",
    "tasks",
    "questions",
    "quiet learners",
    "discussion reports",
    "reports",
    "failed runs",
  ])
  expect(content.figures.map(({ what }: { what: string }) => what)).toEqual(["pictures", "wait"])
})

test("draws the same from figures that are kept as from the rows, and counts what came since on top", async () => {
  const person = await t.signUp({ credits: 5 })
  const ago = async (minutes: number, waited: number): Promise<void> => {
    const at = sql`now() - make_interval(mins => ${minutes})`
    await sql`insert into credit_transfers (account_id, from_pocket, to_pocket, amount, reason, kind, note, created_at)
      values (${person.accountId}, 'outside', 'available', ${minutes + 1}, ${`kept:${minutes}`}, 'grant', 'Kept', ${at})`.execute(
      t.s.db,
    )
    await sql`insert into runs (id, account_id, kind, title, input, count, fee_credits, status, body_hash, created_at, started_at)
      values (${`kept-${minutes}`}, ${person.accountId}, 'none', 'A pot', '{}', 1, 1, 'failed', 'x', ${at},
        ${at} + make_interval(secs => ${waited}))`.execute(t.s.db)
  }
  const day = 24 * 60
  for (const [minutes, waited] of [
    ...([
      [40, 5],
      [day, 7],
      [3 * day, 9],
      [13 * day, 11],
    ] as const),
    // Before the first day that is drawn.
    ...([[15 * day, 13]] as const),
  ]) {
    await ago(minutes, waited)
  }
  const draw = async () => (await createToday(t.s)("owner")).figures
  const fromRows = await draw()
  const keep = () => keepTodayFigures.run(t.s, {}, new AbortController().signal)
  await keep()
  expect(await draw()).toEqual(fromRows)
  const countStored = async () => (await t.s.db.selectFrom("keptFigures").select("what").execute()).length
  const kept = await countStored()
  expect(kept).toBeGreaterThan(1_000)

  await ago(0, 15)
  const granted = (figures: typeof fromRows) => figures.find(({ what }) => what === "credits")?.series[0]?.values.at(-1)
  await sql`insert into credit_transfers (account_id, from_pocket, to_pocket, amount, reason, kind, note)
    values (${person.accountId}, 'outside', 'available', 1000, 'kept:since', 'grant', 'Kept')`.execute(t.s.db)
  expect(granted(await draw())).toBe((granted(fromRows) ?? 0) + 1_001)

  // Rows that were counted are not read again, and counting once more counts nothing twice.
  await sql`update kept_figures set value = value + 1 where what = 'sign-ups'`.execute(t.s.db)
  await keep()
  expect(await countStored()).toBe(kept)
  const signUps = (figures: typeof fromRows) => figures.find(({ what }) => what === "sign-ups")?.series[0]?.values.at(1)
  expect(signUps(await draw())).toBe((signUps(fromRows) ?? 0) + 96)
})
