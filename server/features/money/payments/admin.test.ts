import { unzipSync } from "fflate"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import { OperatorRole } from "#contract/identity/operators.ts"
import type { AdminOrder, AdminOrderSummary } from "#contract/money/orders-admin.ts"
import { readCsv } from "#server/testing/read-csv.ts"
import { buildPhotos } from "#server/testing/records/build-records.ts"
import { check, orderFor, play, traceOf } from "#server/testing/records/payments.ts"
import { photoWithPlace, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
const operators = new Map<OperatorRole, TestPerson>()
const nobody = "1767600000000-0123456789abcdef01234567"
const reason = "Paid by bank transfer"

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
  for (const role of OperatorRole.options) {
    const person = await t.signUp({ isVerified: true, name: `${role} Obi` })
    await t.s.db.insertInto("operators").values({ accountId: person.accountId, role }).execute()
    operators.set(role, person)
  }
})
afterAll(() => t.close())

const finance = () => operators.get("finance") as TestPerson

const send = (person: TestPerson | undefined, method: "GET" | "POST" | "DELETE", url: string, body?: object) =>
  t.request(method, url, { ...(person ? { person } : {}), ...(body ? { body } : {}) })

async function buy(person: TestPerson, item = "credits:basic", outcome = "success"): Promise<string> {
  const { tx_ref } = await orderFor(t, person, item)
  await play(t, tx_ref, { outcome, notices: 0 })
  await check(t, person, tx_ref)
  return tx_ref
}

async function found(query: string): Promise<string[]> {
  const reply = await send(finance(), "GET", `/operators/orders?${query}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.map(({ tx_ref }: AdminOrderSummary) => tx_ref)
}

describe("the orders of all are for owners and finance", () => {
  test.each([...OperatorRole.options, "person", "guest"] as const)("as %s", async (role) => {
    const buyer = await t.signUp()
    const [paid, unpaid] = [await buy(buyer), (await orderFor(t, buyer)).tx_ref]
    const caller = role === "guest" ? undefined : role === "person" ? await t.signUp() : operators.get(role)
    const isAllowed = role !== "person" && role !== "guest" && mayOperate(role, "money.see")
    const calls = [
      ["GET", "/operators/orders", undefined],
      ["GET", "/operators/orders.csv", undefined],
      ["GET", `/operators/orders/${paid}`, undefined],
      ["GET", `/operators/orders/${paid}/receipt.pdf`, undefined],
      ["POST", `/operators/orders/${unpaid}/approve`, { proof: `slip ${role}`, reason }],
      ["POST", `/operators/orders/${paid}/refund`, { reason }],
    ] as const
    for (const [method, url, body] of calls) {
      const { statusCode } = await send(caller, method, url, body)
      expect([url, statusCode]).toEqual([url, isAllowed ? 200 : role === "guest" ? 401 : 403])
    }
    expect((await traceOf(t, buyer.accountId, paid)).status).toBe(isAllowed ? "refunded" : "paid")
    expect((await traceOf(t, buyer.accountId, unpaid)).status).toBe(isAllowed ? "paid" : "created")
    const log = await t.s.db
      .selectFrom("operatorLog")
      .select("action")
      .where("subjectId", "=", buyer.accountId)
      .execute()
    expect(log).toHaveLength(isAllowed ? 2 : 0)
  })

  test("an order or a payment that does not exist is told as such, a wrong reference as wrong", async () => {
    for (const [method, url, body] of [
      ["GET", `/operators/orders/${nobody}`, undefined],
      ["GET", `/operators/orders/${nobody}/receipt.pdf`, undefined],
      ["POST", `/operators/orders/${nobody}/refund`, { reason }],
      ["POST", `/operators/orders/${nobody}/approve`, { proof: "slip", reason }],
      ["POST", `/operators/orders/${nobody}/payments/999999999999999999/paid-back`, { due: 1, reason }],
    ] as const) {
      expect([url, (await send(finance(), method, url, body)).statusCode]).toEqual([url, 404])
    }
    expect((await send(finance(), "GET", "/operators/orders/nothing")).statusCode).toBe(400)
    expect((await send(finance(), "POST", `/operators/orders/${nobody}/refund`, { reason: " " })).statusCode).toBe(400)
  })
})

test("orders are found by state, currency, product, person, reference and flag, page by page", async () => {
  const ada = await t.signUp({ name: "Zainab Bello" })
  const paid = await buy(ada)
  const short = await buy(ada, "credits:pro", "short")
  const dollars = (await orderFor(t, ada, "studio:pro", "USD")).tx_ref
  const late = (await orderFor(t, ada, "credits:max")).tx_ref
  const past = new Date(Date.now() - 1_000)
  await t.s.db.updateTable("paymentOrders").set({ expiresAt: past }).where("txRef", "=", late).execute()
  const mine = `search=${encodeURIComponent(ada.email.toUpperCase())}`
  expect((await found(mine)).toSorted()).toEqual([paid, short, dollars, late].toSorted())
  expect(await found(`${mine}&status=paid`)).toEqual([paid])
  expect(await found(`${mine}&status=expired`)).toEqual([late])
  expect(await found(`${mine}&status=created`)).toEqual([dollars])
  expect(await found(`${mine}&currency=USD`)).toEqual([dollars])
  expect(await found(`${mine}&kind=studio`)).toEqual([dollars])
  expect(await found(`${mine}&flagged=1`)).toEqual([short])
  expect(await found(`search=${paid}`)).toEqual([paid])
  expect(await found(`search=${ada.accountId}&status=short`)).toEqual([short])
  expect(await found("search=zainab&status=short")).toEqual([short])
  for (const search of ["%25", "_ainab"]) expect(await found(`search=${search}`)).toEqual([])
  const first = (await send(finance(), "GET", `/operators/orders?${mine}`)).json()
  expect(first.data[0].buyer).toEqual({ id: ada.accountId, name: "Zainab Bello", email: ada.email })
  const after = (await found(mine))[1]
  expect(await found(`${mine}&cursor=${after}`)).toEqual((await found(mine)).slice(2))
  expect((await send(finance(), "GET", "/operators/orders?status=lost")).statusCode).toBe(400)
})

test("the table for spreadsheets has every order of the filter, and no formula", async () => {
  const ada = await t.signUp({ name: "=1+1" })
  const references = [await buy(ada), (await orderFor(t, ada)).tx_ref]
  const reply = await send(finance(), "GET", `/operators/orders.csv?search=${ada.accountId}`)
  expect(reply.headers["content-type"]).toContain("text/csv")
  const lines = readCsv(reply.body)
  expect(lines).toHaveLength(3)
  expect(lines.slice(1).map(([reference]) => reference)).toEqual(references.toReversed())
  expect(lines[2]?.join(",")).toContain(`,paid,credits:basic,Basic: 200 credits,6000,NGN,'=1+1,${ada.email},R-`)
})

test("money that came past the provider is approved once, by its proof, and gives what was ordered", async () => {
  const ada = await t.signUp()
  const [one, other] = [(await orderFor(t, ada)).tx_ref, (await orderFor(t, ada)).tx_ref]
  const approve = (txRef: string, proof: string) =>
    send(finance(), "POST", `/operators/orders/${txRef}/approve`, { proof, reason })
  const replies = await Promise.all([approve(one, "GTB 0001"), approve(one, "GTB 0001"), approve(one, "GTB 0002")])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  const order = (await send(finance(), "GET", `/operators/orders/${one}`)).json<{ data: AdminOrder }>().data
  expect(order).toMatchObject({
    status: "paid",
    canApprove: false,
    refundEffect: expect.stringContaining("200 of 200"),
  })
  expect(order.payments).toMatchObject([{ provider: "offline", outcome: "exact", amount: 6_000, method: "offline" }])
  expect(order.receiptNumber).toMatch(/^R-\d{6}$/)
  const spent = await approve(other, order.payments[0]?.transactionId ?? "")
  expect(spent.json()).toMatchObject({ code: 409, type: "step_not_allowed" })
  expect(await traceOf(t, ada.accountId, other)).toMatchObject({ status: "created", payments: [], credits: 200 })
  const log = await t.s.db.selectFrom("operatorLog").selectAll().where("subjectId", "=", ada.accountId).execute()
  expect(log).toMatchObject([{ action: "orders.approve", reason, operatorName: "finance Obi" }])
})

test("nobody approves an order of their own: another operator does", async () => {
  const buyer = finance()
  const { tx_ref } = await orderFor(t, buyer, "credits:max")
  const approve = (by: TestPerson | undefined) =>
    send(by, "POST", `/operators/orders/${tx_ref}/approve`, { proof: "GTB 0177", reason })
  expect((await approve(buyer)).json()).toMatchObject({ code: 403, type: "not_allowed" })
  expect(await traceOf(t, buyer.accountId, tx_ref)).toMatchObject({ status: "created", payments: [] })
  expect((await approve(operators.get("owner"))).statusCode).toBe(200)
  expect((await traceOf(t, buyer.accountId, tx_ref)).status).toBe("paid")
})

test("a slip goes with the approval: owners and finance see it, and it is in the buyer's copy and goes with the buyer", async () => {
  const ada = await t.signUp()
  const txRef = (await orderFor(t, ada)).tx_ref
  const url = `/operators/orders/${txRef}/approve`
  const approve = (slip: object) => send(finance(), "POST", url, { proof: "GTB 0100", reason, slip })
  const [theirs] = await buildPhotos(t, ada.accountId, { count: 1 })
  const photo = { person: finance(), bucket: "images", name: "slip.jpg", fileId: "slip-of-ada" }
  const slip = { id: (await uploaded(t, await photoWithPlace(), photo)).$id }
  const fileOf = (file: { id: string } | undefined) => ({ bucketId: "images", fileId: file?.id })
  const foreign = await approve(fileOf(theirs))
  expect(foreign.json()).toMatchObject({ code: 400, fields: { slip: expect.stringContaining("no") } })
  expect((await approve({ bucketId: "secrets", fileId: slip.id })).statusCode).toBe(400)
  expect(await traceOf(t, ada.accountId, txRef)).toMatchObject({ status: "created", payments: [] })

  const approved = await approve(fileOf(slip))
  expect(approved.statusCode, approved.body).toBe(200)
  const [payment] = approved.json<{ data: AdminOrder }>().data.payments
  expect(payment?.slip?.url).toContain(`/files/${slip.id}/view`)
  const path = `/v1/storage/buckets/images/files/${slip.id}`
  const sees = async (person: TestPerson | undefined) => (await send(person, "GET", path)).statusCode
  for (const role of OperatorRole.options) {
    expect([role, await sees(operators.get(role))]).toEqual([role, mayOperate(role, "money.see") ? 200 : 404])
  }
  expect([await sees(await t.signUp()), await sees(ada)]).toEqual([404, 404])
  expect((await send(finance(), "DELETE", path)).statusCode).toBe(401)

  const copy = unzipSync((await t.request("GET", "/v1/account/export", { person: ada })).rawPayload)
  const names = Object.keys(copy).filter((name) => name.includes(slip.id))
  expect(names).toHaveLength(1)
  const copied = Buffer.from(copy[names[0] ?? ""] ?? [])
  expect(await sharp(copied).metadata()).toMatchObject({ format: "jpeg", width: 64, height: 48 })
  // Where the operator took it is not the buyer's to know.
  expect(copied.includes("Phone")).toBe(false)
  const used = async (person: TestPerson) =>
    (await t.s.db.selectFrom("fileUsage").select("files").where("accountId", "=", person.accountId).executeTakeFirst())
      ?.files
  expect([await used(ada), await used(finance())]).toEqual([2, 0])
  await t.s.db.deleteFrom("accounts").where("id", "=", ada.accountId).execute()
  expect(await sees(finance())).toBe(404)
  const left = await send(finance(), "GET", `/operators/orders/${txRef}`)
  expect(left.json<{ data: AdminOrder }>().data.payments).toMatchObject([{ transactionId: "GTB 0100", slip: null }])
})

test("a second payment is shown with what has to go back, and goes back once", async () => {
  const ada = await t.signUp()
  const txRef = await buy(ada)
  const id = await play(t, txRef, { outcome: "success", notices: 0 })
  await check(t, ada, txRef, { transaction_id: id })
  const read = async () =>
    (await send(finance(), "GET", `/operators/orders/${txRef}`)).json<{ data: AdminOrder }>().data
  const order = await read()
  expect(order.isFlagged).toBe(true)
  expect(order.payments.map(({ outcome, due }) => [outcome, due])).toEqual([
    ["exact", 0],
    ["second", 6_000],
  ])
  const url = `/operators/orders/${txRef}/payments/${order.payments[1]?.id}/paid-back`
  const replies = await Promise.all(
    [1, 2].map(() => send(finance(), "POST", url, { due: 6_000, reason: "Sent by bank" })),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(await read()).toMatchObject({
    isFlagged: false,
    status: "paid",
    payments: [{ due: 0 }, { due: 0, paidBack: 6_000 }],
  })
})
