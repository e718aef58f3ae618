import { screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import { getOffer } from "#contract/product/credits.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { ApplicationFeeScreen } from "./application-fee-screen.tsx"
import { CreditsScreen } from "./credits-screen.tsx"

/** The calls of an installation without payments. */
function apiWithoutPayments() {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "USD", waysToPay: [] } })
  return api
}

const note = "Payments are not connected on this installation yet."

test.each([
  ["ng", "₦22,000"],
  ["gb", "$14"],
])("shows the plans first in the currency of country %s", async (code, price) => {
  apiWithoutPayments()
  localStorage.setItem("user_country_code", code)
  renderScreen(<CreditsScreen />, { at: "/credits-billing" })
  expect(screen.getByRole("radio", { name: /Pro/ }).closest("label")?.textContent).toContain(price)
})

test("shows the other currency when asked, and never lets pay what is not connected", async () => {
  signedIn(apiWithoutPayments())
  const user = renderScreen(<CreditsScreen />, { at: "/credits-billing" })
  await user.click(screen.getByRole("radio", { name: "Dollars" }))
  await user.click(screen.getByRole("radio", { name: /Max/ }))
  expect(screen.getByRole("radio", { name: /Max/ }).closest("label")?.textContent).toContain("$18")
  const pay = screen.getByRole<HTMLButtonElement>("button", { name: "Pay" })
  expect(pay.disabled).toBe(true)
  expect((await screen.findByText(note)).id).toBe(pay.getAttribute("aria-describedby"))
})

test("says nothing of the kind once there is a way to pay", async () => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"] } })
  signedIn(api)
  renderScreen(<CreditsScreen />, { at: "/credits-billing" })
  await waitFor(() => expect(api.callsOf(getOffer)).toHaveLength(1))
  expect(screen.queryByText(note)).toBeNull()
})

test("names the program of the fee", () => {
  apiWithoutPayments()
  renderScreen(<ApplicationFeeScreen />, { at: "/billing?program=strategy_and_consulting" })
  screen.getByText(/Strategy & Consulting/)
  screen.getByText("₦10,000")
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Pay" }).disabled).toBe(true)
})

test.each(["/billing", "/billing?program=nothing", "/billing?program=data_foundations"])(
  "asks for a program at %s",
  (at) => {
    apiWithoutPayments()
    renderScreen(<ApplicationFeeScreen />, { at })
    expect(screen.getByRole("link", { name: "Choose one on the dashboard" }).getAttribute("href")).toBe("/app")
  },
)
