import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { modes } from "#contract/catalogue/modes.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { Component as ModesScreen } from "./modes-screen.tsx"

test("leads to every mode and says what it costs", () => {
  renderScreen(<ModesScreen />, { at: "/generations?mode=dalle3" })
  const cards = screen.getAllByRole("link")
  expect(cards.map((card) => card.getAttribute("href"))).toEqual(
    modes.map((mode) => `${mode.screen}?mode=${mode.slug}`),
  )
  expect(cards[0]?.textContent).toContain("5 credits")
  expect(screen.getByRole("link", { current: true }).textContent).toContain("DALL-E 3")
})
