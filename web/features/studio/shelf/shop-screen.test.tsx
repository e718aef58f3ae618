import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { changeShop, getShop, listVisits, proveNumber, sendNumberCode } from "#contract/studio/shelf-shop.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { openShop as shop } from "#web/testing/open-shop.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { Component } from "./shop-screen.tsx"

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
  expect(screen.getByLabelText<HTMLInputElement>("Its name in the address").value).toBe(handle)
  await user.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(api.callsOf(changeShop)[0]?.body.handle).toBe(handle))
})

test("leaves the name in the address alone once its seller has written one", async () => {
  const api = fakeApi()
  api.answer(getShop, { data: null })
  api.answer(listVisits, { data: { days: [], products: [] } })
  const user = userEvent.setup()
  show()
  const name = await screen.findByLabelText("Name of your shop")
  const handle = screen.getByLabelText<HTMLInputElement>("Its name in the address")
  await user.type(name, "Ada")
  await user.clear(handle)
  await user.type(handle, "yaba")
  await user.type(name, " and Daughters")
  expect(handle.value).toBe("yaba")
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

test("sends a code to the number and takes it, where the number is not confirmed", async () => {
  const api = fakeApi()
  const open = { ...shop, whatsApp: "+2348031234567", isNumberProved: false }
  api.answer(getShop, { data: open })
  api.answer(listVisits, { data: { days: [], products: [] } })
  api.answer(sendNumberCode, null)
  api.refuse(proveNumber, "user_invalid_token", "This link or code is wrong, was used before, or is too old.")
  const user = userEvent.setup()
  show()
  await user.click(await screen.findByRole("button", { name: "Send a code" }))
  await user.type(await screen.findByLabelText("Code"), "123456")
  await user.click(screen.getByRole("button", { name: "Confirm" }))
  expect(await screen.findByText("This link or code is wrong, was used before, or is too old.")).toBeTruthy()
  api.answer(proveNumber, { data: { ...open, isNumberProved: true } })
  await user.click(screen.getByRole("button", { name: "Confirm" }))
  expect(await screen.findByText("+2348031234567 is confirmed. Your shop says so.")).toBeTruthy()
  expect(api.callsOf(proveNumber)[0]?.body).toEqual({ code: "123456" })
})
