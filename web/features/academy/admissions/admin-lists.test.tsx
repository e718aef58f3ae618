import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { decideMany, listApplications } from "#contract/academy/admissions-admin.ts"
import { listCohorts } from "#contract/academy/cohorts-admin.ts"
import { listSlots } from "#contract/academy/interviews-admin.ts"
import { listToMark } from "#contract/academy/marking-admin.ts"
import type { Endpoint } from "#contract/endpoint.ts"
import { getAccount, updatePreferences } from "#contract/identity/account.ts"
import { getOwnRole } from "#contract/identity/operators.ts"
import { buildAccount, signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { renderApp } from "#web/testing/render-screen.tsx"

const program = "systems_intergration"

const lists: readonly [at: string, endpoint: Endpoint, query: Record<string, string>][] = [
  ["/operator/admissions", listApplications, { status: "paid", program, search: "ada" }],
  ["/operator/admissions/marking", listToMark, { program }],
  ["/operator/admissions/slots", listSlots, { program, state: "booked" }],
  ["/operator/admissions/cohorts", listCohorts, { program, state: "open" }],
]

test.each(lists)(
  "the list at %s is filtered by the server, as a file too, and its view is kept",
  async (at, endpoint, query) => {
    const api = fakeApi()
    const before = { list: "/operator/orders", name: "Flagged", query: "flagged=1" }
    signedIn(api, { account: { prefs: { operatorViews: [before] } } })
    api.answer(getOwnRole, { data: { role: "admissions", needsSecondFactor: false } })
    const more = new Map<Endpoint, object>([
      [listApplications, { counts: {} }],
      [listCohorts, { waiting: {} }],
    ])
    api.answer(endpoint, { data: [], ...more.get(endpoint) })
    api.answer(updatePreferences, buildAccount())
    const text = new URLSearchParams(query).toString()
    const user = renderApp(`${at}?${text}`)
    await waitFor(() => expect(api.callsOf(endpoint).at(-1)?.query).toMatchObject(query))
    const file = await screen.findByRole("link", { name: "Download as CSV" })
    expect(file.getAttribute("href")).toBe(`${endpoint.path}.csv?${text}`)

    // Once on opening, once more when the page hears of changes.
    await waitFor(() => expect(api.callsOf(getAccount)).toHaveLength(2))
    await user.click(screen.getByRole("button", { name: "Save this view" }))
    const form = within(await screen.findByRole("dialog"))
    await user.type(form.getByLabelText("Name"), "Mine")
    await user.click(form.getByRole("button", { name: "Save" }))
    const views = within(await screen.findByRole("list", { name: "Saved views" }))
    expect(views.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([`${at}?${text}`])
    const kept = [before, { list: at, name: "Mine", query: text }]
    await waitFor(() => expect(api.callsOf(updatePreferences).at(-1)?.body).toEqual({ prefs: { operatorViews: kept } }))
  },
)

const at = "2026-01-05T10:00:00.000+00:00"
const row = {
  email: "ada@example.com",
  program: "Systems",
  programId: program,
  cohort: 3,
  scholarship: null,
  createdAt: at,
  updatedAt: at,
}

/** The board of Ada, who was interviewed, and of Bisi. */
function answerTwo(status: "interviewed" | "withdrawn"): FakeApi {
  const api = fakeApi()
  signedIn(api)
  api.answer(getOwnRole, { data: { role: "admissions", needsSecondFactor: false } })
  api.answer(listApplications, {
    data: [
      { ...row, id: "a1", name: "Ada Obi", status: "interviewed" },
      { ...row, id: "a2", name: "Bisi Ade", status },
    ],
    counts: {},
  })
  api.answer(decideMany, { message: "1 is waitlisted.", data: { done: 1, skipped: [] } })
  return api
}

test("a row of the board is dragged onto a decision, which asks for a reason first; one that cannot be decided stays", async () => {
  const api = answerTwo("withdrawn")
  const user = renderApp("/operator/admissions")
  const rows = within(await screen.findByRole("list", { name: "Applications" })).getAllByRole("listitem")
  expect(rows.map((each) => each.draggable)).toEqual([true, false])
  expect(screen.queryByRole("button", { name: "Waitlist" })).toBeNull()

  fireEvent.dragStart(rows[0] ?? expect.fail("There is no row."))
  const target = screen.getByRole("button", { name: "Waitlist" })
  // A browser lets go only over what takes the thing.
  expect(fireEvent.dragOver(target)).toBe(false)
  fireEvent.drop(target)
  const dialog = within(await screen.findByRole("dialog", { name: "Waitlist 1 application?" }))
  expect(api.callsOf(decideMany)).toEqual([])
  await user.type(dialog.getByLabelText("Reason (optional)"), "The seats are taken")
  await user.click(dialog.getByRole("button", { name: "Waitlist 1" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(api.callsOf(decideMany).map(({ body }) => body)).toEqual([
    { ids: ["a1"], outcome: "waitlisted", note: "", declineReason: null, reason: "The seats are taken" },
  ])
})

test("a decision that is answered late leaves the next one, its marks and its reason as they are", async () => {
  const api = answerTwo("interviewed")
  const sendAnswer = api.hold(decideMany)
  const user = renderApp("/operator/admissions")
  const [first = expect.fail("There is no row."), second = first] = await screen.findAllByRole("checkbox")
  await user.click(first)
  await user.click(screen.getByRole("button", { name: "Waitlist" }))
  await user.type(screen.getByLabelText("Reason (optional)"), "The seats are taken")
  await user.click(screen.getByRole("button", { name: "Waitlist 1" }))
  await user.click(screen.getByRole("button", { name: "Cancel" }))
  await user.click(second)
  await user.click(screen.getByRole("button", { name: "Decline" }))
  await user.type(screen.getByLabelText("Reason (optional)"), "Too early")
  sendAnswer()
  await act(networkAtRest)
  await screen.findByText("1 is waitlisted.")
  await screen.findByRole("dialog", { name: "Decline 1 application?" })
  expect(screen.getByLabelText("Reason (optional)")).toHaveProperty("value", "Too early")
})

test("the keys of the board need no row to be chosen first", async () => {
  answerTwo("interviewed")
  const user = renderApp("/operator/admissions")
  await screen.findByRole("list", { name: "Applications" })
  screen.getByLabelText("Program")
  const [ada = expect.fail("There is no row."), bisi = ada] = screen.getAllByRole("checkbox")
  await user.keyboard("x")
  expect(ada).toHaveProperty("checked", true)
  expect(document.activeElement?.textContent).toContain("Ada Obi")
  await user.keyboard("jx")
  expect(bisi).toHaveProperty("checked", true)
  // At the end of the list the last row stays.
  await user.keyboard("jkx")
  expect([ada, bisi].map((box) => (box as HTMLInputElement).checked)).toEqual([false, true])
  await user.keyboard("w")
  const dialog = await screen.findByRole("dialog", { name: "Waitlist 1 application?" })
  await user.type(within(dialog).getByLabelText("Reason (optional)"), "jax")
  expect(bisi).toHaveProperty("checked", true)
})
