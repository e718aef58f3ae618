import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { getOwnRole } from "#contract/identity/operators.ts"
import {
  getPerson,
  grantCredits,
  type PersonRecord,
  previewTakingCredits,
  takeCredits,
} from "#contract/operations/people.ts"
import { noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { PersonScreen } from "./person-screen.tsx"

const ada: PersonRecord = {
  id: "ada",
  name: "Ada Obi",
  email: "ada@example.com",
  phone: "",
  stage: "prospect",
  isBlocked: false,
  isEmailVerified: true,
  hasSecondFactor: false,
  program: "",
  cohort: "2",
  country: "NG",
  credits: 40,
  held: 0,
  sessions: 1,
  pictures: 0,
  application: null,
  signIns: [],
  log: [],
  ledger: [],
  orders: [],
  runs: [],
  createdAt: "2026-01-05T10:00:00.000+00:00",
}

function openAda(change: Partial<PersonRecord> = {}) {
  const api = fakeApi()
  api.answer(getOwnRole, { data: { role: "owner", needsSecondFactor: false } })
  api.answer(getPerson, { data: { ...ada, ...change } })
  return {
    api,
    user: renderScreen(<PersonScreen />, { at: "/operator/people/ada", path: "/operator/people/:personId" }),
  }
}

test("credits are given once when the answer got lost and the form is sent again, and anew by the next form", async () => {
  const { api, user } = openAda()
  const keys = () => api.callsOf(grantCredits).map(({ idempotencyKey }) => idempotencyKey)
  const openForm = async () =>
    within((await screen.findByRole("heading", { name: "Give credits" })).closest("form") as HTMLElement)
  const fill = async () => {
    const form = await openForm()
    await user.type(form.getByLabelText("Credits"), "5")
    await user.type(form.getByLabelText("Reason"), "For the delay")
    const give = form.getByRole("button", { name: "Give" })
    await waitFor(() => expect(give).toHaveProperty("disabled", false))
    await user.click(give)
  }
  api.breakOff(grantCredits)
  await fill()
  await (await openForm()).findByText(noAnswerMessage)
  api.answer(grantCredits, { message: "The credits are given." })
  const read = api.hold(getPerson)
  await user.click((await openForm()).getByRole("button", { name: "Give" }))
  await screen.findByText("The credits are given.")
  // Emptied at once, whenever the person is read again.
  expect((await openForm()).getByLabelText("Credits")).toHaveProperty("value", "")
  read()
  await fill()
  await waitFor(() => expect(keys()).toHaveLength(3))
  expect(keys()[0]).toMatch(/^[\w-]{36}$/)
  expect(keys()[1]).toBe(keys()[0])
  expect(keys()[2]).not.toBe(keys()[0])
})

test("credits are taken once when the answer got lost, also when the dialog was closed meanwhile", async () => {
  const { api, user } = openAda()
  const keys = () => api.callsOf(takeCredits).map(({ idempotencyKey }) => idempotencyKey)
  api.answer(previewTakingCredits, { data: { effect: "Take 5 credits; 35 stay free." } })
  const send = async () => {
    await user.click(await screen.findByRole("button", { name: "Take credits" }))
    const dialog = within(await screen.findByRole("dialog"))
    await user.type(dialog.getByLabelText("Credits"), "5")
    dialog.getByText("5 to 500 letters. The person reads it word for word in the list of credits; kept in the log.")
    await user.type(dialog.getByLabelText("Reason"), "Given twice")
    await user.click(dialog.getByRole("button", { name: "Take" }))
    return dialog
  }
  api.breakOff(takeCredits)
  await (await send()).findByText(noAnswerMessage)
  await user.keyboard("{Escape}")
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  api.answer(takeCredits, { message: "The credits are taken." })
  await send()
  await screen.findByText("The credits are taken.")
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  await send()
  await waitFor(() => expect(keys()).toHaveLength(3))
  expect(keys()[1]).toBe(keys()[0])
  expect(keys()[2]).not.toBe(keys()[0])
})

test("a role that sees no money finds neither credits nor orders on the page", async () => {
  const { api } = openAda({ ledger: null, orders: null })
  await screen.findByRole("heading", { name: "Work" })
  expect(screen.queryByRole("heading", { name: "Orders" })).toBeNull()
  expect(screen.queryByRole("heading", { name: "Credits" })).toBeNull()
  expect(api.callsOf(getPerson)).toHaveLength(1)
})
