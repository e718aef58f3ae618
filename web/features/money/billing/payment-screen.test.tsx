import { useQuery } from "@tanstack/react-query"
import { act, cleanup, screen, waitFor } from "@testing-library/react"
import type { ReactElement } from "react"
import { Link } from "react-router"
import { afterEach, expect, test, vi } from "vitest"
import { messages } from "#contract/messages.ts"
import { getBalance } from "#contract/money/credits.ts"
import {
  type Checkout,
  checkPaymentOrder,
  getPaymentOrder,
  linkPaymentOrder,
  type PaymentOrder,
} from "#contract/money/orders.ts"
import { noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { balanceQuery } from "#web/lib/money/balance.ts"
import { buildOrder, txRef } from "#web/testing/build-order.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { expectAddress, renderScreen } from "#web/testing/render-screen.tsx"
import { PaymentScreen } from "./payment-screen.tsx"
import type { PaymentPageState } from "./use-pay.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const paid: Partial<PaymentOrder> = {
  status: "paid",
  received: 6_000,
  paidAt: "2026-01-05T10:05:00.000+00:00",
  checkout: null,
  success: {
    text: messages.creditsPaid,
    next: { label: "Create a picture", path: "/generations/flux?mode=flux1.1-pro" },
  },
  receiptNumber: "R-000007",
}

const flutterwave: Checkout = {
  kind: "flutterwave",
  script: "https://checkout.flutterwave.com/v3.js",
  options: {
    public_key: "FLWPUBK-1",
    tx_ref: txRef,
    amount: 6_000,
    currency: "NGN",
    payment_options: "card,banktransfer,ussd",
    payload_hash: "0",
    redirect_url: "http://localhost/payment/1",
    customer: { email: "ada@example.com", phone_number: "", name: "Ada Obi" },
    customizations: { title: "Aworan", description: "Basic", logo: "/icon-192.png" },
    configurations: { session_duration: 60, max_retry_attempt: 5 },
  },
}

function show(api: FakeApi, change: Partial<PaymentOrder>, query = "", state?: PaymentPageState) {
  api.answer(getPaymentOrder, { data: buildOrder(change) })
  const page = (
    <>
      <Link to="/account">Elsewhere</Link>
      <PaymentScreen />
    </>
  )
  return renderScreen(page, { at: `/payment/${txRef}${query}`, state, path: "/payment/:txRef" })
}

/** Does this with each script that the page asks for, in the place of fetching it. */
function withScripts(take: (script: HTMLScriptElement) => void): void {
  const append = document.head.append.bind(document.head)
  vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
    const [script] = nodes
    if (script instanceof HTMLScriptElement) take(script)
    else append(...nodes)
  })
}

/** Watches whether the browser is sent to another site. */
function watchLeaving() {
  const go = vi.fn()
  vi.stubGlobal("location", { ...location, origin: location.origin, href: location.href, assign: go })
  return go
}

test.each<[PaymentOrder["status"], Partial<PaymentOrder>, RegExp]>([
  ["created", {}, /Waiting for you to pay/],
  ["pending", {}, /on its way/],
  ["short", { received: 5_999.99, toRefund: 5_999.99 }, /Less money came in/],
  ["over", { ...paid, status: "over", received: 6_001, toRefund: 1 }, /some money over/],
  ["failed", {}, /did not go through/],
  ["abandoned", {}, /left without paying/],
  ["expired", { checkout: null }, /time is over/],
  ["refunded", { checkout: null }, /is refunded/],
  ["paid", paid, /^Paid$/],
])("tells of an order that is %s, and of the sandbox that takes its payment", async (status, change, title) => {
  show(fakeApi(), { status, ...change })
  await screen.findByRole("heading", { level: 2, name: title })
  expect(screen.getByText(/No money moves/)).not.toBeNull()
})

test.each([
  [true, "You have already paid for this with another order."],
  [false, "A payment for this is on its way with another order."],
])("an order whose thing is paid in another window says so before it is paid too (%s)", async (isPaid, words) => {
  const go = watchLeaving()
  show(fakeApi(), { paidElsewhere: { tx_ref: "other", isPaid }, checkout: { kind: "page", url: "/pay" } }, "", {
    opensCheckout: true,
  })
  await screen.findByText(words)
  expect(screen.queryByText(/Waiting for you to pay/)).toBeNull()
  expect(screen.queryByRole("timer")).toBeNull()
  expect(screen.getByRole("link", { name: "See the other order" }).getAttribute("href")).toBe("/payment/other")
  screen.getByRole("button", { name: "Pay again ₦6,000" })
  await act(networkAtRest)
  expect(go).not.toHaveBeenCalled()
})

test("a refunded order says what goes back until it was sent, and then that it was", async () => {
  show(fakeApi(), { status: "refunded", checkout: null, received: 6_000, toRefund: 6_000 })
  await screen.findByText("Goes back to you: ₦6,000.")
  expect(screen.queryByText(/Sent back/)).toBeNull()
  cleanup()
  show(fakeApi(), { status: "refunded", checkout: null, received: 6_000, sentBack: 6_000 })
  await screen.findByText(/^Sent back to you: ₦6,000\./)
  expect(screen.queryByText(/[Gg]oes back/)).toBeNull()
})

test("while money is on its way, asking about it comes before paying, and no time runs", async () => {
  show(fakeApi(), { status: "pending" })
  const ask = await screen.findByRole("button", { name: "I have paid" })
  const pay = screen.getByRole("button", { name: /^Pay again/ })
  expect(ask.compareDocumentPosition(pay) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.queryByRole("timer")).toBeNull()
  cleanup()
  show(fakeApi(), { status: "created" })
  await screen.findByRole("timer")
})

test("an order that does not exist leads to those that do", async () => {
  const api = fakeApi()
  api.refuse(getPaymentOrder, "not_found", "This order does not exist.")
  renderScreen(<PaymentScreen />, { at: `/payment/${txRef}`, path: "/payment/:txRef" })
  const link = await screen.findByRole("link", { name: "Your orders" })
  expect(link.getAttribute("href")).toBe("/account")
})

test("stays on a paid order that is opened later, with its receipt and the way on", async () => {
  show(fakeApi(), paid)
  const next = await screen.findByRole("link", { name: "Create a picture" })
  expect(next.getAttribute("href")).toBe("/generations/flux?mode=flux1.1-pro")
  expect(screen.getByRole("link", { name: "Receipt R-000007" }).getAttribute("href")).toBe(`/payment/${txRef}/receipt`)
  await expectAddress(`/payment/${txRef}`)
})

test("coming back from paying asks the server, says so and goes on to what was bought", async () => {
  const api = fakeApi()
  api.answer(checkPaymentOrder, { data: buildOrder(paid) })
  show(api, {}, "?transaction_id=7")
  await screen.findByText(messages.creditsPaid)
  await expectAddress("/generations/flux?mode=flux1.1-pro")
  expect(api.callsOf(checkPaymentOrder)[0]?.body).toEqual({ transaction_id: "7" })
})

function Balance(): ReactElement {
  return <p>{useQuery(balanceQuery).data?.credits} credits</p>
}

test("what was asked before the payment came in is asked again, though nobody listened yet when it did", async () => {
  const api = fakeApi()
  api.answer(getBalance, { data: { credits: 0, held: 0 } })
  api.answer(checkPaymentOrder, { data: buildOrder(paid) })
  api.answer(getPaymentOrder, { data: buildOrder({}) })
  const around = (
    <>
      <Balance />
      <PaymentScreen />
    </>
  )
  const user = renderScreen(around, { at: `/payment/${txRef}`, path: "/payment/:txRef" })
  await screen.findByText("0 credits")
  await user.click(await screen.findByRole("button", { name: "I have paid" }))
  await waitFor(() => expect(api.callsOf(getBalance)).toHaveLength(2))
})

test.each<[PaymentOrder["status"], RegExp]>([
  ["created", /no payment has arrived yet/],
  ["pending", /your payment is on its way and not confirmed yet/],
  ["short", /nothing more has come in/],
  ["failed", /the payment did not go through/],
  ["abandoned", /no payment has arrived yet/],
  ["expired", /no payment has arrived yet/],
])('"I have paid" asks the server and always answers: %s', async (status, words) => {
  const api = fakeApi()
  const checkout = status === "expired" ? null : buildOrder({}).checkout
  api.answer(checkPaymentOrder, { data: buildOrder({ status, checkout }) })
  const user = show(api, { checkout })
  await user.click(await screen.findByRole("button", { name: "I have paid" }))
  await screen.findByText(words)
})

test("nobody is asked to pay once more while a further payment is on its way", async () => {
  show(fakeApi(), { status: "short", received: 5_000, toRefund: 5_000, isMoreOnItsWay: true })
  await screen.findByRole("heading", { name: "A further payment is on its way" })
  expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull()
  expect(screen.getByRole("button", { name: "I have paid" })).toBeDefined()
  expect(screen.getByText("Goes back to you: ₦5,000.")).toBeDefined()
})

test("a script that does not load is tried three times, then the hosted page is offered", async () => {
  const api = fakeApi()
  const go = watchLeaving()
  api.answer(linkPaymentOrder, { data: { url: "https://checkout.flutterwave.com/pay/1" } })
  const tried: string[] = []
  withScripts((script) => {
    tried.push(script.src)
    queueMicrotask(() => script.dispatchEvent(new Event("error")))
  })
  const user = show(api, { checkout: flutterwave })
  await user.click(await screen.findByRole("button", { name: /^Pay/ }))
  const link = await screen.findByRole("button", { name: "Open the hosted payment page" })
  expect(screen.getAllByText(messages.paymentScriptFailed).length).toBeGreaterThan(0)
  expect(tried).toEqual(Array(3).fill(flutterwave.script))
  await user.click(link)
  await waitFor(() => expect(go).toHaveBeenCalledWith("https://checkout.flutterwave.com/pay/1"))
})

test("a provider whose page is made when somebody goes there is asked for it", async () => {
  const api = fakeApi()
  const go = watchLeaving()
  api.answer(linkPaymentOrder, { data: { url: "https://pay.example/1" } })
  const user = show(api, { checkout: { kind: "page", url: null } })
  await user.click(await screen.findByRole("button", { name: /^Pay/ }))
  await waitFor(() => expect(go).toHaveBeenCalledWith("https://pay.example/1"))
})

test("whoever leaves before the hosted page's address came is not sent there", async () => {
  const api = fakeApi()
  const go = watchLeaving()
  api.answer(linkPaymentOrder, { data: { url: "https://checkout.flutterwave.com/pay/1" } })
  const sendAnswer = api.hold(linkPaymentOrder)
  withScripts((script) => queueMicrotask(() => script.dispatchEvent(new Event("error"))))
  const user = show(api, { checkout: flutterwave })
  await user.click(await screen.findByRole("button", { name: /^Pay/ }))
  await user.click(await screen.findByRole("button", { name: "Open the hosted payment page" }))
  await waitFor(() => expect(api.callsOf(linkPaymentOrder)).toHaveLength(1))
  await user.click(screen.getByRole("link", { name: "Elsewhere" }))
  sendAnswer()
  await act(networkAtRest)
  expect(go).not.toHaveBeenCalled()
})

test("whoever leaves before the provider's script came gets no window over the page they went to", async () => {
  const scripts: HTMLScriptElement[] = []
  withScripts((script) => scripts.push(script))
  const user = show(fakeApi(), { checkout: flutterwave })
  await user.click(await screen.findByRole("button", { name: /^Pay/ }))
  await waitFor(() => expect(scripts).toHaveLength(1))
  await user.click(screen.getByRole("link", { name: "Elsewhere" }))
  const open = vi.fn()
  vi.stubGlobal("FlutterwaveCheckout", open)
  await act(async () => scripts[0]?.dispatchEvent(new Event("load")))
  expect(open).not.toHaveBeenCalled()
})

/** The provider's window in which a payment goes through at once; what it was given is kept. */
function payAtOnce(given: object[] = []): void {
  vi.stubGlobal("FlutterwaveCheckout", (options: { callback: (result: object) => void }) => {
    given.push(options)
    queueMicrotask(() => options.callback({ status: "successful", transaction_id: 42 }))
    return { close: () => {} }
  })
}

test("a check that gets lost after paying is said, and not taken for a window that did not open", async () => {
  const api = fakeApi()
  api.breakOff(checkPaymentOrder)
  payAtOnce()
  const user = show(api, { checkout: flutterwave })
  await user.click(await screen.findByRole("button", { name: /^Pay/ }))
  await screen.findByText(noAnswerMessage)
  await waitFor(() => expect(screen.getByRole("button", { name: /^Pay/ }).hasAttribute("disabled")).toBe(false))
  expect(screen.queryByText(messages.paymentScriptFailed)).toBeNull()
  expect(screen.queryByRole("button", { name: "Open the hosted payment page" })).toBeNull()
})

test("the provider's window gets the server's options, is hidden when it closes, and its word is only a hint", async () => {
  const api = fakeApi()
  api.answer(checkPaymentOrder, { data: buildOrder({ status: "pending" }) })
  const frame = document.createElement("iframe")
  frame.name = "checkout"
  document.body.append(frame)
  const given: object[] = []
  payAtOnce(given)
  const user = show(api, { checkout: flutterwave })
  await user.click(await screen.findByRole("button", { name: /^Pay/ }))
  await waitFor(() => expect(api.callsOf(checkPaymentOrder)[0]?.body).toEqual({ transaction_id: 42 }))
  expect(given[0]).toMatchObject(flutterwave.options)
  expect(frame.style.display).toBe("none")
  await screen.findByRole("heading", { name: "Your payment is on its way" })
  frame.remove()
})
