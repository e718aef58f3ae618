import { fireEvent, screen, within } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { proStudioPlan } from "#contract/catalogue/plans.ts"
import { getOffer } from "#contract/money/credits.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { bringAllIntoView } from "#web/testing/in-view.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { PricingScreen } from "./pricing-screen.tsx"

afterEach(() => vi.unstubAllGlobals())

test("shows dollars to a visitor, and naira when asked", async () => {
  const user = renderScreen(<PricingScreen />)
  const basic = screen.getByRole("region", { name: "Basic" })
  expect(within(basic).getByText("$4")).toBeDefined()
  await user.click(screen.getByLabelText("Naira"))
  expect(within(basic).getByText("₦6,000")).toBeDefined()
})

test("starts in naira for a session from Nigeria", () => {
  localStorage.setItem("user_country_code", "NG")
  renderScreen(<PricingScreen />)
  expect(within(screen.getByRole("region", { name: "Max" })).getByText("₦29,000")).toBeDefined()
})

test("offers Pro Studio at its full price while there is no promotion", () => {
  renderScreen(<PricingScreen />)
  const studio = screen.getByRole("region", { name: "Pro Studio" })
  expect(proStudioPlan.is_promo).toBe(false)
  expect(within(studio).getByText("$35")).toBeDefined()
  expect(within(studio).queryByText("$7")).toBeNull()
})

test("recommends one plan, says what a credit costs, and leads to each plan by way of an account", () => {
  localStorage.setItem("user_country_code", "NG")
  renderScreen(<PricingScreen />)
  expect(screen.getAllByText("Recommended")).toHaveLength(1)
  const max = within(screen.getByRole("region", { name: "Max" }))
  expect(max.getByText("Recommended")).toBeDefined()
  expect(max.getByText("₦19.3 a credit")).toBeDefined()
  expect(max.getByText("1,500 credits")).toBeDefined()
  const links = ["Basic", "Pro", "Max", "Pro Studio"].map((plan) =>
    screen.getByRole("link", { name: `Choose ${plan}` }).getAttribute("href"),
  )
  expect(links).toEqual(
    ["basic", "pro", "max", "pro-studio"].map(
      (id) => `/sign-up?to=${encodeURIComponent(`/credits-billing?plan=${id}`)}`,
    ),
  )
})

test("counts credits for a tool and finds the cheapest plan", async () => {
  const user = renderScreen(<PricingScreen />)
  await user.selectOptions(screen.getByLabelText("Tool"), "Flux-dev Realism: 2 credits")
  fireEvent.change(screen.getByLabelText(/^Products I list/), { target: { value: "100" } })
  fireEvent.change(screen.getByLabelText(/^Pictures of each/), { target: { value: "3" } })
  expect(screen.getByRole("status").textContent).toBe("600 creditsfor 300 pictures a month. Cheapest: 3 × Basic, $12. ")
})

test("takes the currency of the visitor's country, and lets it be changed", async () => {
  bringAllIntoView()
  fakeApi().answer(getOffer, { data: { currency: "NGN", waysToPay: [], isSandbox: false, isStudioPromo: false } })
  const user = renderScreen(<PricingScreen />)
  const basic = screen.getByRole("region", { name: "Basic" })
  await within(basic).findByText("₦6,000")
  await user.click(screen.getByLabelText("Dollars"))
  expect(within(basic).getByText("$4")).toBeDefined()
})

test.each([
  [[], true],
  [["card"] as const, false],
])("with the ways to pay %j it says that nothing can be bought: %s", async (waysToPay, isSaid) => {
  bringAllIntoView()
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: [...waysToPay], isSandbox: false, isStudioPromo: false } })
  renderScreen(<PricingScreen />)
  await within(screen.getByRole("region", { name: "Basic" })).findByText("₦6,000")
  expect(screen.queryByText(/not connected on this installation yet/) !== null).toBe(isSaid)
})
