import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { listMoneyAttention } from "#contract/identity/operators.ts"
import type { PaymentOrder } from "#contract/money/orders.ts"
import type { OpenDatabase } from "#server/db/open.ts"
import { openTestDatabase } from "#server/testing/databases/test-database.ts"
import { type FakeServer, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { type FakeFlutterwave, playFlutterwave } from "#server/testing/providers/flutterwave.ts"
import { check, makeFinance, orderFor, play, traceOf } from "#server/testing/records/payments.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { reconcileOrders, settleOrder } from "./jobs.ts"

let dir: string
let server: FakeServer
let provider: FakeFlutterwave
let database: OpenDatabase
/** One installation after the other, on the same records: new orders at the sandbox, at Flutterwave, and without its keys. */
let atSandbox: TestApp
let atFlutterwave: TestApp
let withoutKeys: TestApp
let person: TestPerson

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "aworan-switched-"))
  server = await openFakeServer()
  provider = playFlutterwave(server)
  database = await openTestDatabase()
  const keys = {
    FLUTTERWAVE_PUBLIC_KEY: "FLWPUBK_TEST-1",
    FLUTTERWAVE_SECRET_KEY: provider.secretKey,
    FLUTTERWAVE_WEBHOOK_HASH: provider.webhookHash,
    FLUTTERWAVE_BASE_URL: provider.baseUrl,
  }
  const open = (settings: Record<string, string>) =>
    openTestApp({
      settings: { DATA_DIR: dir, ...settings },
      replace: { database: { ...database, close: async () => undefined } },
      hasWorker: false,
    })
  atSandbox = await open({ PAYMENTS: "sandbox", ...keys })
  atFlutterwave = await open({ PAYMENTS: "flutterwave", ...keys })
  withoutKeys = await open({ PAYMENTS: "sandbox" })
  person = await atSandbox.signUp()
})
afterAll(async () => {
  for (const t of [atSandbox, atFlutterwave, withoutKeys]) await t.close()
  await database.close()
  await server.close()
  rmSync(dir, { recursive: true, force: true })
})

const payAtFlutterwave = (txRef: string): number =>
  provider.pay({ tx_ref: txRef, amount: 6_000, currency: "NGN", status: "successful" })

/** Has the order's turn come, so many hours after it was placed, and the job run. */
async function reconcile(t: TestApp, txRef: string, hours = 0): Promise<void> {
  const before = new Date(Date.now() - hours * 3_600_000)
  const change = { nextCheckAt: new Date(0), ...(hours > 0 && { createdAt: before, expiresAt: before }) }
  await t.s.db.updateTable("paymentOrders").set(change).where("txRef", "=", txRef).execute()
  await reconcileOrders.run(t.s, {}, AbortSignal.timeout(30_000))
}

const orderIn = async (t: TestApp, txRef: string) =>
  (await t.request("GET", `/orders/${txRef}`, { person })).json<{ data: PaymentOrder }>().data

const paid = { status: "paid", payments: ["exact 600000 0"], receipts: 1 }

test("an order of the sandbox that is paid after the switch to Flutterwave counts", async () => {
  const { tx_ref } = await orderFor(atSandbox, person)
  expect((await orderIn(atFlutterwave, tx_ref)).checkout).toMatchObject({ kind: "page" })
  await play(atFlutterwave, tx_ref, { outcome: "success", notices: 0 })
  await reconcile(atFlutterwave, tx_ref, 2)
  expect(await traceOf(atFlutterwave, person.accountId, tx_ref)).toMatchObject(paid)
})

describe("an order of Flutterwave, after the switch to the sandbox", () => {
  test("can still be paid there, and is settled when its notice comes", async () => {
    const { tx_ref } = await orderFor(atFlutterwave, person)
    expect((await orderIn(atSandbox, tx_ref)).checkout).toMatchObject({ kind: "flutterwave" })
    const link = await atSandbox.request("POST", `/orders/${tx_ref}/link`, { person })
    expect(link.json().data.url).toMatch(/^https:\/\/checkout\.flutterwave\.com\//)
    const { headers, body } = provider.notice(payAtFlutterwave(tx_ref), "signature")
    const notice = await atSandbox.app.inject({ method: "POST", url: "/webhooks/flutterwave", headers, payload: body })
    expect(notice.statusCode).toBe(200)
    await settleOrder.run(atSandbox.s, { txRef: tx_ref, transactionId: null, tries: 0 }, AbortSignal.timeout(30_000))
    expect(await traceOf(atSandbox, person.accountId, tx_ref)).toMatchObject(paid)
  })

  test("is found paid without a notice, and its second payment too", async () => {
    const { tx_ref } = await orderFor(atFlutterwave, person)
    payAtFlutterwave(tx_ref)
    await reconcile(atSandbox, tx_ref, 2)
    payAtFlutterwave(tx_ref)
    await reconcile(atSandbox, tx_ref)
    const payments = ["exact 600000 0", "second 0 600000"]
    expect(await traceOf(atSandbox, person.accountId, tx_ref)).toMatchObject({ ...paid, payments })
  })

  test("is never paid at the sandbox", async () => {
    const { tx_ref } = await orderFor(atFlutterwave, person)
    const played = await atSandbox.request("POST", `/dev/pay/${tx_ref}`, { body: { outcome: "success", notices: 0 } })
    expect(played.statusCode).toBe(404)
    expect((await check(atSandbox, person, tx_ref)).status).toBe("created")
  })
})

describe("an order whose provider is not set up any more", () => {
  test("says so, waits in the operators' view, and counts once the provider is back", async () => {
    const { tx_ref } = await orderFor(atFlutterwave, person)
    payAtFlutterwave(tx_ref)
    const operator = await withoutKeys.signUp()
    await makeFinance(withoutKeys, operator)
    const waiting = async (t: TestApp) => {
      const reply = await t.request("GET", listMoneyAttention.path, { person: operator })
      return reply.json().data.withoutProvider.filter((one: { tx_ref: string }) => one.tx_ref === tx_ref)
    }

    // Three days later nobody could be asked yet.
    await reconcile(withoutKeys, tx_ref, 72)
    const told = await check(withoutKeys, person, tx_ref)
    expect(told).toMatchObject({ status: "expired", checkout: null })
    expect(told.problem).toMatch(/not connected here at the moment.*nothing is lost/)
    expect((await withoutKeys.request("POST", `/orders/${tx_ref}/link`, { person })).statusCode).toBe(409)
    expect(await waiting(withoutKeys)).toMatchObject([{ provider: "flutterwave", amount: 6_000, currency: "NGN" }])
    const seen = await withoutKeys.request("GET", `/operators/orders/${tx_ref}`, { person: operator })
    expect(seen.json().data).toMatchObject({ provider: "flutterwave", isProviderMissing: true, canApprove: true })

    await reconcile(atFlutterwave, tx_ref)
    expect(await traceOf(atFlutterwave, person.accountId, tx_ref)).toMatchObject(paid)
    expect(await waiting(withoutKeys)).toEqual([])
    expect((await orderIn(atFlutterwave, tx_ref)).problem).toBeNull()
  })

  test("waits for a month, and is left then", async () => {
    const { tx_ref } = await orderFor(atFlutterwave, person)
    const nextCheck = async () => {
      const row = withoutKeys.s.db.selectFrom("paymentOrders").select("nextCheckAt").where("txRef", "=", tx_ref)
      return (await row.executeTakeFirstOrThrow()).nextCheckAt
    }
    await reconcile(withoutKeys, tx_ref, 29 * 24)
    // Operators read that it is settled within the hour once the provider is back.
    const wait = ((await nextCheck())?.getTime() ?? Number.NaN) - Date.now()
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(3_600_000)
    await reconcile(withoutKeys, tx_ref, 31 * 24)
    expect(await nextCheck()).toBeNull()
    expect((await orderIn(withoutKeys, tx_ref)).problem).toBeNull()
  })
})
