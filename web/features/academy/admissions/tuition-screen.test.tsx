import { act, cleanup, screen, waitFor } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import { Link } from "react-router"
import { expect, test } from "vitest"
import { acceptPlace, type EnrolmentView, getJourney, type Journey } from "#contract/academy/admissions.ts"
import type { Endpoint } from "#contract/endpoint.ts"
import { getOffer } from "#contract/money/credits.ts"
import { createPaymentOrder } from "#contract/money/orders.ts"
import { buildOrder } from "#web/testing/build-order.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { expectAddress, renderScreen, shownAddress } from "#web/testing/render-screen.tsx"
import { TuitionScreen } from "./tuition-screen.tsx"

const application = {
  id: "a",
  status: "admitted",
  program: "Systems Integration",
  programId: "systems_intergration",
  cohort: null,
  steps: [],
  canWithdraw: true,
} satisfies Journey["application"]

/** A place of 175,000 naira. */
const place = {
  id: "place-1",
  state: "offered",
  plan: null,
  enrolBy: "2027-01-27",
  award: 0,
  instalments: [],
  ...{ prices: { full: 175_000, first: 80_000, second: 47_500, third: 47_500 }, next: null, locksOn: "" },
} satisfies EnrolmentView

function answerJourney(
  api: FakeApi,
  enrolment: EnrolmentView,
  paymentsOnTheirWay: Journey["paymentsOnTheirWay"] = [],
  others: Journey["others"] = [],
): void {
  api.answer(getJourney, {
    data: {
      ...{ checklist: { isConfirmed: true, hasPicture: false, hasBought: true }, application, enrolment },
      assessment: null,
      interview: null,
      isActivated: false,
      others,
      paymentsOnTheirWay,
    },
  })
}

function openAs(
  enrolment: EnrolmentView,
  person: Parameters<typeof signedIn>[1] = {},
): { api: FakeApi; user: UserEvent } {
  const api = fakeApi()
  signedIn(api, person)
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: true, isStudioPromo: false } })
  answerJourney(api, enrolment)
  const user = renderScreen(
    <>
      <Link to="/account">Elsewhere</Link>
      <TuitionScreen />
    </>,
    { at: "/tuition" },
  )
  return { api, user }
}

test("says that a sandbox is one where tuition is paid", async () => {
  openAs(place)
  await screen.findByText(/No money moves/)
  await screen.findByRole("button", { name: /^Pay/ })
})

test("asks for phone and place before tuition is paid, where nobody has said them", async () => {
  const { api, user } = openAs(place, { profile: { country: null, state: null, phoneNumber: null } })
  expect(await screen.findByRole("heading", { name: "Your phone and place" })).toBeTruthy()
  const pay = screen.getByRole<HTMLButtonElement>("button", { name: /^Pay/ })
  expect([pay.disabled, screen.getByText("Please save your phone and place first.").parentElement?.id]).toEqual([
    true,
    pay.getAttribute("aria-describedby"),
  ])
  await user.click(pay)
  expect(api.callsOf(createPaymentOrder)).toEqual([])
})

test("says nothing of a sandbox where nothing is to be paid", async () => {
  openAs({ ...place, state: "settled", plan: "full" })
  await screen.findByText(/Systems Integration/)
  expect(screen.queryByText(/No money moves/)).toBeNull()
})

const free = { full: 0, first: 0, second: 0, third: 0 }

test.each<[what: string, enrolment: EnrolmentView, button: RegExp, endpoint: Endpoint]>([
  ["is ordered", place, /^Pay/, createPaymentOrder],
  ["is free", { ...place, prices: free }, /^Take my place/, acceptPlace],
])(
  "whoever leaves before tuition that %s is answered stays where they went",
  async (_, enrolment, button, endpoint) => {
    const { api, user } = openAs(enrolment)
    api.answer(createPaymentOrder, { data: buildOrder() })
    api.answer(acceptPlace, { message: "The place is yours." })
    const sendAnswer = api.hold(endpoint)
    await user.click(await screen.findByRole("button", { name: button }))
    await waitFor(() => expect(api.callsOf(endpoint)).toHaveLength(1))
    await user.click(screen.getByRole("link", { name: "Elsewhere" }))
    sendAnswer()
    await act(networkAtRest)
    expect(shownAddress()).toBe("/account")
  },
)

test("a free place that is taken leads to the dashboard, though the page has read by then that it is taken", async () => {
  const offered: EnrolmentView = { ...place, prices: free }
  const { api, user } = openAs(offered)
  const take = await screen.findByRole("button", { name: "Take my place" })
  api.answer(acceptPlace, () => {
    answerJourney(api, { ...offered, state: "settled", plan: "award" })
    return { message: "The place is yours." }
  })
  await user.click(take)
  await expectAddress("/app")
})

test("says that everything is paid of a place that is, and of no other", async () => {
  openAs({ ...place, state: "settled", plan: "award", prices: free })
  await screen.findByText("Everything is paid.")
  screen.getByText("Your scholarship pays all of the tuition.")
  cleanup()
  openAs({ ...place, state: "on_time", plan: "instalments", instalments: [instalment], next: instalment })
  await screen.findByText("Due on 1 March 2027")
  expect(screen.queryByText("Everything is paid.")).toBeNull()
})

const paid = { tx_ref: "1767600000000-0123456789abcdef01234567", amount: 80_000, currency: "NGN" } as const
const instalment = { part: "second", amount: 47_500, dueOn: "2027-03-01", paidAt: "" } as const

test.each<[string, EnrolmentView]>([
  ["a place that is offered", place],
  [
    "the next instalment",
    { ...place, state: "due_soon", plan: "instalments", instalments: [instalment], next: instalment },
  ],
])("a payment on its way stands where %s would be paid once more", async (_, enrolment) => {
  const api = fakeApi()
  signedIn(api)
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  answerJourney(api, enrolment, [{ ...paid, item: "tuition:place-1:first", title: "Tuition, first instalment" }])
  api.answer(createPaymentOrder, { data: buildOrder() })
  const user = renderScreen(<TuitionScreen />, { at: "/tuition" })
  await screen.findByText(/^Your payment is on its way: Tuition, first instalment, ₦80,000/)
  expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull()
  await user.click(screen.getByRole("button", { name: /I did not send it/ }))
  await user.click(screen.getByRole("button", { name: /^Pay/ }))
  await waitFor(() => expect(api.callsOf(createPaymentOrder)[0]?.body.payAgain).toBe(true))
})

test("of several places the one whose lessons are locked stands first to be paid", async () => {
  const api = fakeApi()
  signedIn(api)
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  const locked = {
    ...place,
    ...{ id: "place-2", state: "locked", plan: "instalments", instalments: [instalment], next: instalment },
  } satisfies EnrolmentView
  const other = { ...application, id: "b", program: "Strategy & Consulting" }
  answerJourney(api, { ...place, state: "settled", plan: "full" }, [], [{ application: other, enrolment: locked }])
  renderScreen(<TuitionScreen />, { at: "/tuition" })
  const here = await screen.findByRole("link", { current: "page" })
  expect(here.getAttribute("href")).toBe("/tuition?place=place-2")
  await screen.findByRole("button", { name: /^Pay/ })
})
