import { screen } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { makers } from "#contract/catalogue/makers.ts"
import { getStudio } from "#contract/studio/generations.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { allowCarousels, bringAllIntoView } from "#web/testing/in-view.ts"
import { expectAddress, renderScreen } from "#web/testing/render-screen.tsx"
import { Component as ModesScreen } from "./modes-screen.tsx"

beforeEach(() => {
  allowCarousels()
  bringAllIntoView()
})

test("leads to every tool and says what it costs: photos of one's own come first", () => {
  renderScreen(<ModesScreen />, { at: "/generations?mode=dalle3" })
  const cards = screen.getAllByRole("link").slice(0, makers.length + 6)
  const addresses = cards.map((card) => card.getAttribute("href"))
  expect(addresses.slice(0, 5)).toEqual([
    "/generations/bg-remover",
    "/generations/photo-upscaling",
    "/generations/scene",
    "/generations/batch",
    "/generations/export",
  ])
  const drawing = makers.filter(({ purpose }) => purpose !== "photo")
  expect(addresses.slice(5, 5 + drawing.length)).toEqual(drawing.map(({ address }) => address))
  expect(cards[0]?.textContent).toContain("1 credit")
  // What one wants comes first, then the name of what makes it.
  const headings = screen.getAllByRole("heading", { level: 2 }).slice(5, 5 + drawing.length)
  expect(headings.map(({ textContent }) => textContent)).toEqual(drawing.map(({ wish, title }) => `${wish}${title}`))
  expect(screen.getByRole("link", { current: true }).textContent).toContain("DALL-E 3")
})

test("a chip and a search narrow the tools, in the address too; / goes to the search", async () => {
  const user = renderScreen(<ModesScreen />, { at: "/generations?for=styles" })
  const tools = (): (string | null)[] =>
    [...(document.querySelector("main ul, ul")?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"))
  expect(tools()).toHaveLength(4)
  await user.keyboard("/")
  const search = screen.getByRole("searchbox", { name: /Search/ })
  expect(document.activeElement).toBe(search)
  await user.keyboard("film/")
  await expectAddress("/generations?for=styles&search=film%2F")
  await user.keyboard("{Backspace}")
  await expectAddress("/generations?for=styles&search=film")
  expect(tools()).toEqual(["/generations/flux/lora?mode=cnstill-style"])
  await user.click(screen.getByRole("button", { name: "Train", pressed: false }))
  await screen.findByText("No tool is described in these words.")
  await user.click(screen.getByRole("button", { name: "Show all tools" }))
  await expectAddress("/generations")
  expect(tools().slice(-2)).toEqual(["/training", "/training-dataset"])
})

test.each([
  ["No engine is set up for this.", "Image to prompt is coming soon", false],
  [null, "1 credit", true],
])("leads to image to prompt, which is coming until an engine can do it (%s)", async (refusal, words, isOffered) => {
  const description = { engine: "openai", isLocalEngine: false, label: null, feeCredits: null, refusal }
  const studio = { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: { description } }
  fakeApi().answer(getStudio, { data: studio })
  renderScreen(<ModesScreen />, { at: "/generations?mode=image-to-prompt" })
  const card = await screen.findByRole("link", {
    name: new RegExp(`Image to prompt.*${words}|${words}.*Image to prompt`),
  })
  expect(card.getAttribute("href")).toBe("/generations/image-to-prompt")
  expect(screen.getByRole("link", { current: true })).toBe(card)
  expect(card.textContent?.includes("coming soon")).toBe(!isOffered)
  expect(card.textContent?.includes("credit")).toBe(isOffered)
})

test.each([
  [true, "12 credits"],
  [false, "100 credits"],
])(
  "a photoshoot costs on its card what its form asks for (this computer's engine: %s)",
  async (isLocalEngine, price) => {
    const training = { engine: "any", isLocalEngine, label: null, feeCredits: null, refusal: null }
    fakeApi().answer(getStudio, {
      data: { engine: "any", isLocalEngine, canBePrivate: true, modes: {}, kinds: { training } },
    })
    renderScreen(<ModesScreen />, { at: "/generations?for=train" })
    await screen.findByText(price)
    expect(screen.getByRole("link", { name: /A photoshoot of your product/ }).textContent).toContain(price)
  },
)
