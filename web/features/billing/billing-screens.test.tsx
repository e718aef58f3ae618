import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { ApplicationFeeScreen } from "./application-fee-screen.tsx"
import { CreditsScreen } from "./credits-screen.tsx"

const note = "Payments are not connected on this installation yet."

test.each([
  ["ng", "₦22,000"],
  ["gb", "$14"],
])("shows the plans first in the currency of country %s", async (code, price) => {
  fakeApi()
  localStorage.setItem("user_country_code", code)
  renderScreen(<CreditsScreen />, { at: "/credits-billing" })
  expect(screen.getByRole("radio", { name: /Pro/ }).closest("label")?.textContent).toContain(price)
})

test("shows the other currency when asked, and never lets pay what is not connected", async () => {
  signedIn(fakeApi())
  const user = renderScreen(<CreditsScreen />, { at: "/credits-billing" })
  await user.click(screen.getByRole("radio", { name: "Dollars" }))
  await user.click(screen.getByRole("radio", { name: /Max/ }))
  expect(screen.getByRole("radio", { name: /Max/ }).closest("label")?.textContent).toContain("$18")
  const pay = screen.getByRole<HTMLButtonElement>("button", { name: "Pay" })
  expect(pay.disabled).toBe(true)
  expect(document.getElementById(pay.getAttribute("aria-describedby") ?? "")?.textContent).toBe(note)
})

test("names the program of the fee", () => {
  renderScreen(<ApplicationFeeScreen />, { at: "/billing?program=strategy_and_consulting" })
  screen.getByText(/Strategy & Consulting/)
  screen.getByText("₦10,000")
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Pay" }).disabled).toBe(true)
})

test.each(["/billing", "/billing?program=nothing", "/billing?program=data_foundations"])(
  "asks for a program at %s",
  (at) => {
    renderScreen(<ApplicationFeeScreen />, { at })
    expect(screen.getByRole("link", { name: "Choose one on the dashboard" }).getAttribute("href")).toBe("/app")
  },
)
