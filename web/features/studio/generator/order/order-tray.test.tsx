import { screen, waitFor, within } from "@testing-library/react"
import type { ReactElement } from "react"
import { expect, test, vi } from "vitest"
import {
  cancelOrder,
  getOrder,
  listOpenOrders,
  type Order,
  orderFinished,
  orderProgressed,
} from "#contract/studio/generations.ts"
import { useRealtime } from "#web/lib/calls/realtime.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { connected } from "#web/testing/fake-sockets.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { buildOrder } from "./build-order.ts"
import { studioEvents } from "./events.ts"
import { OrderTray } from "./order-tray.tsx"

/** Any screen of the product, none of which is the generator. */
function AnyScreen(): ReactElement {
  useRealtime("ada", studioEvents)
  return <OrderTray />
}

test("on any screen it tells the place in line and what is ready, with its picture, and takes an order back", async () => {
  const api = fakeApi()
  let open: Order[] = [
    buildOrder({ id: "order1", status: "drawing", progress: 0.4, prompt: "a clay pot" }),
    buildOrder({ id: "order2", status: "waiting", progress: 0, prompt: "a blue mug", ahead: 2 }),
  ]
  api.answer(listOpenOrders, () => ({ data: open }))
  let followed = buildOrder({ id: "order1", status: "drawing", progress: 0.4, prompt: "a clay pot" })
  api.answer(getOrder, () => ({ data: followed }))
  const user = renderScreen(<AnyScreen />, { at: "/account" })
  await user.click(await screen.findByRole("button", { name: "Your orders: 2 running" }))
  const box = within(await screen.findByRole("dialog", { name: "Your orders" }))
  expect(box.getByText(/Drawing, 40 %/)).not.toBeNull()
  expect(box.getByText("2 orders come first")).not.toBeNull()

  api.answer(cancelOrder, ({ params }) => {
    open = open.filter(({ id }) => id !== params.orderId)
    return { data: buildOrder({ id: params.orderId, status: "cancelled" }) }
  })
  await user.click(box.getByRole("button", { name: "Cancel" }))
  await screen.findByText("Cancelled. Your credits are back.")
  await connected()
  expect(box.queryByText("a blue mug")).toBeNull()

  const picture = {
    id: "p1",
    url: "https://studio.example/pictures/p1",
    width: 912,
    height: 1136,
    isPublic: true,
    waitsUntil: null,
  }
  open = []
  // What is told is also what is answered: on a busy machine the tray asks once more in between.
  followed = buildOrder({ id: "order1", prompt: "a clay pot", pictures: [picture] })
  api.tell(orderFinished, { order: followed })
  const ready = await box.findByRole("link", { name: /Ready/ })
  expect(ready.querySelector("img")?.getAttribute("src")).toBe("/pictures/p1/320")
})

test("leads to where each order was placed, a model of one's own included", async () => {
  const api = fakeApi()
  const orders = ["TOK-style", "Bags & more-1"].map((mode) =>
    buildOrder({ id: mode, mode, prompt: `drawn with ${mode}`, status: "drawing", progress: 0.4 }),
  )
  api.answer(listOpenOrders, { data: orders })
  api.answer(getOrder, ({ params }) => ({ data: orders.find(({ id }) => id === params.orderId) ?? buildOrder() }))
  const user = renderScreen(<AnyScreen />, { at: "/account" })
  await user.click(await screen.findByRole("button", { name: "Your orders: 2 running" }))
  const links = within(await screen.findByRole("dialog", { name: "Your orders" })).getAllByRole("link")
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/generations/flux/lora?mode=tok-style",
    "/generations-image?mode=Bags%20%26%20more-1",
  ])
})

test("tells what became ready before the page could hear of it", async () => {
  const api = fakeApi()
  const underWay = buildOrder({ id: "early", status: "drawing", progress: 0.9, prompt: "a clay pot" })
  // The page reads the list while the order is drawn, and nobody is told of its end.
  api.answer(listOpenOrders, () => ({ data: api.callsOf(listOpenOrders).length > 1 ? [] : [underWay] }))
  api.answer(getOrder, { data: buildOrder({ id: "early", prompt: "a clay pot" }) })
  renderScreen(<AnyScreen />, { at: "/account" })
  await screen.findByRole("button", { name: "Your orders: 1 running" })
  await screen.findByRole("button", { name: "Your orders: 1 ready" })
  await screen.findByText("Image generated successfully")
  expect(api.callsOf(getOrder)).toHaveLength(1)
})

test("tells what failed, once, and that the credits are back", async () => {
  const api = fakeApi()
  const underWay = buildOrder({ id: "failing", status: "drawing", progress: 0.4, prompt: "a clay pot" })
  const failed = { ...underWay, status: "failed" as const, failure: "The engine is resting." }
  let open = [underWay]
  api.answer(listOpenOrders, () => ({ data: open }))
  api.answer(getOrder, { data: failed })
  const user = renderScreen(<AnyScreen />, { at: "/account" })
  await screen.findByRole("button", { name: "Your orders: 1 running" })
  await connected()
  open = []
  api.tell(orderFinished, { order: failed })
  expect((await screen.findByText("image generation falled")).parentElement?.textContent).toContain(
    "Your credits are back.",
  )
  await user.click(screen.getByRole("button", { name: "Dismiss" }))
  await waitFor(() => expect(screen.queryByText("image generation falled")).toBeNull())
  api.tell(orderFinished, { order: failed })
  api.tell(orderFinished, { order: { ...failed, id: "failing-too", prompt: "a blue mug" } })
  expect(await screen.findAllByText("image generation falled")).toHaveLength(1)
})

test("tells what failed before the page could hear of it, and says nothing of what was taken back", async () => {
  const api = fakeApi()
  const underWay = [
    buildOrder({ id: "unheard", status: "drawing", progress: 0.9, prompt: "a clay pot" }),
    buildOrder({ id: "taken-back", status: "waiting", progress: 0, prompt: "a blue mug" }),
  ]
  api.answer(listOpenOrders, () => ({ data: api.callsOf(listOpenOrders).length > 1 ? [] : underWay }))
  api.answer(getOrder, ({ params }) => ({
    data: buildOrder({ id: params.orderId, status: params.orderId === "unheard" ? "failed" : "cancelled" }),
  }))
  renderScreen(<AnyScreen />, { at: "/account" })
  await screen.findByRole("button", { name: "Your orders: 2 running" })
  expect(await screen.findAllByText("image generation falled")).toHaveLength(1)
  await waitFor(() => expect(api.callsOf(getOrder)).toHaveLength(2))
  expect(screen.getAllByRole("button", { name: "Dismiss" })).toHaveLength(1)
})

test("tells how many seconds a picture still takes, once it has been seen to move", async () => {
  const api = fakeApi()
  let order = buildOrder({ status: "drawing", progress: 0.2 })
  api.answer(listOpenOrders, () => ({ data: [order] }))
  api.answer(getOrder, () => ({ data: order }))
  const clock = vi.spyOn(performance, "now")
  try {
    clock.mockReturnValue(10_000)
    const user = renderScreen(<AnyScreen />, { at: "/account" })
    await user.click(await screen.findByRole("button", { name: "Your orders: 1 running" }))
    const box = within(await screen.findByRole("dialog", { name: "Your orders" }))
    expect((await box.findByText(/Drawing, 20 %/)).textContent).toBe("Drawing, 20 %")
    await connected()
    clock.mockReturnValue(20_000)
    order = { ...order, progress: 0.6 }
    api.tell(orderProgressed, { id: order.id, progress: order.progress, previews: [] })
    // Two fifths took ten seconds, so two fifths are left.
    expect((await box.findByText(/Drawing, 60 %/)).textContent).toBe("Drawing, 60 %, about 10 s left")
  } finally {
    clock.mockRestore()
  }
})
