import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { type EnrolmentView, getJourney, type Journey } from "#contract/product/admissions.ts"
import { getOffer } from "#contract/product/credits.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { TuitionScreen } from "./tuition-screen.tsx"

const application = {
  ...{ id: "a", status: "admitted", program: "Systems Integration", programId: "systems_intergration" },
  ...{ cohort: null, steps: [], canWithdraw: true },
} satisfies Journey["application"]

/** A place of 175,000 naira. */
const place = {
  ...{ id: "place-1", state: "offered", plan: null, enrolBy: "2027-01-27", award: 0, instalments: [] },
  ...{ prices: { full: 175_000, first: 80_000, second: 47_500, third: 47_500 }, next: null, locksOn: "" },
} satisfies EnrolmentView

function openAs(enrolment: EnrolmentView): void {
  const api = fakeApi()
  signedIn(api)
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: true, isStudioPromo: false } })
  api.answer(getJourney, {
    data: {
      ...{ checklist: { isConfirmed: true, hasPicture: false, hasBought: true }, application, enrolment },
      ...{ assessment: null, interview: null, isActivated: false, others: [] },
    },
  })
  renderScreen(<TuitionScreen />, { at: "/tuition" })
}

test("says that a sandbox is one where tuition is paid", async () => {
  openAs(place)
  await screen.findByText(/No money moves/)
  await screen.findByRole("button", { name: /^Pay/ })
})

test("says nothing of a sandbox where nothing is to be paid", async () => {
  openAs({ ...place, state: "settled", plan: "full" })
  await screen.findByText(/Systems Integration/)
  expect(screen.queryByText(/No money moves/)).toBeNull()
})
