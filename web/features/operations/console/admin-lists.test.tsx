import { act, screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { getAccount, updatePreferences } from "#contract/identity/account.ts"
import { getOwnRole, listMoneyAttention } from "#contract/identity/operators.ts"
import { listClientErrors } from "#contract/operations/client-errors.ts"
import {
  type AdminEngagement,
  addEngagement,
  changeEngagement,
  listAdminEngagements,
} from "#contract/operations/engagements-admin.ts"
import { type AdminMessage, listAdminMessages, markMessages } from "#contract/operations/messages-admin.ts"
import { listPeople, type PersonSummary } from "#contract/operations/people.ts"
import { addIncident, listIncidents } from "#contract/operations/status.ts"
import { getToday, mostWaiting } from "#contract/operations/today.ts"
import { EngagementsScreen } from "#web/features/operations/engagements/engagements-screen.tsx"
import { MessagesScreen } from "#web/features/operations/engagements/messages-screen.tsx"
import { PeopleScreen } from "#web/features/operations/people/people-screen.tsx"
import { CrashesScreen } from "#web/features/operations/system/crashes-screen.tsx"
import { StatusNotesScreen } from "#web/features/operations/system/status-notes-screen.tsx"
import { buildAccount, signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { renderApp, renderScreen } from "#web/testing/render-screen.tsx"
import { OperatorFrame } from "./admin-frame.tsx"

const at = "2026-01-05T10:00:00.000+00:00"

const message: AdminMessage = {
  id: "m1",
  number: 1001,
  source: "enterprise",
  state: "new",
  subject: "For our company",
  info: "Forty people",
  email: "bisi@example.com",
  accountId: null,
  handledBy: "",
  contractId: null,
  createdAt: at,
}

const contract: AdminEngagement = {
  id: "c1",
  client: "Adire House",
  email: "",
  title: "Outreach",
  service: "leadpilot",
  status: "lead",
  amount: 450_000,
  currency: "NGN",
  notes: "",
  accountId: null,
  messageNumber: null,
  version: 3,
  createdAt: at,
  updatedAt: at,
}

async function dialog() {
  return within(await screen.findByRole("dialog"))
}

test("the console has a rail of what the role opens, and Today leads each number to its list", async () => {
  const api = fakeApi()
  signedIn(api)
  api.answer(getOwnRole, { data: { role: "owner", needsSecondFactor: false } })
  api.answer(listMoneyAttention, { data: { checkedAt: "", problems: [], toRefund: [], withoutProvider: [] } })
  api.answer(getToday, {
    data: {
      tasks: [
        { what: "messages", count: 1 },
        { what: "reports", count: 0 },
        { what: "questions", count: mostWaiting },
        { what: "quiet learners", count: mostWaiting + 1 },
      ],
      days: ["2026-01-04", "2026-01-05"],
      figures: [
        { what: "sign-ups", series: [{ name: "New accounts", values: [2, 1] }] },
        { what: "wait", series: [{ name: "p50", values: [null, 95] }] },
      ],
    },
  })
  renderApp("/operator")
  const rail = within(await screen.findByRole("navigation", { name: "Console" }))
  const group = within(await rail.findByRole("list", { name: "People and clients" }))
  expect(group.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["People", "Messages", "Contracts"])
  await screen.findByText("1,000")
  screen.getByText("1,000+")
  const near = within(screen.getByRole("navigation", { name: "Most needed" }))
  expect(near.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Today",
    "Applications",
    "Teaching",
    "Orders",
  ])
  const task = await screen.findByRole("link", { name: /1\s*unread message/ })
  expect(task.getAttribute("href")).toBe("/operator/messages?state=new")
  expect(screen.queryByText(/reported picture/)).toBeNull()
  screen.getByRole("img", { name: "Sign-ups, New accounts, 2 days: at most 2 on 4 Jan" })
  screen.getByText("2 min")
})

test.each([
  ["/operator/review", "Review", ["Review", "Today", "Applications", "Teaching", "Orders"]],
  ["/operator/admissions/cohorts", "Programs", ["Programs", "Today", "Applications", "Teaching", "Orders"]],
  ["/operator/orders", "Orders", ["Today", "Applications", "Teaching", "Orders"]],
])("on a phone the strip above %s marks %s, and that alone, as current", async (at, label, all) => {
  const api = fakeApi()
  signedIn(api)
  api.answer(getOwnRole, { data: { role: "owner", needsSecondFactor: false } })
  renderScreen(<OperatorFrame />, { at, path: "*" })
  const near = within(await screen.findByRole("navigation", { name: "Most needed" }))
  expect(near.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(all)
  expect(near.getAllByRole("link", { current: "page" }).map(({ textContent }) => textContent)).toEqual([label])
})

test("messages are marked in numbers that are said first, and one becomes a contract", async () => {
  const api = fakeApi()
  api.answer(getOwnRole, { data: { role: "support", needsSecondFactor: false } })
  const second = { ...message, id: "m2", number: 1002, subject: "Lamps" }
  const counts = { new: 2, read: 0, answered: 0 }
  api.answer(listAdminMessages, { data: [message, second], counts, nextCursor: null })
  const user = renderScreen(<MessagesScreen />, { at: "/operator/messages?state=new&odd=1" })
  await user.click(await screen.findByLabelText("All 2 shown"))
  expect(api.callsOf(listAdminMessages)[0]?.query).toEqual({ search: "", state: "new" })
  await user.click(screen.getByRole("button", { name: "Mark 2 as answered" }))
  api.answer(markMessages, { message: "Marked.", data: { done: 1, skipped: [{ id: "m2", why: "It is so already." }] } })
  await user.click((await dialog()).getByRole("button", { name: "Mark 2 messages" }))
  await screen.findByText("1 done. 1 left as they were: It is so already.")
  expect(api.callsOf(markMessages)[0]?.body).toEqual({ ids: ["m1", "m2"], state: "answered", note: "" })
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  await user.click(screen.getByText("For our company"))
  await user.click(screen.getAllByRole("button", { name: "Make a contract" })[0] as HTMLElement)
  const form = await dialog()
  await user.type(form.getByLabelText("Client"), "Adire House")
  await user.type(form.getByLabelText("Reason (optional)"), "Asked by message")
  api.answer(addEngagement, { message: "Written down.", data: contract })
  await user.click(form.getByRole("button", { name: "Write it down" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(api.callsOf(addEngagement)[0]?.body).toMatchObject({
    messageId: "m1",
    values: {
      client: "Adire House",
      email: "bisi@example.com",
      service: "enterprise",
      notes: "Forty people",
      amount: 0,
    },
  })
})

test("the list of people goes on where it ended", async () => {
  const api = fakeApi()
  api.answer(getOwnRole, { data: { role: "support", needsSecondFactor: false } })
  const person = (id: string, name: string): PersonSummary => ({
    ...{ id, name, email: `${id}@example.com`, phone: "", stage: "prospect", isBlocked: false, createdAt: at },
  })
  api.answer(listPeople, { data: [person("p2", "Bisi Ade")], nextCursor: "p2" })
  const user = renderScreen(<PeopleScreen />, { at: "/operator/people" })
  await screen.findByRole("link", { name: /Bisi Ade/ })
  api.answer(listPeople, { data: [person("p1", "Ada Obi")], nextCursor: null })
  await user.click(screen.getByRole("button", { name: "Show older" }))
  await screen.findByRole("link", { name: /Ada Obi/ })
  screen.getByRole("link", { name: /Bisi Ade/ })
  expect(api.callsOf(listPeople).at(-1)?.query).toEqual({ search: "", cursor: "p2" })
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull()
})

test("a contract offers its next steps only, and what somebody else changed is told", async () => {
  const api = fakeApi()
  api.answer(listAdminEngagements, { data: [contract], counts: { lead: 1 }, nextCursor: null })
  const user = renderScreen(<EngagementsScreen />, { at: "/operator/contracts" })
  await user.click(await screen.findByRole("button", { name: /Outreach/ }))
  const form = await dialog()
  const steps = within(form.getByLabelText("State")).getAllByRole("option")
  expect(steps.map(({ textContent }) => textContent)).toEqual(["Lead", "Proposal", "Lost"])
  await user.selectOptions(form.getByLabelText("State"), "Proposal")
  await user.type(form.getByLabelText("Reason (optional)"), "Sent today")
  api.refuse(changeEngagement, "version_changed", "Somebody else changed this contract.")
  await user.click(form.getByRole("button", { name: "Save" }))
  await form.findByText("Somebody else changed this contract.")
  expect(api.callsOf(changeEngagement)[0]?.body).toMatchObject({ status: "proposal", version: 3, reason: "Sent today" })
})

test("the filters of a list are kept under a name in the account, and forgotten", async () => {
  const api = fakeApi()
  signedIn(api)
  api.answer(getOwnRole, { data: { role: "finance", needsSecondFactor: false } })
  api.answer(listAdminEngagements, { data: [], counts: {}, nextCursor: null })
  api.answer(updatePreferences, buildAccount())
  const user = renderApp("/operator/contracts")
  await screen.findByText("No contract found")
  expect(screen.queryByRole("button", { name: "Save this view" })).toBeNull()
  // Once on opening, once more when the page hears of changes.
  await waitFor(() => expect(api.callsOf(getAccount)).toHaveLength(2))
  await user.click(screen.getByRole("button", { name: "Active" }))
  await user.click(await screen.findByRole("button", { name: "Save this view" }))
  const form = await dialog()
  await user.type(form.getByLabelText("Name"), "Under way")
  await user.click(form.getByRole("button", { name: "Save" }))
  const view = await screen.findByRole("link", { name: "Under way" })
  expect(view.getAttribute("href")).toBe("/operator/contracts?status=active")
  await waitFor(() =>
    expect(api.callsOf(updatePreferences).at(-1)?.body).toMatchObject({
      prefs: { operatorViews: [{ list: "/operator/contracts", name: "Under way", query: "status=active" }] },
    }),
  )
  await user.click(screen.getByRole("button", { name: "Forget the view Under way" }))
  await waitFor(() => expect(screen.queryByRole("link", { name: "Under way" })).toBeNull())
})

test("a note goes on the status page with a reason", async () => {
  const api = fakeApi()
  api.answer(listIncidents, { data: [] })
  const user = renderScreen(<StatusNotesScreen />, { at: "/operator/status" })
  await user.click(await screen.findByRole("button", { name: "Write a note" }))
  const form = await dialog()
  await user.type(form.getByLabelText("Title"), "Pictures are late")
  await user.type(form.getByLabelText("Text"), "We look for the cause.")
  await user.type(form.getByLabelText("Reason (optional)"), "The alarm rang")
  const made = { id: "i1", title: "Pictures are late", text: "We look for the cause." }
  api.answer(addIncident, {
    message: "The note is on the status page.",
    data: { ...made, startedAt: at, updatedAt: at, endedAt: "", version: 1 },
  })
  await user.click(form.getByRole("button", { name: "Put it on the page" }))
  await screen.findByText("The note is on the status page.")
  expect(api.callsOf(addIncident)[0]?.body).toEqual({
    title: "Pictures are late",
    text: "We look for the cause.",
    reason: "The alarm rang",
  })
})

test("an answer to a note that was sent leaves the next one, which is being written, open", async () => {
  const api = fakeApi()
  api.answer(listIncidents, { data: [] })
  const sent = { id: "i1", title: "First", text: "A", startedAt: at, updatedAt: at, endedAt: "", version: 1 }
  api.answer(addIncident, { message: "The note is on the status page.", data: sent })
  const sendAnswer = api.hold(addIncident)
  const user = renderScreen(<StatusNotesScreen />, { at: "/operator/status" })
  await user.click(await screen.findByRole("button", { name: "Write a note" }))
  const first = await dialog()
  await user.type(first.getByLabelText("Title"), "First")
  await user.type(first.getByLabelText("Text"), "We look for the cause.")
  await user.type(first.getByLabelText("Reason (optional)"), "The alarm rang")
  await user.click(first.getByRole("button", { name: "Put it on the page" }))
  await user.click(first.getByRole("button", { name: "Cancel" }))
  await user.click(screen.getByRole("button", { name: "Write a note" }))
  await user.type((await dialog()).getByLabelText("Title"), "Second")
  sendAnswer()
  await act(networkAtRest)
  await screen.findByText("The note is on the status page.")
  expect(screen.getByLabelText("Title")).toHaveProperty("value", "Second")
})

test("pages that failed in browsers stand by what failed, and are found by the id that a person tells", async () => {
  const api = fakeApi()
  const crash = {
    message: "TypeError: pots is undefined",
    build: "index-abc.js",
    count: 3,
    firstAt: at,
    lastAt: at,
    pages: ["/app"],
    ids: ["ABCDEFG2"],
    stack: "at a.js",
    userAgent: "Browser 1",
  }
  api.answer(listClientErrors, ({ query }) => ({ data: query.id === "ABCDEFG9" ? [] : [crash] }))
  const user = renderScreen(<CrashesScreen />, { at: "/operator/crashes" })
  const row = within(await screen.findByRole("listitem"))
  expect(row.getByText("TypeError: pots is undefined")).toBeDefined()
  expect(row.getByText("3 times")).toBeDefined()
  await user.type(screen.getByLabelText(/Search/), "ABCDEFG9")
  await screen.findByText("No such error")
})
