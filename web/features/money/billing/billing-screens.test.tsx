import { act, cleanup, screen, waitFor } from "@testing-library/react"
import { Link } from "react-router"
import { expect, test } from "vitest"
import { getJourney, listCohortStates } from "#contract/academy/admissions.ts"
import { getOffer } from "#contract/money/credits.ts"
import { createPaymentOrder, listPaymentOrders, quotePaymentOrder, redeemVoucher } from "#contract/money/orders.ts"
import { buildOrder, txRef } from "#web/testing/build-order.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { expectAddress, renderScreen, shownAddress } from "#web/testing/render-screen.tsx"
import { ApplicationFeeScreen } from "./application-fee-screen.tsx"
import { CreditsScreen } from "./credits-screen.tsx"

/** The calls of an installation without payments. */
function apiWithoutPayments() {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "USD", waysToPay: [], isSandbox: false, isStudioPromo: false } })
  return api
}

const note = "Payments are not connected on this installation yet."

test.each([
  ["ng", null, "₦22,000"],
  ["NG", "Ghana", "₦22,000"],
  ["gb", "Nigeria", "$14"],
  ["--", "Nigeria", "₦22,000"],
  ["--", "Ghana", "$14"],
  ["--", null, "$14"],
])("shows the plans first in the currency of network %s and profile %s", async (code, country, price) => {
  signedIn(apiWithoutPayments(), { profile: { country } })
  localStorage.setItem("user_country_code", code)
  renderScreen(<CreditsScreen />, { at: "/credits-billing" })
  const pro = screen.getByRole("radio", { name: /^Pro ?\d/ }).closest("label")
  await waitFor(() => expect(pro?.textContent).toContain(price))
})

test("shows the other currency when asked, and never lets pay what is not connected", async () => {
  signedIn(apiWithoutPayments())
  const user = renderScreen(<CreditsScreen />, { at: "/credits-billing" })
  await user.click(screen.getByRole("radio", { name: "Dollars" }))
  await user.click(screen.getByRole("radio", { name: /Max/ }))
  expect(screen.getByRole("radio", { name: /Max/ }).closest("label")?.textContent).toContain("$18")
  const pay = screen.getByRole<HTMLButtonElement>("button", { name: "Pay" })
  expect(pay.disabled).toBe(true)
  expect((await screen.findByText(note)).id).toBe(pay.getAttribute("aria-describedby"))
})

test("asks who has not said it for phone and place before the first payment, of credits and of a program", async () => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  signedIn(api, { profile: { country: null, state: null, phoneNumber: null } })
  const user = renderScreen(<CreditsScreen />, { at: "/credits-billing?plan=pro" })
  expect(await screen.findByRole("heading", { name: "Your phone and place" })).toBeTruthy()
  await screen.findByText("Please save your phone and place first.")
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Pay" }).disabled).toBe(true)
  await user.click(screen.getByRole("button", { name: "Pay" }))
  expect(api.callsOf(createPaymentOrder)).toEqual([])
  await user.click(screen.getByRole("button", { name: "Please save your phone and place first." }))
  expect(document.activeElement).toBe(screen.getByLabelText(/Phone number/))
})

test("leads from the plans to what came in and went out, and to the orders", () => {
  apiWithoutPayments()
  renderScreen(<CreditsScreen />, { at: "/credits-billing" })
  const link = screen.getByRole("link", { name: "Your credits and orders" })
  expect(link.getAttribute("href")).toBe("/account#credits")
})

test("says nothing of the kind once there is a way to pay", async () => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  signedIn(api)
  renderScreen(<CreditsScreen />, { at: "/credits-billing" })
  await waitFor(() => expect(api.callsOf(getOffer)).toHaveLength(1))
  expect(screen.queryByText(note)).toBeNull()
  screen.getByText("1,500 credits")
})

test.each([
  ["the plans", <CreditsScreen key="plans" />, "/credits-billing?plan=max"],
  ["an application's fee", <ApplicationFeeScreen key="fee" />, "/billing?program=strategy_and_consulting"],
])(
  "says why %s cannot be paid while the ways to pay are not known, and asks for them again",
  async (_, element, at) => {
    const api = fakeApi()
    api.refuse(getOffer, "general_access_forbidden", "Not now.")
    const sendRefusal = api.hold(getOffer)
    signedIn(api)
    const user = renderScreen(element, { at })
    for (const box of screen.queryAllByRole("radio", { name: "18 or older" })) await user.click(box)
    const pay = await screen.findByRole<HTMLButtonElement>("button", { name: "Pay", description: /^Looking up/ })
    expect(pay.disabled).toBe(true)
    sendRefusal()
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Pay", description: "Prices and ways to pay did not load." })).toBe(
        pay,
      ),
    )
    expect(pay.disabled).toBe(true)
    api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
    await user.click(screen.getByRole("button", { name: "Try again" }))
    await waitFor(() => expect(pay.disabled).toBe(false))
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull()
    expect(screen.queryByText(/did not load/)).toBeNull()
  },
)

test("pays for what was chosen, in the currency that is shown, once", async () => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  api.answer(createPaymentOrder, { data: buildOrder() })
  signedIn(api)
  const user = renderScreen(<CreditsScreen />, { at: "/credits-billing" })
  const pay = screen.getByRole<HTMLButtonElement>("button", { name: "Pay" })
  await screen.findByText("Choose a plan first.")
  expect(pay.disabled).toBe(true)
  await user.click(screen.getByRole("radio", { name: /Basic/ }))
  await user.click(screen.getByRole("radio", { name: "Dollars" }))
  await user.click(screen.getByRole("radio", { name: "Naira" }))
  await user.click(pay)
  await expectAddress(`/payment/${txRef}`)
  expect(api.callsOf(createPaymentOrder).map(({ body }) => body)).toEqual([{ item: "credits:basic", currency: "NGN" }])
})

test("whoever leaves before the order is answered stays where they went", async () => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  api.answer(createPaymentOrder, { data: buildOrder() })
  const sendAnswer = api.hold(createPaymentOrder)
  signedIn(api)
  const page = (
    <>
      <Link to="/account">Elsewhere</Link>
      <CreditsScreen />
    </>
  )
  const user = renderScreen(page, { at: "/credits-billing?plan=max" })
  const pay = screen.getByRole("button", { name: "Pay" })
  await waitFor(() => expect(pay.hasAttribute("disabled")).toBe(false))
  await user.click(pay)
  await waitFor(() => expect(api.callsOf(createPaymentOrder)).toHaveLength(1))
  await user.click(screen.getByRole("link", { name: "Elsewhere" }))
  sendAnswer()
  await act(networkAtRest)
  expect(shownAddress()).toBe("/account")
})

test.each([
  ["max", "Max"],
  ["pro-studio", "Pro Studio"],
])("comes with the plan %s picked where the price page was pressed", async (plan, title) => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  signedIn(api)
  renderScreen(<CreditsScreen />, { at: `/credits-billing?plan=${plan}` })
  const picked = screen
    .getAllByRole<HTMLInputElement>("radio", { checked: true })
    .map((radio) => radio.parentElement?.textContent ?? "")
  expect(picked.some((words) => words.includes(title))).toBe(true)
  expect(screen.queryByText("Choose a plan first.")).toBeNull()
})

test("takes a promotion code, tells what it takes off, and sends it along", async () => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  api.answer(createPaymentOrder, { data: buildOrder() })
  api.refuse(quotePaymentOrder, "general_argument_invalid", "This code is not valid.")
  signedIn(api)
  localStorage.setItem("user_country_code", "ng")
  const user = renderScreen(<CreditsScreen />, { at: "/credits-billing" })
  await user.click(screen.getByRole("radio", { name: /Basic/ }))
  await user.type(screen.getByLabelText(/^Code/), "wrong")
  await user.click(screen.getByRole("button", { name: "Use code" }))
  await screen.findByText("This code is not valid.")
  api.answer(quotePaymentOrder, { data: { title: "Basic", amount: 4_500, listAmount: 6_000, currency: "NGN" } })
  await user.clear(screen.getByLabelText(/^Code/))
  await user.type(screen.getByLabelText(/^Code/), "less25")
  await user.click(screen.getByRole("button", { name: "Use code" }))
  await screen.findByText("LESS25 takes ₦1,500 off.")
  screen.getByText("₦4,500")
  await user.click(screen.getByRole("button", { name: "Pay" }))
  await waitFor(() => expect(api.callsOf(createPaymentOrder)[0]?.body.code).toBe("LESS25"))
})

test("tries a code again for the plan that is chosen next, and tells of an order on its way", async () => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  api.answer(listPaymentOrders, { data: [buildOrder({ status: "pending" })], nextCursor: null })
  api.answer(quotePaymentOrder, { data: { title: "Basic", amount: 4_500, listAmount: 6_000, currency: "NGN" } })
  signedIn(api)
  localStorage.setItem("user_country_code", "ng")
  const user = renderScreen(<CreditsScreen />, { at: "/credits-billing?plan=basic" })
  expect((await screen.findByRole("list", { name: "Orders under way" })).textContent).toContain("on its way")
  await user.type(screen.getByLabelText(/^Code/), "less25")
  await user.click(screen.getByRole("button", { name: "Use code" }))
  await screen.findByText("LESS25 takes ₦1,500 off.")
  api.answer(quotePaymentOrder, { data: { title: "Max", amount: 21_750, listAmount: 29_000, currency: "NGN" } })
  await user.click(screen.getByRole("radio", { name: /Max/ }))
  await screen.findByText("LESS25 takes ₦7,250 off.")
  screen.getByText("₦21,750")
  // For what is wrong for every plan no further try is spent.
  api.refuse(quotePaymentOrder, "general_argument_invalid", "This code has been used up.")
  await user.click(screen.getByRole("radio", { name: /Basic/ }))
  await screen.findByText("This code has been used up.")
  const tries = api.callsOf(quotePaymentOrder).length
  await user.click(screen.getByRole("radio", { name: /Max/ }))
  await act(networkAtRest)
  expect(api.callsOf(quotePaymentOrder)).toHaveLength(tries)
  expect(screen.getByText("This code has been used up.")).toBeDefined()
})

test("takes nothing off for a code in whose place another one stands when the answer comes", async () => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  api.answer(quotePaymentOrder, { data: { title: "Max", amount: 4_500, listAmount: 6_000, currency: "NGN" } })
  const sendAnswer = api.hold(quotePaymentOrder)
  signedIn(api)
  const user = renderScreen(<CreditsScreen />, { at: "/credits-billing?plan=max" })
  const code = screen.getByLabelText(/^Code/)
  await user.type(code, "less25")
  await user.click(screen.getByRole("button", { name: "Use code" }))
  await waitFor(() => expect(api.callsOf(quotePaymentOrder)).toHaveLength(1))
  await user.clear(code)
  await user.type(code, "less50")
  sendAnswer()
  await act(networkAtRest)
  expect(screen.queryByText(/takes .* off/)).toBeNull()
  expect(code).toHaveProperty("value", "less50")
})

test("says at its field that a code has ended since it was tried, and shows the price of the next press", async () => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  api.answer(quotePaymentOrder, { data: { title: "Basic", amount: 4_500, listAmount: 6_000, currency: "NGN" } })
  const ended = "This code is no longer valid."
  api.refuse(createPaymentOrder, "general_argument_invalid", ended, { fields: { code: ended } })
  signedIn(api)
  localStorage.setItem("user_country_code", "ng")
  const user = renderScreen(<CreditsScreen />, { at: "/credits-billing?plan=basic" })
  const code = screen.getByLabelText(/^Code/)
  await user.type(code, "less25")
  await user.click(screen.getByRole("button", { name: "Use code" }))
  await screen.findByText("₦4,500")
  await user.click(screen.getByRole("button", { name: "Pay" }))
  await waitFor(() => expect(code.getAttribute("aria-invalid")).toBe("true"))
  expect(screen.getAllByText(ended)).toHaveLength(2)
  expect([screen.queryByText("₦4,500"), screen.queryByText(/takes .* off/)]).toEqual([null, null])
  await user.click(screen.getByRole("button", { name: "Pay" }))
  await waitFor(() => expect(api.callsOf(createPaymentOrder)).toHaveLength(2))
  expect(api.callsOf(createPaymentOrder).map(({ body }) => body.code)).toEqual(["LESS25", undefined])
})

test("what was refused of one plan is not said of the next one", async () => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  const refused = "This code is not valid."
  api.refuse(createPaymentOrder, "general_argument_invalid", refused, { fields: { code: refused } })
  signedIn(api)
  const user = renderScreen(<CreditsScreen />, { at: "/credits-billing?plan=basic" })
  const pay = screen.getByRole<HTMLButtonElement>("button", { name: "Pay" })
  await waitFor(() => expect(pay.disabled).toBe(false))
  await user.click(pay)
  expect(await screen.findByText("The price above is without it.")).toBeDefined()
  await user.click(screen.getByRole("radio", { name: /^Max/ }))
  expect(screen.queryByText(refused)).toBeNull()
})

test("turns a voucher into credits", async () => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  api.answer(redeemVoucher, { message: "50 credits were added.", data: { credits: 50 } })
  signedIn(api)
  const user = renderScreen(<CreditsScreen />, { at: "/credits-billing" })
  await user.type(screen.getByLabelText(/^Code/), "gift50")
  await user.click(screen.getByRole("button", { name: "Use code" }))
  await screen.findByText("50 credits were added.")
})

test("asks a person of 16 or 17 for a guardian, and sends what was said", async () => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  api.answer(createPaymentOrder, { data: buildOrder({ item: "application:strategy_and_consulting" }) })
  signedIn(api)
  const user = renderScreen(<ApplicationFeeScreen />, { at: "/billing?program=strategy_and_consulting" })
  await screen.findByText("Say how old you are first.")
  await user.click(screen.getByRole("radio", { name: "16 or 17" }))
  await user.click(await screen.findByRole("button", { name: "Pay" }))
  await screen.findByText("Please give the guardian's name")
  expect(api.callsOf(createPaymentOrder)).toEqual([])
  await user.type(screen.getByLabelText("Full name"), "Ngozi Obi")
  await user.type(screen.getByLabelText("Phone number or e-mail"), "0803 123 4567")
  await user.click(screen.getByRole("checkbox", { name: /They know/ }))
  await user.click(screen.getByRole("button", { name: "Pay" }))
  await expectAddress(`/payment/${txRef}`)
  expect(api.callsOf(createPaymentOrder)[0]?.body).toMatchObject({
    item: "application:strategy_and_consulting",
    guardian: { name: "Ngozi Obi", contact: "0803 123 4567", consent: true },
  })
})

test("every screen with a pay button says that a sandbox is one", async () => {
  for (const screenOf of [<CreditsScreen key="a" />, <ApplicationFeeScreen key="b" />]) {
    const api = fakeApi()
    api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: true, isStudioPromo: false } })
    signedIn(api)
    renderScreen(screenOf, { at: "/billing?program=strategy_and_consulting" })
    await screen.findByText(/No money moves/)
    cleanup()
  }
})

const cohort = { number: 3, startsOn: "2027-03-01", applyBy: "2027-02-01", enrolBy: "2027-02-20", isPlanned: false }
const slug = "strategy_and_consulting"

test.each<[string, (api: FakeApi) => void, RegExp]>([
  [
    "an application is under way",
    (api) => {
      const application = { id: "one", status: "kit_sent", program: "Systems Integration", programId: "x" } as const
      const nothing = {
        assessment: null,
        interview: null,
        enrolment: null,
        isActivated: false,
        others: [],
        paymentsOnTheirWay: [],
      }
      api.answer(getJourney, {
        data: {
          ...nothing,
          checklist: { isConfirmed: true, hasPicture: false, hasBought: true },
          application: { ...application, cohort: null, steps: [], canWithdraw: true },
        },
      })
    },
    /Systems Integration is under way/,
  ],
  [
    "every seat is taken",
    (api) =>
      api.answer(listCohortStates, {
        data: [{ programId: slug, isLocked: false, cohort: { ...cohort, state: "full", seatsLeft: 0 } }],
      }),
    /Nobody can apply for this program now/,
  ],
])("says before anything is pressed that %s", async (_, change, words) => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  signedIn(api, { profile: { program: "Systems Integration", stage: "applied" } })
  change(api)
  const user = renderScreen(<ApplicationFeeScreen />, { at: `/billing?program=${slug}` })
  await user.click(screen.getByRole("radio", { name: "18 or older" }))
  await screen.findByText(words)
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Pay" }).disabled).toBe(true)
})

test("names the program of the fee", () => {
  apiWithoutPayments()
  renderScreen(<ApplicationFeeScreen />, { at: "/billing?program=strategy_and_consulting" })
  screen.getByText(/Strategy & Consulting/)
  screen.getByText("₦10,000")
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Pay" }).disabled).toBe(true)
})

test.each(["/billing", "/billing?program=nothing", "/billing?program=data_foundations"])(
  "asks for a program at %s",
  (at) => {
    apiWithoutPayments()
    renderScreen(<ApplicationFeeScreen />, { at })
    expect(screen.getByRole("link", { name: "Choose one on the dashboard" }).getAttribute("href")).toBe("/app")
  },
)

const onItsWay = {
  tx_ref: txRef,
  title: "Application fee: Strategy & Consulting",
  amount: 10_000,
  currency: "NGN",
} as const

function answerOnItsWay(api: FakeApi, item: string): void {
  api.answer(getJourney, {
    data: {
      checklist: { isConfirmed: true, hasPicture: false, hasBought: false },
      ...{ application: null, assessment: null, interview: null, enrolment: null, isActivated: false, others: [] },
      paymentsOnTheirWay: [{ ...onItsWay, item }],
    },
  })
}

test("a fee that is on its way stands in the place of a fresh one, for every program, unless it is known never to come", async () => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  api.answer(createPaymentOrder, { data: buildOrder() })
  answerOnItsWay(api, "application:strategy_and_consulting")
  signedIn(api)
  const user = renderScreen(<ApplicationFeeScreen />, { at: "/billing?program=systems_intergration" })
  const list = await screen.findByRole("list", { name: "Payments on their way" })
  expect(list.textContent).toContain("Application fee: Strategy & Consulting, ₦10,000")
  expect(screen.getByRole("link", { name: "See the payment" }).getAttribute("href")).toBe(`/payment/${txRef}`)
  expect(screen.queryByRole("button", { name: "Pay" })).toBeNull()
  await user.click(screen.getByRole("button", { name: /I did not send it/ }))
  await user.click(screen.getByRole("radio", { name: "18 or older" }))
  await user.click(await screen.findByRole("button", { name: "Pay", description: "" }))
  await waitFor(() => expect(api.callsOf(createPaymentOrder)[0]?.body).toMatchObject({ payAgain: true }))
})

test("money for something else on its way keeps no fee from being paid", async () => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  answerOnItsWay(api, "credits:basic")
  signedIn(api)
  renderScreen(<ApplicationFeeScreen />, { at: `/billing?program=${slug}` })
  await act(networkAtRest)
  screen.getByRole("button", { name: "Pay" })
  expect(screen.queryByRole("list", { name: "Payments on their way" })).toBeNull()
})

test("credits that are ordered again while their payment is on its way are asked about, and bought by a second press", async () => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  api.refuse(createPaymentOrder, "payment_under_way", "A payment for this is on its way: Basic.")
  signedIn(api)
  const user = renderScreen(<CreditsScreen />, { at: "/credits-billing?plan=basic" })
  await user.click(await screen.findByRole("button", { name: "Pay", description: /^By card/ }))
  await screen.findByText("A payment for this is on its way: Basic.")
  api.answer(createPaymentOrder, { data: buildOrder() })
  await user.click(screen.getByRole("button", { name: "Pay once more" }))
  await expectAddress(`/payment/${txRef}`)
  const sent = api.callsOf(createPaymentOrder).map(({ body }) => body.payAgain)
  expect(sent).toEqual([undefined, true])
})
