import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { getOffer } from "#contract/money/credits.ts"
import type { PaymentOrder } from "#contract/money/orders.ts"
import { signBody } from "#server/platform/security/signature.ts"
import { type FakeServer, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { type FakeFlutterwave, playFlutterwave } from "#server/testing/providers/flutterwave.ts"
import { check, orderFor, traceOf } from "#server/testing/records/payments.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"
import { reconcileOrders, settleOrder } from "./jobs.ts"

let server: FakeServer
let provider: FakeFlutterwave
let t: TestApp
let person: TestPerson
let order: PaymentOrder

beforeAll(async () => {
  server = await openFakeServer()
  provider = playFlutterwave(server)
  t = await openTestApp({
    settings: {
      PAYMENTS: "flutterwave",
      FLUTTERWAVE_PUBLIC_KEY: "FLWPUBK_TEST-1",
      FLUTTERWAVE_SECRET_KEY: provider.secretKey,
      FLUTTERWAVE_WEBHOOK_HASH: provider.webhookHash,
      FLUTTERWAVE_BASE_URL: provider.baseUrl,
    },
  })
})
beforeEach(async () => {
  server.reset()
  person = await t.signUp()
  order = await orderFor(t, person)
})
afterAll(async () => {
  await t.close()
  await server.close()
})

function pay(change: object = {}): number {
  return provider.pay({ tx_ref: order.tx_ref, amount: 6_000, currency: "NGN", status: "successful", ...change })
}

function send({ headers, body }: { headers: Record<string, string>; body: string }) {
  return t.app.inject({ method: "POST", url: "/webhooks/flutterwave", headers, payload: body })
}

const trace = () => traceOf(t, person.accountId, order.tx_ref)
const paid = { status: "paid", payments: ["exact 600000 0"], receipts: 1, credits: 200, ledger: 200, lots: 200 }
const nothing = { payments: [], receipts: 0, credits: 0, ledger: 0, lots: 0 }

describe("the checkout", () => {
  test("gives the browser what the window needs, and the amount cannot be changed there", () => {
    if (order.checkout?.kind !== "flutterwave") throw new Error("Another checkout was expected.")
    expect(order.checkout.options).toMatchObject({
      public_key: "FLWPUBK_TEST-1",
      tx_ref: order.tx_ref,
      amount: 6_000,
      currency: "NGN",
      payment_options: "card,banktransfer,ussd",
      customer: { email: person.email, name: "Ada Obi" },
    })
    expect(order.checkout.options.payload_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(order)).not.toContain(provider.secretKey)
  })

  test("leads to the provider's page where the window does not open", async () => {
    const reply = await t.request("POST", `/orders/${order.tx_ref}/link`, { person })
    expect(reply.json().data.url).toBe("https://checkout.flutterwave.com/v3/hosted/pay/f524c1196ffda5556341")
  })

  test("opens the content policy for the provider's hosts only", async () => {
    const policy = String((await t.request("GET", "/healthz")).headers["content-security-policy"])
    expect(policy).toContain("script-src 'self' https://checkout.flutterwave.com;")
    expect(policy).toContain("frame-src https://*.flutterwave.com")
  })
})

test("the sandbox takes no payment of its orders", async () => {
  expect((await t.request("POST", `/dev/pay/${order.tx_ref}`, { body: { outcome: "success" } })).statusCode).toBe(404)
  expect((await t.request("GET", `/dev/pay/${order.tx_ref}`)).statusCode).toBe(404)
  expect((await t.request("GET", getOffer.path)).json().data).toMatchObject({ isSandbox: false })
})

test.each(["verif-hash", "signature", "v4"] as const)("a notice in the form %s leads to credits", async (form) => {
  expect((await send(provider.notice(pay(), form))).statusCode).toBe(200)
  await until(async () => (await trace()).status === "paid")
  expect(await trace()).toEqual(paid)
})

test.each<[string, object, object]>([
  ["a refused card", { status: "failed" }, { ...nothing, status: "failed" }],
  ["a transfer on its way", { status: "pending" }, { ...nothing, status: "pending" }],
  ["a kobo too little", { amount: 5_999.99 }, { ...nothing, status: "short", payments: ["short 0 599999"] }],
  [
    "a tenth of a kobo too little",
    { amount: 5_999.999 },
    { ...nothing, status: "short", payments: ["short 0 599999"] },
  ],
  ["a kobo too much", { amount: 6_000.01 }, { ...paid, status: "over", payments: ["over 600000 1"] }],
  ["dollars", { currency: "USD" }, { ...nothing, status: "failed", payments: ["wrong_currency 0 600000"] }],
  ["success", {}, paid],
])("%s is what the provider says, not the browser", async (_, change, left) => {
  await check(t, person, order.tx_ref, { transaction_id: pay(change) })
  expect(await trace()).toEqual(left)
})

test("a failed attempt and a success under one reference, told in the wrong order", async () => {
  const failed = pay({ status: "failed" })
  const good = pay()
  await check(t, person, order.tx_ref, { transaction_id: good })
  await check(t, person, order.tx_ref, { transaction_id: failed })
  expect(await trace()).toEqual(paid)
})

test("two payments for one order: the second is flagged", async () => {
  await check(t, person, order.tx_ref, { transaction_id: pay() })
  await send(provider.notice(pay(), "signature"))
  await until(async () => (await trace()).payments.length === 2)
  expect(await trace()).toEqual({ ...paid, payments: ["exact 600000 0", "second 0 600000"] })
})

test("a success without a notice counts, also when an attempt failed after it", async () => {
  pay()
  await send(provider.notice(pay({ status: "failed" }), "signature"))
  await until(async () => (await trace()).status !== "created")
  expect(await trace()).toEqual(paid)
})

test("a second success without a notice is found when the paid order is looked at again, and that ends", async () => {
  await check(t, person, order.tx_ref, { transaction_id: pay() })
  pay()
  await lookAgain(2)
  expect(await trace()).toEqual({ ...paid, payments: ["exact 600000 0", "second 0 600000"] })
  expect((await nextCheck()) === null).toBe(false)
  await lookAgain(25)
  expect(await trace()).toEqual({ ...paid, payments: ["exact 600000 0", "second 0 600000"] })
  expect(await nextCheck()).toBeNull()
})

/** Has the order's next look come, this many hours after it was paid. */
async function lookAgain(hours: number): Promise<void> {
  const paidAt = new Date(Date.now() - hours * 3_600_000)
  const change = { paidAt, nextCheckAt: new Date(0) }
  await t.s.db.updateTable("paymentOrders").set(change).where("txRef", "=", order.tx_ref).execute()
  await reconcileOrders.run(t.s, {}, AbortSignal.timeout(30_000))
}

async function nextCheck(): Promise<Date | null> {
  const rows = t.s.db.selectFrom("paymentOrders").select("nextCheckAt").where("txRef", "=", order.tx_ref)
  return (await rows.executeTakeFirstOrThrow()).nextCheckAt
}

test("a notice that comes while the provider is down is kept, and the order is paid once it answers", async () => {
  server.script([{ match: "GET /flutterwave", fault: { status: 500, body: "trouble" }, times: 8 }])
  expect((await send(provider.notice(pay(), "signature"))).statusCode).toBe(200)
  await until(async () => (await jobsLater()) > 0)
  expect(await trace()).toEqual({ ...nothing, status: "created" })
  server.reset()
  await sql`update jobs.job set start_after = now() where name = ${settleOrder.name}`.execute(t.s.db)
  await until(async () => (await trace()).status === "paid")
  expect(await trace()).toEqual(paid)
})

/** How many questions about payments wait to be asked again. */
async function jobsLater(): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from jobs.job where name = ${settleOrder.name} and state = 'created' and start_after > now()`.execute(
    t.s.db,
  )
  return rows.length
}

test("a notice whose reference is not that of its transaction gives nothing to the named order", async () => {
  const other = await orderFor(t, person)
  const id = pay({ tx_ref: other.tx_ref })
  const body = JSON.stringify({ event: "charge.completed", data: { id, tx_ref: order.tx_ref, status: "successful" } })
  const headers = {
    "content-type": "application/json",
    "flutterwave-signature": signBody(provider.webhookHash, Buffer.from(body)),
  }
  expect((await send({ headers, body })).statusCode).toBe(200)
  await until(async () => server.count("GET /flutterwave/v3/transactions/verify_by_reference") > 0)
  expect(await trace()).toEqual({ ...nothing, status: "created" })
})

test.each<[string, Record<string, string>]>([
  ["without a signature", {}],
  ["with a wrong hash", { "verif-hash": "wrong" }],
  ["with an empty hash", { "verif-hash": "" }],
  ["with a wrong signature", { "flutterwave-signature": "MivezIxg1pfDCoekPtd4y86gRdDi8MZ6ajwd0rvWdzk=" }],
])("a notice %s is refused, and nothing is asked", async (_, headers) => {
  const { body } = provider.notice(pay(), "verif-hash")
  expect((await send({ body, headers: { "content-type": "application/json", ...headers } })).statusCode).toBe(401)
  expect(server.log()).toEqual([])
  expect(await trace()).toEqual({ ...nothing, status: "created" })
})

test.each(["{}", "[]", "nothing", '{"data":{"id":{}}}', '{"data":{"tx_ref":5}}'])(
  "a signed notice %s changes nothing",
  async (body) => {
    const headers = {
      "content-type": "application/json",
      "flutterwave-signature": signBody(provider.webhookHash, Buffer.from(body)),
    }
    expect((await send({ headers, body })).statusCode).toBe(200)
    expect(await trace()).toEqual({ ...nothing, status: "created" })
  },
)

test("a notice that comes again a day later changes nothing", async () => {
  const notice = provider.notice(pay(), "signature")
  await send(notice)
  await until(async () => (await trace()).status === "paid")
  await t.s.db
    .updateTable("paymentNotices")
    .set({ handledAt: new Date(Date.now() - 86_400_000) })
    .execute()
  expect((await send(notice)).statusCode).toBe(200)
  await check(t, person, order.tx_ref)
  expect(await trace()).toEqual(paid)
})

describe("a provider that", () => {
  test("does not know the payment yet is asked again, and then it counts", async () => {
    await check(t, person, order.tx_ref, { transaction_id: 5 })
    expect(await trace()).toEqual({ ...nothing, status: "created" })
    pay()
    await t.s.db
      .updateTable("paymentOrders")
      .set({ nextCheckAt: new Date(0) })
      .where("txRef", "=", order.tx_ref)
      .execute()
    await reconcileOrders.run(t.s, {}, AbortSignal.timeout(30_000))
    expect(await trace()).toEqual(paid)
  })

  test.each([
    ["answers 500", { status: 500, body: "<html>trouble</html>" }],
    ["breaks off", { reset: "halfway" as const }],
    ["answers 401", { status: 401, body: {} }],
    ["answers 400 with other words", { status: 400, body: { status: "error", message: "Bad request" } }],
    ["answers HTML", { status: 200, body: "<html>" }],
    ["answers half of it", { truncates: true as const }],
    ["answers something else", { status: 200, body: { status: "success", data: { id: "x" } } }],
  ])("%s leads to nothing given and nothing lost", async (_, fault) => {
    const id = pay()
    server.script([{ match: "GET /flutterwave", fault, times: 8 }])
    const reply = await t.request("POST", `/orders/${order.tx_ref}/check`, { person, body: { transaction_id: id } })
    expect(reply.json()).toMatchObject({ code: 503, type: "service_unavailable" })
    expect(reply.body).not.toContain("html")
    expect(await trace()).toEqual({ ...nothing, status: "created" })
    server.reset()
    await check(t, person, order.tx_ref)
    expect(await trace()).toEqual(paid)
  })
})
