import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { usualFees } from "#contract/catalogue/fees.ts"
import { getOffer } from "#contract/money/credits.ts"
import { getFees } from "#contract/studio/fees.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { CreditsScreen } from "./credits-screen.tsx"

// In a file of its own: a page asks for the fees once.
test("counts what a plan makes by the fees of this installation", async () => {
  const api = fakeApi()
  api.answer(getOffer, { data: { currency: "NGN", waysToPay: ["card"], isSandbox: false, isStudioPromo: false } })
  const dear = Object.fromEntries(Object.keys(usualFees).map((slug) => [slug, 20])) as typeof usualFees
  api.answer(getFees, { data: { ...dear, dalle3: 50 } })
  signedIn(api)
  renderScreen(<CreditsScreen />, { at: "/credits-billing" })
  await screen.findByText("4 to 10 pictures, by tool")
  expect(screen.queryByText("40 to 100 pictures, by tool")).toBeNull()
})
