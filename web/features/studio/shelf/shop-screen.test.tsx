import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { changeShop, getShop, listVisits, type Shop } from "#contract/studio/shelf-shop.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { Component } from "./shop-screen.tsx"

const shop: Shop = {
  handle: "adas-bags",
  name: "Ada's Bags",
  logo: null,
  brandColour: "#33249c",
  accentColour: "#d9962e",
  whatsApp: "",
  instagram: "",
  opening: "",
  delivery: "",
  currency: "NGN",
  isPublished: true,
  url: "https://aworan.example/shop/adas-bags",
  feedUrl: "https://aworan.example/shop/adas-bags/feed/0.csv",
  handleFreeAt: null,
  takenDownFor: null,
  version: 1,
}

const show = () => renderScreen(<Component />, { at: "/shelf/shop", path: "/shelf/shop" })

test.each([
  ["Ada's Bags", "adas-bags"],
  // Cut after the 30th letter it would end in a hyphen, which no handle may.
  ["Ada and Daughters of Yaba Road Fine Bags", "ada-and-daughters-of-yaba-road"],
  ["Ƙawa & Ɗinki", "kawa-dinki"],
])("proposes from the name %s a handle that can be saved", async (name, handle) => {
  const api = fakeApi()
  api.answer(getShop, { data: null })
  api.answer(listVisits, { data: { days: [], products: [] } })
  api.answer(changeShop, { data: { ...shop, handle, isPublished: false } })
  const user = userEvent.setup()
  show()
  await user.type(await screen.findByLabelText("Name of your shop"), name)
  await user.tab()
  expect(screen.getByLabelText<HTMLInputElement>("Its name in the address").value).toBe(handle)
  await user.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(api.callsOf(changeShop)[0]?.body.handle).toBe(handle))
})

test("does not call a shop open that operators took down", async () => {
  const api = fakeApi()
  const down = { ...shop, takenDownFor: "It deceives buyers." }
  api.answer(getShop, { data: down })
  api.answer(listVisits, { data: { days: [], products: [] } })
  api.answer(changeShop, { data: down })
  const user = userEvent.setup()
  show()
  expect(await screen.findByText("Taken down: It deceives buyers.")).toBeTruthy()
  expect(screen.queryByText("Buyers see what is in the shop.")).toBeNull()
  expect(screen.queryByRole("link", { name: "Look at it" })).toBeNull()
  expect(screen.getByRole("button", { name: "Share the link" })).toHaveProperty("disabled", true)
  await user.click(screen.getByRole("button", { name: "Save" }))
  expect(await screen.findByText("Saved. Your shop stays down.")).toBeTruthy()
})
