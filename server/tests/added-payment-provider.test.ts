import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { PaymentProviderDeclaration } from "#server/adapters/payments/declaration.ts"
import type { ProviderTransaction } from "#server/adapters/payments/port.ts"
import { settleOrder } from "#server/features/money/payments/jobs.ts"
import { settings } from "#server/settings/all.ts"
import { readConfig } from "#server/settings/config.ts"
import { orderFor, traceOf } from "#server/testing/records/payments.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"

const { paid } = vi.hoisted(() => ({ paid: new Map<string, ProviderTransaction>() }))

// All that a provider brings is its declaration, which stands in the list of all.
vi.mock("#server/adapters/payments/all-providers.ts", async (importOriginal) => {
  const original = await importOriginal<typeof import("#server/adapters/payments/all-providers.ts")>()
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
  return { paymentProviders: [...original.paymentProviders, cowries] }
})

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ settings: { PAYMENTS: "cowries", COWRIES_KEY: "shell" }, hasWorker: false })
})
afterAll(() => t.close())

test("a provider that is added is listed with its settings, and PAYMENTS knows it", () => {
  expect(settings.filter(({ name }) => name === "COWRIES_KEY")).toHaveLength(1)
  expect(settings.find(({ name }) => name === "PAYMENTS")?.what).toContain("`cowries` (shells)")
  expect(() => readConfig({ PAYMENTS: "beads" }, { threads: 1 })).toThrow(/one of flutterwave, sandbox, cowries/)
})

test("it takes an order to its page, hears its notices, and the content policy lets browsers to it", async () => {
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
