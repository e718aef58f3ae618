import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { getOwnRole } from "#contract/identity/operators.ts"
import { type AdminCode, endCodes, getPriceFlag, listAdminCodes, setStudioPromo } from "#contract/money/codes-admin.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { CodesScreen } from "./codes-screen.tsx"

const code = (id: string, change: Partial<AdminCode> = {}): AdminCode => ({
  id,
  code: id.toUpperCase(),
  kind: "promotion",
  state: "open",
  credits: null,
  percent: 10,
  amount: null,
  currency: null,
  maxUses: 5,
  uses: 1,
  batch: "",
  startsAt: "",
  expiresAt: "",
  createdAt: "2026-01-05T10:00:00.000+00:00",
  ...change,
})

type User = ReturnType<typeof renderScreen>

async function giveReason(user: User, button: string): Promise<void> {
  const dialog = within(await screen.findByRole("dialog"))
  await user.type(dialog.getByLabelText("Reason"), "The fair is over")
  await user.click(dialog.getByRole("button", { name: button }))
}

test("prices that drift apart are marked, and the promotion is switched with a reason", async () => {
  const api = fakeApi()
  api.answer(getOwnRole, { data: { role: "finance", needsSecondFactor: false } })
  api.answer(listAdminCodes, { data: [], nextCursor: null })
  api.answer(getPriceFlag, { data: { isStudioPromo: false } })
  api.answer(setStudioPromo, { message: "Pro Studio has its promotion price." })
  const user = renderScreen(<CodesScreen />, { at: "/operator/codes" })
  const marks = (await screen.findAllByRole("rowheader")).map(({ textContent }) => textContent)
  expect(marks.filter((text) => text?.includes("%"))).toEqual(["Pro Studio, promotion39 % cheaper in naira"])
  await user.click(await screen.findByRole("button", { name: "Turn the promotion on" }))
  await giveReason(user, "Turn on")
  await waitFor(() =>
    expect(api.callsOf(setStudioPromo)[0]?.body).toEqual({ isStudioPromo: true, reason: "The fair is over" }),
  )
})

test("codes are ended in numbers that are said first; used ones cannot be marked", async () => {
  const api = fakeApi()
  api.answer(getOwnRole, { data: { role: "finance", needsSecondFactor: false } })
  api.answer(getPriceFlag, { data: { isStudioPromo: false } })
  const used = code("used", { state: "used", uses: 5 })
  api.answer(listAdminCodes, { data: [code("one"), code("two"), used], nextCursor: null })
  api.answer(endCodes, { message: "2 codes are ended.", data: { done: 2, skipped: [] } })
  const user = renderScreen(<CodesScreen />, { at: "/operator/codes" })
  await user.click(await screen.findByRole("checkbox", { name: "Mark ONE" }))
  await user.click(screen.getByRole("checkbox", { name: "Mark TWO" }))
  expect(screen.queryByRole("checkbox", { name: "Mark USED" })).toBeNull()
  screen.getByText("2 codes marked")
  await user.click(screen.getByRole("button", { name: "End 2 codes" }))
  await giveReason(user, "End 2 codes")
  await waitFor(() =>
    expect(api.callsOf(endCodes)[0]?.body).toEqual({ ids: ["one", "two"], reason: "The fair is over" }),
  )
})

test("who may only look sees codes and prices without anything to change them", async () => {
  const api = fakeApi()
  api.answer(getOwnRole, { data: { role: "support", needsSecondFactor: false } })
  api.answer(getPriceFlag, { data: { isStudioPromo: true } })
  api.answer(listAdminCodes, { data: [code("one")], nextCursor: null })
  renderScreen(<CodesScreen />, { at: "/operator/codes" })
  await screen.findByText("Pro Studio promotion on")
  await screen.findByText("ONE")
  expect(screen.queryByRole("checkbox", { name: /Mark/ })).toBeNull()
  expect(screen.queryByRole("button", { name: /New|Turn|End/ })).toBeNull()
})
