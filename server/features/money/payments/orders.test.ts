import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { PaymentOrder } from "#contract/money/orders.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(() => t.close())

function order(person: TestPerson | undefined, body: object, key?: string) {
  return t.request("POST", "/orders", {
    body,
    ...(person ? { person } : {}),
    ...(key ? { headers: { "idempotency-key": key } } : {}),
  })
}

describe("POST /orders", () => {
  test.each([
    ["credits:basic", "NGN", 6_000],
    ["credits:basic", "USD", 4],
    ["credits:pro", "NGN", 22_000],
    ["credits:pro", "USD", 14],
    ["credits:max", "NGN", 29_000],
    ["credits:max", "USD", 18],
    ["studio:pro", "NGN", 54_500],
    ["studio:pro", "USD", 35],
  ])("%s costs %s %d, whatever the browser says", async (item, currency, amount) => {
    const person = await t.signUp()
    const reply = await order(person, { item, currency, amount: 1 })
    expect(reply.statusCode, reply.body).toBe(201)
    const { data } = reply.json<{ data: PaymentOrder }>()
    expect(PaymentOrder.parse(data)).toMatchObject({
      item,
      amount,
      currency,
      status: "created",
      received: 0,
      isSandbox: true,
    })
    expect(data.tx_ref).toMatch(/^\d{13}-[0-9a-f]{24}$/)
    expect(data.checkout).toEqual({ kind: "page", url: `/dev/pay/${data.tx_ref}` })
    const [row] = await t.s.db.selectFrom("paymentOrders").selectAll().where("txRef", "=", data.tx_ref).execute()
    expect(row).toMatchObject({ accountId: person.accountId, amountMinor: String(amount * 100) })
  })

  test("is in dollars where the country is not known", async () => {
    const { data } = (await order(await t.signUp(), { item: "credits:basic" })).json()
    expect(data.currency).toBe("USD")
  })

  test.each<[string, object, string]>([
    ["an unknown plan", { item: "credits:gold" }, "item"],
    ["an unknown kind", { item: "gold:one" }, "item"],
    ["no item", {}, "item"],
    ["another currency", { item: "credits:basic", currency: "EUR" }, "currency"],
    ["an option it does not have", { item: "credits:basic", options: { amount: 1 } }, "options"],
  ])("refuses %s at its field", async (_, body, field) => {
    const reply = await order(await t.signUp(), body)
    expect(reply.statusCode).toBe(400)
    expect(Object.keys(reply.json().fields)).toEqual([field])
  })

  test("waits for the buyer's phone and place, and names what is missing", async () => {
    const person = await t.signUp({ details: false })
    const body = { item: "credits:basic", currency: "NGN" }
    expect((await t.request("POST", "/orders/quote", { person, body })).statusCode).toBe(200)
    const refused = await order(person, body, "a-key-of-its-own")
    expect(refused.json()).toMatchObject({
      code: 400,
      type: "general_argument_invalid",
      message: "Please save your phone and place first.",
      fields: {
        phoneNumber: "Phone number too short",
        country: "Country is required",
        state: "State is required",
      },
    })
    const profile = t.s.db.updateTable("profiles").where("accountId", "=", person.accountId)
    await profile.set({ phoneNumber: "+2348031234567", country: "Nigeria", state: "  " }).execute()
    const nearly = await order(person, body, "a-key-of-its-own")
    expect(nearly.json()).toMatchObject({ code: 400, fields: { state: "State is required" } })
    expect((await t.request("GET", "/orders", { person })).json().data).toEqual([])
    await profile.set({ state: "Lagos" }).execute()
    expect((await order(person, body, "a-key-of-its-own")).statusCode).toBe(201)
  })

  test("is for people with a session", async () => {
    expect((await order(undefined, { item: "credits:basic" })).statusCode).toBe(401)
  })

  test("with one key is one order, and the key is good for nothing else", async () => {
    const person = await t.signUp()
    const body = { item: "credits:basic", currency: "NGN" }
    const replies = await Promise.all([1, 2, 3, 4].map(() => order(person, body, "the-same-key")))
    const references = replies.map((reply) => reply.json().data.tx_ref)
    expect(new Set(references).size).toBe(1)
    expect((await order(person, { ...body, item: "credits:pro" }, "the-same-key")).json()).toMatchObject({
      type: "idempotency_key_reused",
      code: 422,
    })
    const another = await order(await t.signUp(), body, "the-same-key")
    expect(another.json().data.tx_ref).not.toBe(references[0])
  })
})

describe("own orders", () => {
  test("are listed newest first, page by page, and nobody else's", async () => {
    const person = await t.signUp()
    const stranger = await t.signUp()
    const made: string[] = []
    for (const item of ["credits:basic", "credits:pro", "credits:max"]) {
      made.push((await order(person, { item })).json().data.tx_ref)
    }
    const first = (await t.request("GET", "/orders?limit=2", { person })).json()
    const second = (await t.request("GET", `/orders?limit=2&cursor=${first.nextCursor}`, { person })).json()
    const listed = [...first.data, ...second.data].map(({ tx_ref }) => tx_ref)
    expect(listed.toSorted()).toEqual(made.toSorted())
    expect(second.nextCursor).toBeNull()
    expect((await t.request("GET", "/orders", { person: stranger })).json()).toEqual({ data: [], nextCursor: null })
    const reply = await t.request("GET", `/orders/${made[0]}`, { person: stranger })
    expect(reply.json()).toMatchObject({ code: 404, type: "not_found" })
    expect((await t.request("GET", `/orders/${made[0]}`)).statusCode).toBe(401)
    expect((await t.request("GET", "/orders/nothing", { person })).statusCode).toBe(400)
  })
})
