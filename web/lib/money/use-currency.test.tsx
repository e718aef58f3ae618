import { cleanup, screen } from "@testing-library/react"
import type { ReactElement } from "react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { useCurrency } from "./use-currency.ts"

beforeEach(() => device(["en-GB"], "Europe/London"))
afterEach(() => vi.restoreAllMocks())

/** What the device is set to. */
function device(languages: readonly string[], timeZone: string): void {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(languages)
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone }
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue(options)
}

function Prices(): ReactElement {
  const [currency, pick] = useCurrency(undefined)
  return (
    <button type="button" onClick={() => pick(currency === "NGN" ? "USD" : "NGN")}>
      {currency}
    </button>
  )
}

function shownCurrency(): string | null {
  return screen.getByRole("button").textContent
}

test.each([
  ["a language of Nigeria", ["en-GB", "yo-NG"], "Europe/London", "NGN"],
  ["the clock of Lagos", ["en-US"], "Africa/Lagos", "NGN"],
  ["neither", ["en-US"], "Africa/Accra", "USD"],
])("%s decides the first currency", (_, languages, timeZone, currency) => {
  device(languages, timeZone)
  renderScreen(<Prices />)
  expect(shownCurrency()).toBe(currency)
})

test("what was picked is kept, whatever the device says", async () => {
  device(["en-NG"], "Africa/Lagos")
  const user = renderScreen(<Prices />)
  await user.click(screen.getByRole("button", { name: "NGN" }))
  expect(shownCurrency()).toBe("USD")
  cleanup()
  renderScreen(<Prices />)
  expect(shownCurrency()).toBe("USD")
})

test("the country of the session goes before what the device says", () => {
  device(["en-NG"], "Africa/Lagos")
  localStorage.setItem("user_country_code", "gh")
  renderScreen(<Prices />)
  expect(shownCurrency()).toBe("USD")
})
