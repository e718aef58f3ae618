import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { PaymentProviderDeclaration } from "#server/adapters/payments/declaration.ts"
import type { ProviderTransaction } from "#server/adapters/payments/port.ts"
import type { TestApp } from "#server/testing/test-app.ts"

const paid = new Map<string, ProviderTransaction>()

/** All that a provider brings is its declaration, which stands in the list of all. */
const cowries: PaymentProviderDeclaration = {
  kind: "cowries",
  about: " (shells)",
  settings: [{ name: "COWRIES_KEY", what: "Key of the shells.", default: "none" }],
  read: ({ text }) => {
    const key = text("COWRIES_KEY")
    if (key === null) return null
    return {
      kind: "cowries",
      browserHosts: { script: ["https://js.cowries.example"], frame: [], connect: ["https://api.cowries.example"] },
      liveQuestions: [],
      open: () => ({
        kind: "cowries",
        checkoutFor: () => ({ kind: "page", url: null }),
        linkFor: async ({ txRef }) => `https://pay.cowries.example/${txRef}`,
        findById: async () => null,
        findByReference: async (txRef) => paid.get(txRef) ?? null,
        listPaid: async () => [],
        readNotice: (headers, body) =>
          headers["x-cowries"] === key ? { txRef: body.toString(), transactionId: null } : null,
      }),
    }
  },
}

let t: TestApp

// Test files of a process share its modules: this one loads its own, with the longer list, and leaves none behind.
beforeAll(async () => {
  vi.resetModules()
  const { paymentProviders } = await import("#server/adapters/payments/all-providers.ts")
  vi.doMock("#server/adapters/payments/all-providers.ts", () => ({ paymentProviders: [...paymentProviders, cowries] }))
  vi.resetModules()
  const { openTestApp } = await import("#server/testing/test-app.ts")
  t = await openTestApp({ settings: { PAYMENTS: "cowries", COWRIES_KEY: "shell" }, hasWorker: false })
})
afterAll(async () => {
  await t.close()
  vi.doUnmock("#server/adapters/payments/all-providers.ts")
  vi.resetModules()
})

test("a provider that is added is listed with its settings, and PAYMENTS knows it", async () => {
  const { settings } = await import("#server/settings/all.ts")
  const { readConfig } = await import("#server/settings/config.ts")
  expect(settings.filter(({ name }) => name === "COWRIES_KEY")).toHaveLength(1)
  expect(settings.find(({ name }) => name === "PAYMENTS")?.what).toContain("`cowries` (shells)")
  expect(() => readConfig({ PAYMENTS: "beads" }, { threads: 1 })).toThrow(/one of flutterwave, sandbox, cowries/)
})

test("it takes an order to its page, hears its notices, and the content policy lets browsers to it", async () => {
  const { orderFor, traceOf } = await import("#server/testing/records/payments.ts")
  const { settleOrder } = await import("#server/features/money/payments/jobs.ts")
  const person = await t.signUp()
  const { tx_ref, checkout } = await orderFor(t, person)
  expect(checkout).toEqual({ kind: "page", url: null })
  const link = await t.request("POST", `/orders/${tx_ref}/link`, { person })
  expect(link.json().data.url).toBe(`https://pay.cowries.example/${tx_ref}`)
  paid.set(tx_ref, { id: "7", txRef: tx_ref, amountMinor: 600_000, currency: "NGN", status: "successful", method: "" })
  const notice = { method: "POST", url: "/webhooks/cowries", payload: tx_ref } as const
  expect((await t.app.inject(notice)).statusCode).toBe(401)
  expect((await t.app.inject({ ...notice, headers: { "x-cowries": "shell" } })).statusCode).toBe(200)
  await settleOrder.run(t.s, { txRef: tx_ref, transactionId: null, tries: 0 }, AbortSignal.timeout(30_000))
  expect(await traceOf(t, person.accountId, tx_ref)).toMatchObject({ status: "paid", credits: 200 })
  const policy = String((await t.request("GET", "/healthz")).headers["content-security-policy"])
  expect(policy).toContain("script-src 'self' https://js.cowries.example;")
  expect(policy).toContain("connect-src 'self' https://api.cowries.example")
})
