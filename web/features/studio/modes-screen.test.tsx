import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { makers } from "#contract/catalogue/makers.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { Component as ModesScreen } from "./modes-screen.tsx"

test("leads to every mode and says what it costs", () => {
  renderScreen(<ModesScreen />, { at: "/generations?mode=dalle3" })
  const cards = screen.getAllByRole("link")
  expect(cards.map((card) => card.getAttribute("href"))).toEqual(makers.map(({ address }) => address))
  expect(cards[0]?.textContent).toContain("5 credits")
  expect(screen.getByRole("link", { current: true }).textContent).toContain("DALL-E 3")
})
