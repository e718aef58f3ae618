import { afterAll, beforeAll, expect, test } from "vitest"
import { getOffer } from "#contract/money/credits.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ settings: { COUNTRY_HEADER: "x-country", TRUST_PROXY: "127.0.0.1", PAYMENTS: "disabled" } })
})
afterAll(() => t.close())

async function currencyFor(options: { headers?: Record<string, string>; person?: TestPerson } = {}): Promise<string> {
  const headers = { "x-forwarded-for": "198.51.100.7", ...options.headers }
  const reply = await t.request("GET", getOffer.path, { ...options, headers })
  return getOffer.reply.parse(reply.json()).data.currency
}

test.each([
  ["NG", "NGN"],
  ["ng", "NGN"],
  ["GB", "USD"],
  ["not a country", "USD"],
])("a visitor from %s sees %s", async (country, currency) => {
  expect(await currencyFor({ headers: { "x-country": country } })).toBe(currency)
})

test("a visitor from nowhere known sees dollars, and cannot pay while no provider is connected", async () => {
  const reply = await t.request("GET", getOffer.path)
  expect(reply.json()).toEqual({ data: { currency: "USD", waysToPay: [], isSandbox: false, isStudioPromo: false } })
})

test("the profile's country decides where the session's is not known", async () => {
  const person = await t.signUp()
  expect(await currencyFor({ person })).toBe("USD")
  await t.s.db.updateTable("profiles").set({ country: "Nigeria" }).where("accountId", "=", person.accountId).execute()
  expect(await currencyFor({ person })).toBe("NGN")
  expect(await currencyFor({ person, headers: { "x-country": "FR" } })).toBe("USD")
})
