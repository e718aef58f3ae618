import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { makers } from "#contract/catalogue/makers.ts"
import { allowCarousels, bringAllNear } from "#web/testing/near-window.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { Component as ModesScreen } from "./modes-screen.tsx"

test("leads to every mode and says what it costs", () => {
  allowCarousels()
  bringAllNear()
  renderScreen(<ModesScreen />, { at: "/generations?mode=dalle3" })
  const cards = screen.getAllByRole("link").slice(0, makers.length)
  expect(cards.map((card) => card.getAttribute("href"))).toEqual(makers.map(({ address }) => address))
  expect(cards[0]?.textContent).toContain("5 credits")
  // What one wants comes first, then the name of what makes it.
  const headings = screen.getAllByRole("heading", { level: 2 }).slice(0, makers.length)
  expect(headings.map(({ textContent }) => textContent)).toEqual(makers.map(({ wish, title }) => `${wish}${title}`))
  expect(screen.getByRole("link", { current: true }).textContent).toContain("DALL-E 3")
})
