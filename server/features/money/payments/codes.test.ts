import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { newId } from "#server/platform/ids.ts"
import { readCsv } from "#server/testing/read-csv.ts"
import { check, makeFinance, play, traceOf } from "#server/testing/records/payments.ts"
import type { TestApp, TestPerson } from "#server/testing/test-app.ts"
import { openTestApp } from "#server/testing/test-app.ts"
import { checkBooks } from "./jobs.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(() => t.close())

let made = 0

async function buildCode(kind: "promotion" | "voucher", more: object): Promise<string> {
  const code = `${kind.toUpperCase()}${++made}`
  const nothing = { credits: null, percent: null, accountId: null, usedBy: null, usedAt: null, expiresAt: null }
  await t.s.db
    .insertInto("codes")
    .values({ id: newId(), code, kind, ...nothing, ...more })
    .execute()
  return code
}

function order(person: TestPerson, code: string, item = "credits:basic") {
  return t.request("POST", "/orders", { person, body: { item, currency: "NGN", code } })
}

function redeem(person: TestPerson, code: string) {
  return t.request("POST", "/codes/redeem", { person, body: { code } })
}

describe("a promotion code", () => {
  test.each([
    [{ percent: 25 }, 4_500],
    [{ percent: 33 }, 4_020],
    [{ amountMinor: "150050", currency: "NGN" }, 4_499.5],
  ])("%o makes 6,000 naira %d, whatever its letters' case", async (worth, amount) => {
    const code = await buildCode("promotion", worth)
    const person = await t.signUp()
    const body = { item: "credits:basic", currency: "NGN", code: code.toLowerCase() }
    const quote = await t.request("POST", "/orders/quote", { person, body })
    expect(quote.json().data).toMatchObject({ amount, listAmount: 6_000 })
    expect((await order(person, code)).json().data).toMatchObject({ amount, listAmount: 6_000 })
  })

  test("is used up by its person when the order is paid, and not before", async () => {
    const code = await buildCode("promotion", { percent: 50 })
    const person = await t.signUp()
    await order(person, code)
    const { tx_ref } = (await order(person, code)).json().data
    await play(t, tx_ref, { outcome: "success", notices: 0 })
    await check(t, person, tx_ref)
    expect(await traceOf(t, person.accountId, tx_ref)).toMatchObject({ status: "paid", credits: 200 })
    const again = await order(person, code)
    expect(again.json()).toMatchObject({ code: 400, fields: { code: "You have used this code before." } })
  })

  test("makes one open order of a person cheaper: a newer order takes it over", async () => {
    const code = await buildCode("promotion", { percent: 50 })
    const person = await t.signUp()
    const first = (await order(person, code)).json().data.tx_ref
    const second = (await order(person, code, "credits:pro")).json().data.tx_ref
    const closed = (await t.request("GET", `/orders/${first}`, { person })).json().data
    expect(closed).toMatchObject({ status: "expired", checkout: null })
    const link = await t.request("POST", `/orders/${first}/link`, { person, body: {} })
    expect(link.statusCode).toBe(409)
    expect((await t.request("GET", `/orders/${second}`, { person })).json().data.checkout).not.toBeNull()
  })

  test("stays with its order when the same order is sent several times at once", async () => {
    const code = await buildCode("promotion", { percent: 50 })
    const person = await t.signUp()
    const body = { item: "credits:basic", currency: "NGN", code }
    const headers = { "idempotency-key": "the-same-order" }
    const replies = await Promise.all([1, 2, 3].map(() => t.request("POST", "/orders", { person, body, headers })))
    const [tx_ref, ...others] = new Set(replies.map((reply) => reply.json().data.tx_ref))
    expect(others).toEqual([])
    const kept = (await t.request("GET", `/orders/${tx_ref}`, { person })).json().data
    expect(kept).toMatchObject({ status: "created", amount: 3_000 })
    expect(kept.checkout).not.toBeNull()
  })

  test.each(["one after the other", "at once"])("is worth its price once when two orders are paid %s", async (how) => {
    const code = await buildCode("promotion", { percent: 50 })
    const person = await t.signUp()
    const references: string[] = []
    for (const item of ["credits:basic", "credits:pro"]) {
      references.push((await order(person, code, item)).json().data.tx_ref)
    }
    for (const reference of references) await play(t, reference, { outcome: "success", notices: 0 })
    const checks = references.map((reference) => () => check(t, person, reference))
    if (how === "at once") await Promise.all(checks.map((one) => one()))
    else for (const one of checks) await one()
    const payments = await t.s.db.selectFrom("payments").selectAll().where("txRef", "in", references).execute()
    expect(payments.map(({ outcome }) => outcome).toSorted()).toEqual(["exact", "not_given"])
    const lost = payments.find(({ outcome }) => outcome === "not_given")
    expect(lost?.refundMinor).toBe(lost?.amountMinor)
    const bought = await t.s.db
      .selectFrom("creditTransfers")
      .select("reason")
      .where("accountId", "=", person.accountId)
      .where("kind", "=", "purchase")
      .execute()
    expect(bought).toHaveLength(1)
  })

  test("stays with a transfer on its way, and is free again when its order has expired", async () => {
    const code = await buildCode("promotion", { percent: 50, maxUses: 1 })
    const [ada, obi] = [await t.signUp(), await t.signUp()]
    const { tx_ref } = (await order(ada, code)).json().data
    await play(t, tx_ref, { outcome: "pending", notices: 0 })
    await check(t, ada, tx_ref)
    const past = new Date(Date.now() - 1_000)
    const expire = () =>
      t.s.db.updateTable("paymentOrders").set({ expiresAt: past }).where("txRef", "=", tx_ref).execute()
    await expire()
    expect((await order(ada, code)).json().fields.code).toMatch(/on its way/)
    expect((await order(obi, code)).json().fields.code).toMatch(/used up/)
    await t.s.db.updateTable("sandboxTransactions").set({ status: "failed" }).where("txRef", "=", tx_ref).execute()
    await check(t, ada, tx_ref)
    expect((await order(obi, code)).statusCode).toBe(201)
  })

  test("is free again when what came short for its order went back; the full price counts only while the code is not used", async () => {
    const code = await buildCode("promotion", { percent: 50, maxUses: 1 })
    const [ada, obi, operator] = [await t.signUp(), await t.signUp(), await t.signUp()]
    await makeFinance(t, operator)
    const { tx_ref } = (await order(ada, code)).json().data
    for (const _ of [1, 2]) {
      const id = await play(t, tx_ref, { outcome: "short", notices: 0 })
      expect(await check(t, ada, tx_ref, { transaction_id: id })).toMatchObject({ status: "short" })
    }
    const orderNow = async () => (await t.request("GET", `/orders/${tx_ref}`, { person: ada })).json().data
    const { payments } = (await t.request("GET", `/operators/orders/${tx_ref}`, { person: operator })).json().data
    for (const { id, due } of payments) {
      expect(await orderNow()).toMatchObject({ status: "short", checkout: { kind: "page" } })
      expect((await order(ada, code)).json().fields.code).toMatch(/on its way/)
      expect((await order(obi, code)).json().fields.code).toMatch(/used up/)
      const url = `/operators/orders/${tx_ref}/payments/${id}/paid-back`
      const reply = await t.request("POST", url, { person: operator, body: { due, reason: "Sent by bank" } })
      expect(reply.statusCode, reply.body).toBe(200)
    }
    const text = "Less money came in than was asked for, and it went back to you. Please order again."
    expect(await orderNow()).toMatchObject({ status: "expired", checkout: null, toRefund: 0, problem: text })
    expect((await t.request("POST", `/orders/${tx_ref}/link`, { person: ada, body: {} })).statusCode).toBe(409)
    // Whoever asks again finds the same.
    expect(await check(t, ada, tx_ref)).toMatchObject({ status: "expired", problem: text })

    const again = (await order(ada, code)).json().data
    await play(t, again.tx_ref, { outcome: "success", notices: 0 })
    expect(await check(t, ada, again.tx_ref)).toMatchObject({ status: "paid" })
    const late = await play(t, tx_ref, { outcome: "success", notices: 0 })
    expect(await check(t, ada, tx_ref, { transaction_id: late })).toMatchObject({ status: "refunded", toRefund: 3_000 })
  })

  test("for so many people is not given to one more, also when they come at once", async () => {
    const code = await buildCode("promotion", { percent: 50, maxUses: 3 })
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => t.signUp()))
    const statuses = (await Promise.all(people.map((one) => order(one, code)))).map((reply) => reply.statusCode)
    expect(statuses.toSorted()).toEqual([201, 201, 201, 400, 400, 400])
  })

  test("of the whole price gives at once what was ordered", async () => {
    const code = await buildCode("promotion", { percent: 100 })
    const person = await t.signUp()
    const { data } = (await order(person, code)).json()
    expect(data).toMatchObject({ amount: 0, status: "paid" })
    expect(await traceOf(t, person.accountId, data.tx_ref)).toMatchObject({ credits: 200, payments: [], receipts: 0 })
  })

  test.each<[string, object]>([
    ["is over", { percent: 10, expiresAt: new Date(Date.now() - 1_000) }],
    ["has not begun", { percent: 10, startsAt: new Date(Date.now() + 60_000) }],
    ["was stopped", { percent: 10, isStopped: true }],
    ["is for dollars", { amountMinor: "100", currency: "USD" }],
  ])("that %s is refused at its field", async (_, more) => {
    const reply = await order(await t.signUp(), await buildCode("promotion", more))
    expect(reply.statusCode).toBe(400)
    expect(reply.json().fields.code).toBeTruthy()
  })

  test("is guessed at most ten times an hour; right ones are not counted", async () => {
    const strict = await openTestApp({ hasWorker: false, settings: { RATE_LIMIT_FACTOR: "1" } })
    try {
      const person = await strict.signUp()
      const row = { credits: null, accountId: null, usedBy: null, usedAt: null, expiresAt: null }
      const code = { id: newId(), code: "LESS10", kind: "promotion", percent: 10 } as const
      await strict.s.db
        .insertInto("codes")
        .values({ ...row, ...code })
        .execute()
      const use = () => {
        const body = { item: "credits:basic", currency: "NGN", code: "LESS10" }
        return strict.request("POST", "/orders/quote", { person, body })
      }
      for (let n = 0; n < 12; n++) expect((await use()).statusCode).toBe(200)
      const guesses = await Promise.all(
        Array.from({ length: 15 }, (_, n) =>
          strict.request("POST", "/codes/redeem", { person, body: { code: `WRONG${n}` } }),
        ),
      )
      expect(guesses.filter((reply) => reply.statusCode === 400)).toHaveLength(10)
      expect(guesses.filter((reply) => reply.statusCode === 429)).toHaveLength(5)
      expect((await use()).statusCode).toBe(429)
    } finally {
      await strict.close()
    }
  })
})

describe("a voucher", () => {
  test("gives its credits to one person, once, and is told apart from a promotion", async () => {
    const code = await buildCode("voucher", { credits: 50 })
    const [ada, obi] = [await t.signUp(), await t.signUp()]
    expect((await order(ada, code)).json()).toMatchObject({ type: "code_is_voucher", code: 409 })
    const replies = await Promise.all([redeem(ada, code), redeem(ada, code), redeem(obi, code)])
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1)
    const rows = await t.s.db
      .selectFrom("creditAccounts")
      .select("available")
      .where("accountId", "in", [ada.accountId, obi.accountId])
      .execute()
    expect(rows.map(({ available }) => available).toSorted()).toEqual([0, 50])
    expect(await t.s.db.selectFrom("bonuses").select("credits").execute()).toEqual([{ credits: 50 }])
  })

  test("that is somebody else's is like one that does not exist", async () => {
    const [ada, obi] = [await t.signUp(), await t.signUp()]
    const code = await buildCode("voucher", { credits: 50, accountId: ada.accountId })
    expect((await redeem(obi, code)).json().message).toBe((await redeem(obi, "NEVER-MADE")).json().message)
    expect((await redeem(ada, code)).statusCode).toBe(200)
  })
})

describe("a receipt", () => {
  test("is shown, printed and kept by its buyer only", async () => {
    const ada = await t.signUp({ name: "Adé Ọbí" })
    const { tx_ref } = (
      await t.request("POST", "/orders", { person: ada, body: { item: "credits:pro", currency: "NGN" } })
    ).json().data
    expect((await t.request("GET", `/orders/${tx_ref}/receipt`, { person: ada })).statusCode).toBe(404)
    await play(t, tx_ref, { outcome: "success", notices: 0 })
    await check(t, ada, tx_ref)
    const receipt = (await t.request("GET", `/orders/${tx_ref}/receipt`, { person: ada })).json().data
    expect(receipt).toMatchObject({ amount: 22_000, currency: "NGN", isSandbox: true, buyer: { name: "Adé Ọbí" } })
    expect(receipt.number).toMatch(/^R-\d{6}$/)
    const pdf = await t.request("GET", `/orders/${tx_ref}/receipt.pdf`, { person: ada })
    expect(pdf.headers["content-type"]).toBe("application/pdf")
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-")
    expect(pdf.rawPayload.toString("latin1")).toContain("/StructTreeRoot")
    const obi = await t.signUp()
    for (const path of ["receipt", "receipt.pdf"]) {
      expect((await t.request("GET", `/orders/${tx_ref}/${path}`, { person: obi })).statusCode).toBe(404)
    }
    const entries = (await t.request("GET", "/credits/entries?direction=in", { person: ada })).json().data
    expect(entries).toMatchObject([{ amount: 800, about: { kind: "order", id: tx_ref, path: `/payment/${tx_ref}` } }])
    const csv = await t.request("GET", "/credits/entries.csv", { person: ada })
    expect(readCsv(csv.body)[1]?.join(",")).toMatch(/,800,purchase,Pro: 800 credits,\d{13}-/)
  })
})

test("the books add up after all of this, and a wrong row is found", async () => {
  const checkNow = async () => {
    await checkBooks.run(t.s, {}, AbortSignal.timeout(30_000))
    const last = await t.s.db.selectFrom("moneyChecks").select("problems").orderBy("id", "desc").executeTakeFirst()
    return last?.problems
  }
  expect(await checkNow()).toEqual([])
  const ada = await t.signUp({ credits: 5 })
  await t.s.db.updateTable("creditAccounts").set({ available: 500 }).where("accountId", "=", ada.accountId).execute()
  expect(await checkNow()).toHaveLength(2)
  expect(await t.s.metrics.registry.getSingleMetricAsString("aworan_money_problems")).toContain(
    "aworan_money_problems 2",
  )
  expect((await t.request("GET", "/operators/money", { person: ada })).statusCode).toBe(403)
  await t.s.db.insertInto("operators").values({ accountId: ada.accountId, role: "finance" }).execute()
  expect((await t.request("GET", "/operators/money", { person: ada })).json().data.problems).toHaveLength(2)
})
