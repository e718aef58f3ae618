import type { PaymentOrder } from "#contract/money/orders.ts"
import { freePort } from "#server/testing/processes/processes.ts"
import { openTestApp, type TestApp, type TestAppOptions, type TestPerson } from "#server/testing/test-app.ts"

/** A test app that listens at its public address, as notices of a provider need it. */
export async function openListeningApp(options: TestAppOptions = {}): Promise<TestApp> {
  const port = await freePort()
  const settings = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, ...options.settings }
  const t = await openTestApp({ ...options, settings })
  await t.app.listen({ port, host: "127.0.0.1" })
  return t
}

/** Orders something through the product's own call. */
export async function orderFor(
  t: TestApp,
  person: TestPerson,
  item = "credits:basic",
  currency: "NGN" | "USD" = "NGN",
): Promise<PaymentOrder> {
  const reply = await t.request("POST", "/orders", { person, body: { item, currency } })
  if (reply.statusCode !== 201) throw new Error(`Ordering failed: ${reply.body}`)
  return reply.json<{ data: PaymentOrder }>().data
}

/** Has the sandbox play a payment. @returns the number of its transaction */
export async function play(t: TestApp, txRef: string, body: object): Promise<string> {
  const reply = await t.request("POST", `/dev/pay/${txRef}`, { body })
  if (reply.statusCode !== 201) throw new Error(`The sandbox refused: ${reply.body}`)
  return reply.json<{ data: { transaction_id: string } }>().data.transaction_id
}

/** Has the provider asked now, as the buyer's page does. */
export async function check(t: TestApp, person: TestPerson, txRef: string, body: object = {}): Promise<PaymentOrder> {
  const reply = await t.request("POST", `/orders/${txRef}/check`, { person, body })
  if (reply.statusCode !== 200) throw new Error(`Checking failed: ${reply.body}`)
  return reply.json<{ data: PaymentOrder }>().data
}

/** Everything that a payment leaves behind, to be compared in one go. */
export async function traceOf(t: TestApp, accountId: string, txRef: string) {
  const payments = await t.s.db
    .selectFrom("payments")
    .select(["outcome", "keptMinor", "refundMinor"])
    .where("txRef", "=", txRef)
    .orderBy("id")
    .execute()
  const order = await t.s.db
    .selectFrom("paymentOrders")
    .select("status")
    .where("txRef", "=", txRef)
    .executeTakeFirstOrThrow()
  const receipts = await t.s.db.selectFrom("receipts").select("number").where("txRef", "=", txRef).execute()
  const { available } = await t.s.db
    .selectFrom("creditAccounts")
    .select("available")
    .where("accountId", "=", accountId)
    .executeTakeFirstOrThrow()
  const lots = await t.s.db.selectFrom("creditLots").select("available").where("accountId", "=", accountId).execute()
  const transfers = await t.s.db
    .selectFrom("creditTransfers")
    .select("amount")
    .where("accountId", "=", accountId)
    .where("kind", "=", "purchase")
    .execute()
  return {
    status: order.status,
    payments: payments.map(({ outcome, keptMinor, refundMinor }) => `${outcome} ${keptMinor} ${refundMinor}`),
    receipts: receipts.length,
    credits: available,
    ledger: transfers.reduce((sum, { amount }) => sum + amount, 0),
    lots: lots.reduce((sum, lot) => sum + lot.available, 0),
  }
}

/** Makes the person an operator who may move money. */
export async function makeFinance(t: TestApp, person: TestPerson): Promise<void> {
  await t.s.db.insertInto("operators").values({ accountId: person.accountId, role: "finance" }).execute()
}

/** Refunds an order as operators do. @returns what was taken back, in words */
export async function refundFor(
  t: TestApp,
  operator: TestPerson,
  txRef: string,
  reason = "Asked for it",
): Promise<string> {
  const reply = await t.request("POST", `/operators/orders/${txRef}/refund`, { person: operator, body: { reason } })
  if (reply.statusCode !== 200) throw new Error(`Refunding failed: ${reply.body}`)
  return reply.json<{ data: { refund: { effect: string } } }>().data.refund.effect
}
