import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import { holdOpen, untilWaiting } from "#server/testing/databases/locks.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import { check, openListeningApp, orderFor, play, traceOf } from "#server/testing/records/payments.ts"
import type { TestApp, TestPerson } from "#server/testing/test-app.ts"
import { mailTo, until } from "#server/testing/wait.ts"
import { reconcileOrders, settleOrder } from "./jobs.ts"
import { sendLateNotice } from "./sandbox-webhook.ts"
import { settle } from "./settle.ts"

let t: TestApp
let person: TestPerson

beforeAll(async () => {
  t = await openListeningApp()
})
afterAll(() => t.close())

const nothing = { payments: [], receipts: 0, credits: 0, ledger: 0, lots: 0 }
const given = { receipts: 1, credits: 200, ledger: 200, lots: 200 }
const exact = "exact 600000 0"

/** What the sandbox plays, one after the other; what the buyer's page asks afterwards; what is left behind. */
const cases: [string, { plays: object[]; hint?: object; left: object }][] = [
  ["success", { plays: [{ outcome: "success" }], left: { status: "paid", payments: [exact], ...given } }],
  [
    "a notice sent twice",
    { plays: [{ outcome: "success", notices: 2 }], left: { status: "paid", payments: [exact], ...given } },
  ],
  [
    "a lost notice",
    { plays: [{ outcome: "success", notices: 0 }], left: { status: "paid", payments: [exact], ...given } },
  ],
  [
    "a forged notice with no payment",
    { plays: [{ outcome: "success", forged: true }], left: { status: "created", ...nothing } },
  ],
  ["a transfer on its way", { plays: [{ outcome: "pending" }], left: { status: "pending", ...nothing } }],
  [
    "a transfer that ended",
    { plays: [{ outcome: "late", seconds: 0 }], left: { status: "paid", payments: [exact], ...given } },
  ],
  ["a refused card", { plays: [{ outcome: "failed" }], left: { status: "failed", ...nothing } }],
  [
    "a refused card, then success on the same reference",
    { plays: [{ outcome: "failed" }, { outcome: "success" }], left: { status: "paid", payments: [exact], ...given } },
  ],
  [
    "success, then a refused card",
    { plays: [{ outcome: "success" }, { outcome: "failed" }], left: { status: "paid", payments: [exact], ...given } },
  ],
  ["a closed window", { plays: [], hint: { closed: true }, left: { status: "abandoned", ...nothing } }],
  ["a buyer who went back", { plays: [{ outcome: "abandoned" }], left: { status: "abandoned", ...nothing } }],
  [
    "a buyer who went back and then paid",
    {
      plays: [{ outcome: "abandoned" }, { outcome: "success" }],
      left: { status: "paid", payments: [exact], ...given },
    },
  ],
  [
    "one unit too little",
    { plays: [{ outcome: "short" }], left: { ...nothing, status: "short", payments: ["short 0 599999"] } },
  ],
  [
    "one unit too little, then the full amount",
    {
      plays: [{ outcome: "short" }, { outcome: "success" }],
      left: { status: "paid", payments: ["short 0 599999", exact], ...given },
    },
  ],
  [
    "one unit too much",
    { plays: [{ outcome: "over" }], left: { status: "over", payments: ["over 600000 1"], ...given } },
  ],
  [
    "dollars for naira",
    {
      plays: [{ outcome: "wrong_currency" }],
      left: { ...nothing, status: "failed", payments: ["wrong_currency 0 600000"] },
    },
  ],
  [
    "success, then a second payment in dollars",
    {
      plays: [{ outcome: "success" }, { outcome: "wrong_currency" }],
      left: { status: "paid", payments: [exact, "second 0 600000"], ...given },
    },
  ],
  [
    "two successes for one order",
    {
      plays: [{ outcome: "success" }, { outcome: "success" }],
      left: { status: "paid", payments: [exact, "second 0 600000"], ...given },
    },
  ],
]

describe("an order that meets", () => {
  test.each(cases)("%s", async (_, { plays, hint, left }) => {
    person = await t.signUp()
    const { tx_ref } = await orderFor(t, person)
    for (const one of plays) {
      const id = await play(t, tx_ref, one)
      await check(t, person, tx_ref, { transaction_id: id, ...hint })
    }
    if (hint) await check(t, person, tx_ref, hint)
    expect(await traceOf(t, person.accountId, tx_ref)).toEqual(left)
    // Whoever asks again finds the same.
    await check(t, person, tx_ref)
    expect(await traceOf(t, person.accountId, tx_ref)).toEqual(left)
  })
})

test("naira for an order in dollars give nothing and go back", async () => {
  person = await t.signUp()
  const { tx_ref } = await orderFor(t, person, "credits:basic", "USD")
  const id = await play(t, tx_ref, { outcome: "wrong_currency" })
  await check(t, person, tx_ref, { transaction_id: id })
  const payments = ["wrong_currency 0 400"]
  expect(await traceOf(t, person.accountId, tx_ref)).toEqual({ ...nothing, status: "failed", payments })
})

describe("nobody's word counts", () => {
  test("of a reference that is another person's", async () => {
    const [ada, obi] = [await t.signUp(), await t.signUp()]
    const order = await orderFor(t, ada)
    await play(t, order.tx_ref, { outcome: "success", notices: 0 })
    const reply = await t.request("POST", `/orders/${order.tx_ref}/check`, { person: obi, body: {} })
    expect(reply.statusCode).toBe(404)
    expect(await traceOf(t, obi.accountId, order.tx_ref)).toMatchObject({ ledger: 0, status: "created" })
  })

  test("of a transaction that paid another order", async () => {
    const ada = await t.signUp()
    const [paid, unpaid] = [await orderFor(t, ada), await orderFor(t, ada)]
    const id = await play(t, paid.tx_ref, { outcome: "success", notices: 0 })
    expect(await check(t, ada, unpaid.tx_ref, { transaction_id: id })).toMatchObject({ status: "created" })
    expect(await check(t, ada, paid.tx_ref, { transaction_id: id })).toMatchObject({ status: "paid" })
    expect(await traceOf(t, ada.accountId, unpaid.tx_ref)).toMatchObject({ payments: [], credits: 200 })
  })

  test.each(["no such number", "99999999999", "-1", "1; drop table payments"])("of transaction %s", async (id) => {
    const ada = await t.signUp()
    const { tx_ref } = await orderFor(t, ada)
    expect(await check(t, ada, tx_ref, { transaction_id: id })).toMatchObject({ status: "created" })
  })

  test.each<[string, Record<string, string>]>([
    ["no signature", {}],
    ["an empty one", { "x-sandbox-signature": "" }],
    ["a wrong one", { "x-sandbox-signature": "MivezIxg1pfDCoekPtd4y86gRdDi8MZ6ajwd0rvWdzk=" }],
  ])("of a notice with %s", async (_, headers) => {
    const before = await t.s.db.selectFrom("paymentNotices").selectAll().execute()
    const body = { event: "charge.completed", data: { id: 1, tx_ref: "x" } }
    const reply = await t.request("POST", "/webhooks/sandbox", { headers, body })
    expect(reply.statusCode).toBe(401)
    expect(await t.s.db.selectFrom("paymentNotices").selectAll().execute()).toEqual(before)
  })

  test("at the address of a provider that is not connected, whose hosts no page may load from either", async () => {
    const reply = await t.request("POST", "/webhooks/flutterwave", { body: {} })
    expect(reply.statusCode).toBe(404)
    expect(reply.headers["content-security-policy"]).not.toContain("flutterwave")
  })
})

describe("without anybody's word", () => {
  test("a lost notice is made good by reconciling, on an expired order too", async () => {
    const ada = await t.signUp()
    const { tx_ref } = await orderFor(t, ada)
    await play(t, tx_ref, { outcome: "success", notices: 0 })
    const past = new Date(Date.now() - 60_000)
    await t.s.db
      .updateTable("paymentOrders")
      .set({ expiresAt: past, nextCheckAt: past })
      .where("txRef", "=", tx_ref)
      .execute()
    const order = (await t.request("GET", `/orders/${tx_ref}`, { person: ada })).json().data
    expect(order).toMatchObject({ status: "expired", checkout: null })
    await reconcileOrders.run(t.s, {}, AbortSignal.timeout(30_000))
    expect(await traceOf(t, ada.accountId, tx_ref)).toEqual({ status: "paid", payments: [exact], ...given })
  })

  test("a transfer is asked about for two days, then its order expires, and it still counts when it comes", async () => {
    const ada = await t.signUp()
    const { tx_ref } = await orderFor(t, ada)
    await play(t, tx_ref, { outcome: "pending", notices: 0 })
    const rowOf = () =>
      t.s.db.selectFrom("paymentOrders").selectAll().where("txRef", "=", tx_ref).executeTakeFirstOrThrow()
    const pauses: number[] = []
    for (let turn = 0; turn < 60; turn++) {
      const { nextCheckAt, createdAt, expiresAt } = await rowOf()
      if (nextCheckAt === null) break
      const wait = nextCheckAt.getTime() - Date.now()
      pauses.push(Math.round(wait / 1_000))
      // Time passes.
      await t.s.db
        .updateTable("paymentOrders")
        .set({
          createdAt: new Date(createdAt.getTime() - wait),
          expiresAt: new Date(expiresAt.getTime() - wait),
          nextCheckAt: new Date(Date.now() - 1_000),
        })
        .where("txRef", "=", tx_ref)
        .execute()
      await reconcileOrders.run(t.s, {}, AbortSignal.timeout(30_000))
      const { status, nextCheckAt: next } = await rowOf()
      expect(status).toBe(next === null ? "expired" : "pending")
    }
    expect(pauses.slice(1, 5)).toEqual([60, 300, 900, 3_600])
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(47 * 3_600)
    expect(pauses.length).toBeLessThan(56)
    // At the provider it is on its way still.
    expect(await check(t, ada, tx_ref)).toMatchObject({ status: "expired", checkout: null, problem: null })
    const id = await play(t, tx_ref, { outcome: "success", notices: 0 })
    await settleOrder.run(t.s, { txRef: tx_ref, transactionId: id, tries: 0 }, AbortSignal.timeout(30_000))
    expect(await traceOf(t, ada.accountId, tx_ref)).toMatchObject({ status: "paid", credits: 200 })
  })

  test("a transfer's order expires after two days also when the provider gives no answer then", async () => {
    const ada = await t.signUp()
    const { tx_ref } = await orderFor(t, ada)
    await play(t, tx_ref, { outcome: "pending", notices: 0 })
    expect(await check(t, ada, tx_ref)).toMatchObject({ status: "pending" })
    const past = new Date(Date.now() - 49 * 3_600_000)
    const change = { createdAt: past, expiresAt: past, nextCheckAt: new Date(Date.now() - 1_000) }
    await t.s.db.updateTable("paymentOrders").set(change).where("txRef", "=", tx_ref).execute()
    const { payments } = t.s
    const silent = { ...t.s, payments: { ...payments, findByReference: () => Promise.reject(new Error("No answer.")) } }
    await reconcileOrders.run(silent, {}, AbortSignal.timeout(30_000))
    const order = (await t.request("GET", `/orders/${tx_ref}`, { person: ada })).json().data
    expect(order).toMatchObject({ status: "expired", checkout: null })
  })

  test("a transfer that ends ten minutes later is granted with every page closed", async () => {
    const ada = await t.signUp()
    const { tx_ref } = await orderFor(t, ada)
    const id = await play(t, tx_ref, { outcome: "late" })
    expect(await check(t, ada, tx_ref)).toMatchObject({ status: "pending" })
    const { endsAt } = await t.s.db
      .selectFrom("sandboxTransactions")
      .select("endsAt")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
    expect(Math.round(((endsAt?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(10)
    // The ten minutes pass, at the provider and for its notice.
    await t.s.db.updateTable("sandboxTransactions").set({ endsAt: new Date() }).where("id", "=", id).execute()
    await sql`update jobs.job set start_after = now() where name = ${sendLateNotice.name}`.execute(t.s.db)
    await until(async () => (await traceOf(t, ada.accountId, tx_ref)).status === "paid")
    expect(await traceOf(t, ada.accountId, tx_ref)).toMatchObject({ payments: [exact], ...given })
  })
})

test("a second payment, whatever its amount and currency, is told as one and not as a loss", async () => {
  const ada = await t.signUp()
  const { tx_ref } = await orderFor(t, ada)
  for (const outcome of ["success", "wrong_currency", "short"]) {
    const id = await play(t, tx_ref, { outcome, notices: 0 })
    await check(t, ada, tx_ref, { transaction_id: id })
  }
  expect((await check(t, ada, tx_ref)).problem).toMatch(/paid twice/)
  expect((await traceOf(t, ada.accountId, tx_ref)).payments.slice(1)).toEqual(["second 0 600000", "second 0 599999"])
})

test("a further transfer on its way to an order paid short is told of, until it has come or failed", async () => {
  const buyer = await t.signUp()
  const { tx_ref } = await orderFor(t, buyer)
  await play(t, tx_ref, { outcome: "short", notices: 0 })
  expect(await check(t, buyer, tx_ref)).toMatchObject({ status: "short", isMoreOnItsWay: false, toRefund: 5_999.99 })
  const text = (await mailTo(t, buyer.email)).text
  expect(text).toContain("Goes back to you: ₦5,999.99")
  expect(text).toMatch(/A person at our side sends it; your bank may need some days more\./)
  const second = await play(t, tx_ref, { outcome: "pending", notices: 0 })
  expect(await check(t, buyer, tx_ref, { transaction_id: second })).toMatchObject({
    status: "short",
    isMoreOnItsWay: true,
  })
  // Asked again by the page alone, nothing of it is forgotten.
  expect(await check(t, buyer, tx_ref)).toMatchObject({ status: "short", isMoreOnItsWay: true })
  await t.s.db.updateTable("sandboxTransactions").set({ status: "failed" }).where("id", "=", second).execute()
  expect(await check(t, buyer, tx_ref)).toMatchObject({ status: "short", isMoreOnItsWay: false })
  const third = await play(t, tx_ref, { outcome: "pending", notices: 0 })
  await check(t, buyer, tx_ref, { transaction_id: third })
  await t.s.db.updateTable("sandboxTransactions").set({ status: "successful" }).where("id", "=", third).execute()
  expect(await check(t, buyer, tx_ref)).toMatchObject({ status: "paid", isMoreOnItsWay: false, toRefund: 5_999.99 })
})

describe("money on its way", () => {
  const onItsWay = async (buyer: TestPerson, item: string) => {
    const { tx_ref } = await orderFor(t, buyer, item)
    await check(t, buyer, tx_ref, { transaction_id: await play(t, tx_ref, { outcome: "pending", notices: 0 }) })
    return tx_ref
  }
  const order = (person: TestPerson, body: object) => t.request("POST", "/orders", { person, body })

  test("is told to who orders the same thing again, who may do so knowingly", async () => {
    const buyer = await t.signUp({ isVerified: true })
    await onItsWay(buyer, "credits:basic")
    const second = await order(buyer, { item: "credits:basic" })
    expect(second.json()).toMatchObject({
      code: 409,
      type: "payment_under_way",
      fields: { payAgain: expect.any(String) },
    })
    expect(second.json().message).toContain("Basic: 200 credits")
    expect((await order(buyer, { item: "credits:pro" })).statusCode).toBe(201)
    expect((await order(await t.signUp(), { item: "credits:basic" })).statusCode).toBe(201)
    expect((await order(buyer, { item: "credits:basic", payAgain: true })).statusCode).toBe(201)
  })

  test("is told on an order that another window opened before, and so is money that came in", async () => {
    const buyer = await t.signUp({ isVerified: true })
    const [first, second, other] = await Promise.all(
      ["credits:basic", "credits:basic", "credits:pro"].map((item) => orderFor(t, buyer, item)),
    )
    const read = async (txRef: string) =>
      (await t.request("GET", `/orders/${txRef}`, { person: buyer })).json().data.paidElsewhere
    expect(await read(second?.tx_ref ?? "")).toBeNull()
    const transaction = await play(t, first?.tx_ref ?? "", { outcome: "pending", notices: 0 })
    await check(t, buyer, first?.tx_ref ?? "", { transaction_id: transaction })
    expect(await read(second?.tx_ref ?? "")).toEqual({ tx_ref: first?.tx_ref, isPaid: false })
    await t.s.db
      .updateTable("sandboxTransactions")
      .set({ status: "successful" })
      .where("id", "=", transaction)
      .execute()
    expect((await check(t, buyer, first?.tx_ref ?? "")).status).toBe("paid")
    expect(await read(second?.tx_ref ?? "")).toEqual({ tx_ref: first?.tx_ref, isPaid: true })
    expect(await read(first?.tx_ref ?? "")).toBeNull()
    expect(await read(other?.tx_ref ?? "")).toBeNull()
    // Bought anew once the first was here, it is no mistake.
    expect(await read((await orderFor(t, buyer, "credits:basic")).tx_ref)).toBeNull()
  })

  test("for one application is money for every other one, until it came to nothing", async () => {
    const buyer = await t.signUp({ isVerified: true })
    const fee = (program: string) => order(buyer, { item: `application:${program}`, ageConfirmed: true })
    const { tx_ref } = (await fee("systems_intergration")).json().data
    const transaction = await play(t, tx_ref, { outcome: "pending", notices: 0 })
    await check(t, buyer, tx_ref, { transaction_id: transaction })
    expect((await fee("strategy_and_consulting")).json().type).toBe("payment_under_way")
    await t.s.db.updateTable("sandboxTransactions").set({ status: "failed" }).where("id", "=", transaction).execute()
    expect((await check(t, buyer, tx_ref)).status).toBe("failed")
    expect((await fee("strategy_and_consulting")).statusCode).toBe(201)
  })
})

test("what can be given no more is not offered to be paid again, and its money goes back", async () => {
  const ada = await t.signUp({ isVerified: true })
  const body = { item: "application:strategy_and_consulting", options: { ageConfirmed: true } }
  const references: string[] = []
  for (let n = 0; n < 2; n++) {
    const reply = await t.request("POST", "/orders", { person: ada, body })
    expect(reply.statusCode, reply.body).toBe(201)
    references.push(reply.json().data.tx_ref)
  }
  for (const reference of references) {
    await play(t, reference, { outcome: "success", notices: 0 })
    await check(t, ada, reference)
  }
  const [, second = ""] = references
  const order = (await t.request("GET", `/orders/${second}`, { person: ada })).json().data
  expect(order).toMatchObject({ status: "refunded", checkout: null, received: 10_000, toRefund: 10_000 })
  expect(order.problem).toMatch(/We pay all of it back/)
  expect((await t.request("POST", `/orders/${second}/link`, { person: ada, body: {} })).statusCode).toBe(409)
  await play(t, second, { outcome: "success", notices: 0 })
  expect(await traceOf(t, ada.accountId, second)).toMatchObject({ payments: ["not_given 0 1000000"] })
})

test("twenty notices and twenty pages at once grant once", async () => {
  const ada = await t.signUp()
  const { tx_ref } = await orderFor(t, ada)
  const id = await play(t, tx_ref, { outcome: "success", notices: 0 })
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      if (n % 2) return check(t, ada, tx_ref, { transaction_id: id })
      const payload = { txRef: tx_ref, transactionId: id, tries: 0 }
      return transact(t.s.db, (tx) => t.s.queue.enqueue(tx, settleOrder, payload))
    }),
  )
  expect(await traceOf(t, ada.accountId, tx_ref)).toEqual({ status: "paid", payments: [exact], ...given })
})

test("receipts are numbered without gaps, whoever pays at once", async () => {
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => t.signUp()))
  await Promise.all(
    people.map(async (one) => {
      const { tx_ref } = await orderFor(t, one)
      await play(t, tx_ref, { outcome: "success" })
      await check(t, one, tx_ref)
    }),
  )
  const rows = await t.s.db.selectFrom("receipts").select("number").orderBy("number").execute()
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
})

test("Pro Studio gives credits, and one training with product images by its reference", async () => {
  const ada = await t.signUp()
  const { tx_ref } = await orderFor(t, ada, "studio:pro")
  await play(t, tx_ref, { outcome: "success", notices: 0 })
  const paid = await check(t, ada, tx_ref)
  expect(paid.success).toEqual({
    text: "Payment successful. Please provide details to start the photoshoot.",
    next: { label: "Start the photoshoot", path: `/training?ref=${tx_ref}` },
    isUnused: true,
  })
  expect(await traceOf(t, ada.accountId, tx_ref)).toMatchObject({ credits: 200 })
  const code = await t.s.db.selectFrom("codes").selectAll().where("code", "=", tx_ref).executeTakeFirst()
  expect(code).toMatchObject({ kind: "payment_reference", accountId: ada.accountId, usedAt: null })
})

test("an account that goes leaves the money accounted for, without the person", async () => {
  const ada = await t.signUp()
  const { tx_ref } = await orderFor(t, ada)
  await play(t, tx_ref, { outcome: "success", notices: 0 })
  await check(t, ada, tx_ref)
  await t.s.db.deleteFrom("accounts").where("id", "=", ada.accountId).execute()
  const order = await t.s.db.selectFrom("paymentOrders").selectAll().where("txRef", "=", tx_ref).executeTakeFirst()
  expect(order).toMatchObject({ accountId: null, status: "paid" })
  expect(await t.s.db.selectFrom("payments").selectAll().where("txRef", "=", tx_ref).execute()).toHaveLength(1)
})

test("the record of a payment outlives the account without its person's name, and the last mail says so", async () => {
  const ada = await t.signUp({ isVerified: true })
  const { tx_ref } = await orderFor(t, ada)
  await play(t, tx_ref, { outcome: "success", notices: 0 })
  expect((await check(t, ada, tx_ref)).status).toBe("paid")
  const receipt = () => t.s.db.selectFrom("receipts").selectAll().where("txRef", "=", tx_ref).executeTakeFirstOrThrow()
  const before = await receipt()
  expect(before.buyerEmail).toBe(ada.email)
  const left = await t.request("DELETE", "/v1/account", { person: ada, body: { password: ada.password } })
  expect(left.statusCode).toBe(204)
  expect(await receipt()).toEqual({ ...before, buyerName: "", buyerEmail: "" })
  const order = await t.s.db.selectFrom("paymentOrders").selectAll().where("txRef", "=", tx_ref).executeTakeFirst()
  expect(order).toMatchObject({ accountId: null, status: "paid" })
  const farewell = await until(async () => {
    const mail = await mailTo(t, ada.email)
    return mail.subject === "Your Aworan account is deleted" ? mail : null
  })
  expect(farewell.text).toContain("the record of that payment stays for as long as the law asks, without your name")
})

describe.runIf(isPostgres())("money and the end of the account", () => {
  test("do not wait in a ring", async () => {
    const ada = await t.signUp()
    const { tx_ref } = await orderFor(t, ada, "studio:pro")
    await play(t, tx_ref, { outcome: "success", notices: 0 })
    const release = await holdOpen(t.s.db, (tx) =>
      tx.selectFrom("sessions").select("id").where("accountId", "=", ada.accountId).forUpdate().execute(),
    )
    // Holds the account, and waits for the session.
    const deletion = t.request("DELETE", "/v1/account", { person: ada, body: { password: ada.password } })
    await untilWaiting(t.s.db, 1)
    const settling = settle(t.s, tx_ref, {}, AbortSignal.timeout(10_000))
    await untilWaiting(t.s.db, 2)
    await release()
    const [deleted] = await Promise.all([deletion, settling])
    expect(deleted.statusCode).toBe(204)
    const order = await t.s.db.selectFrom("paymentOrders").selectAll().where("txRef", "=", tx_ref).executeTakeFirst()
    expect(order).toMatchObject({ accountId: null, status: "refunded" })
  })
})
