import { fireEvent, screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { proStudioPlan } from "#contract/catalogue/plans.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { PricingScreen } from "./pricing-screen.tsx"

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

test("counts credits for a tool and finds the cheapest plan", async () => {
  const user = renderScreen(<PricingScreen />)
  await user.selectOptions(screen.getByLabelText("Tool"), "Flux-dev Realism: 2 credits")
  fireEvent.change(screen.getByLabelText(/^Pictures/), { target: { value: "300" } })
  expect(screen.getByRole("status").textContent).toBe("600 creditsCheapest: 3 × Basic, $12. ")
})

test("says honestly that nothing can be bought yet", () => {
  renderScreen(<PricingScreen />)
  expect(screen.getByText(/not connected on this installation yet/)).toBeDefined()
})
