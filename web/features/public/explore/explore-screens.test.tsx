import { screen, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { styles } from "#contract/catalogue/styles.ts"
import { allowCarousels, bringAllIntoView } from "#web/testing/in-view.ts"
import { expectAddress, renderScreen } from "#web/testing/render-screen.tsx"
import { Component as CategoryScreen } from "./category-screen.tsx"
import { Component as ExploreScreen } from "./explore-screen.tsx"

beforeEach(() => {
  allowCarousels()
  bringAllIntoView()
})

const addressOf = (name: string): string | null => screen.getByRole("link", { name }).getAttribute("href")

test("leads from the tools to shoots, to credits and to each of the sixteen styles", () => {
  renderScreen(<ExploreScreen />, { at: "/explore" })
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Explore Tools")
  expect([addressOf("Try Photoshoot"), addressOf("Buy credits")]).toEqual(["/app", "/credits-billing"])
  const row = screen.getByRole("region", { name: "Styles for you" })
  expect(within(row).getByText(/of 16$/)).toBeDefined()
  const cards = within(row).getAllByRole("link", { name: /^Try Now: / })
  expect(cards.map((card) => card.getAttribute("href")).sort()).toEqual(
    styles.map(({ slug }) => `/category/${slug}`).sort(),
  )
  // What is asked for most comes first.
  const trending = styles.filter(({ isTrending }) => isTrending).map(({ slug }) => `/category/${slug}`)
  expect(trending.length).toBeGreaterThan(0)
  expect(cards.slice(0, trending.length).map((card) => card.getAttribute("href"))).toEqual(trending)
  const miniApps = screen.getByRole("region", { name: "Mini Apps" })
  expect(miniApps.textContent).toBe("Mini Apps")
})

test.each(styles)("shows the trade $slug: its scenes, how to begin, and what is near to it", (style) => {
  renderScreen(<CategoryScreen />, { at: `/category/${style.slug}`, path: "/category/:slug" })
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(style.name)
  expect(screen.getByText(style.text)).toBeDefined()
  expect(addressOf("Start with photos")).toBe(`/training?mode=${style.slug}`)
  const wordsOf = (address: string | null): string | null =>
    new URL(address ?? "", "http://here").searchParams.get("prompt")
  expect(wordsOf(addressOf("Start with words"))).toBe(style.words)
  expect(style.templates.length).toBeGreaterThanOrEqual(6)
  for (const { title, prompt } of style.templates) {
    expect(screen.getByRole("img", { name: `${style.thing}: ${title}` })).toBeDefined()
    expect(wordsOf(addressOf(`Use this scene: ${title}`))).toBe(prompt.replace("{thing}", style.thing))
  }
  const related = within(screen.getByRole("navigation", { name: "Related trades" })).getAllByRole("link")
  expect(related.map((link) => link.getAttribute("href"))).toEqual(style.related.map((slug) => `/category/${slug}`))
  expect(related.length).toBeGreaterThan(0)
  expect(style.related).not.toContain(style.slug)
})

test("leads to all styles where there is no such trade", async () => {
  renderScreen(<CategoryScreen />, { at: "/category/moons", path: "/category/:slug" })
  await expectAddress("/explore")
})
