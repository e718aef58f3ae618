import { screen, waitFor, within } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import { getOwnRole } from "#contract/identity/operators.ts"
import { type AddableModel, addModel, listModels, removeModel } from "#contract/operations/models.ts"
import {
  addBlockedWord,
  type BlockedWord,
  listBlockedWords,
  removeBlockedWord,
  tryBlockedWords,
} from "#contract/studio/blocked-words.ts"
import { dismissReports, listReview, type ReviewedPicture, takePictureDown } from "#contract/studio/review.ts"
import {
  type AdminRun,
  checkMail,
  getEngineHealth,
  listAdminRuns,
  listEmails,
  listSettings,
  refundRuns,
  resendEmails,
  retryRuns,
} from "#contract/studio/runs-admin.ts"
import { WordsScreen } from "#web/features/operations/review/blocked-words-screen.tsx"
import { ReviewScreen } from "#web/features/operations/review/review-screen.tsx"
import { EmailsScreen } from "#web/features/operations/system/emails-screen.tsx"
import { RunsScreen } from "#web/features/operations/system/runs-screen.tsx"
import { SettingsScreen } from "#web/features/operations/team/settings-screen.tsx"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderApp, renderScreen } from "#web/testing/render-screen.tsx"

const at = "2026-01-05T10:00:00.000+00:00"

type User = ReturnType<typeof renderScreen>

const routine = /^At most 500 letters\. Our team reads it/

async function giveReason(user: User, button: string, hint = /^5 to 500 letters\. Our team reads it/): Promise<void> {
  const dialog = within(await screen.findByRole("dialog"))
  dialog.getByText(hint)
  await user.type(dialog.getByLabelText(/^Reason/), "Seen by us")
  await user.click(dialog.getByRole("button", { name: button }))
}

test("a role that waits for a second factor is led to setting it up, from every page of the desk", async () => {
  const api = fakeApi()
  signedIn(api)
  api.answer(getOwnRole, { data: { role: "owner", needsSecondFactor: true } })
  renderApp("/operator/settings")
  const link = await screen.findByRole("link", { name: "Set up two-step sign-in" })
  expect(link.getAttribute("href")).toBe("/account?to=/operator#two-step")
  expect(screen.queryByRole("heading", { name: "Settings" })).toBeNull()
})

test.each([
  ["content", /^Orders: not open to your role/],
  [null, /^This part is for our team/],
] as const)("says at once what is not open to the role %s, and asks for nothing of it", async (role, words) => {
  const api = fakeApi()
  signedIn(api)
  api.answer(getOwnRole, { data: { role, needsSecondFactor: false } })
  renderApp("/operator/orders")
  await screen.findByText(words)
})

test("a one-time link opens for who has no role yet", async () => {
  const api = fakeApi()
  signedIn(api)
  api.answer(getOwnRole, { data: { role: null, needsSecondFactor: false } })
  renderApp("/operator?token=abc")
  expect(await screen.findByRole("button", { name: "Take the role" })).toBeTruthy()
})

describe("review", () => {
  const picture: ReviewedPicture = {
    source: "generations",
    id: "p1",
    prompt: "a clay pot",
    preview: "/x.webp",
    width: 100,
    height: 100,
    ...{ createdAt: at, owner: { id: "ada", name: "Ada Obi", publishing: "new" }, strikes: 1, waitsUntil: "" },
    isTakenDown: false,
    isPicked: false,
    takenDownFor: "",
    reports: [{ reason: "rights", note: "Our mark", createdAt: at }],
  }

  test("shows reports with their counts, and takes a picture down with a reason", async () => {
    const api = fakeApi()
    api.answer(listReview, { data: [picture], next: "", counts: { reports: 1, waiting: 2 } })
    const user = renderScreen(<ReviewScreen />, { at: "/operator/review" })
    await screen.findByRole("button", { name: "Waiting (2)" })
    screen.getByText(/Our mark/)
    screen.getByText("1 strike")
    api.refuse(dismissReports, "version_changed", "Somebody else closed them.")
    await user.click(screen.getByRole("button", { name: "Leave it: a clay pot" }))
    await giveReason(user, "Leave it", routine)
    await screen.findByText("Somebody else closed them.")
    await user.keyboard("{Escape}")
    api.answer(takePictureDown, { message: "It is down." })
    api.answer(listReview, { data: [], next: "", counts: { reports: 0, waiting: 2 } })
    await user.click(screen.getByRole("button", { name: "Take down: a clay pot" }))
    await giveReason(user, "Take down", /^5 to 500 letters. Mailed to the person word for word/)
    await screen.findByText("No picture is reported.")
    expect(api.callsOf(takePictureDown)[0]).toMatchObject({
      params: { pictureId: "p1" },
      body: { reason: "Seen by us" },
    })
  })

  test("asks for the chosen list", async () => {
    const api = fakeApi()
    api.answer(listReview, { data: [], next: "", counts: { reports: 0, waiting: 0 } })
    const user = renderScreen(<ReviewScreen />, { at: "/operator/review" })
    await user.click(await screen.findByRole("button", { name: "Taken down" }))
    await screen.findByText("No picture is taken down.")
    expect(api.callsOf(listReview).at(-1)?.query).toMatchObject({ list: "down" })
  })
})

describe("words", () => {
  const word: BlockedWord = { id: "w1", language: "en", word: "blimblam", spellings: ["blim blam"], reach: "always" }

  test("are shown by language, tried, added with their spellings, and removed", async () => {
    const api = fakeApi()
    api.answer(listBlockedWords, { data: [word] })
    const user = renderScreen(<WordsScreen />, { at: "/operator/words" })
    const list = await screen.findByRole("list", { name: "Words" })
    expect(list.textContent).toContain("blimblam · blim blam")
    api.answer(tryBlockedWords, { data: { found: "bl1mblam", word: "blimblam" } })
    await user.type(screen.getByLabelText(/^Try a text/), "a bl1mblam{Enter}")
    await screen.findByText("“bl1mblam” is refused, because of “blimblam”.")
    await user.click(screen.getByRole("button", { name: "Add a word" }))
    api.answer(addBlockedWord, { data: { ...word, id: "w2", word: "blop" } })
    const dialog = within(screen.getByRole("dialog"))
    await user.type(dialog.getByLabelText("Word"), "blop")
    await user.type(dialog.getByLabelText(/^Other spellings/), "bl0p{Enter}b lop")
    await giveReason(user, "Add")
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    expect(api.callsOf(addBlockedWord)[0]?.body).toEqual({
      language: "en",
      word: "blop",
      spellings: ["bl0p", "b lop"],
      reach: "public",
      reason: "Seen by us",
    })
    api.answer(removeBlockedWord, { message: "Removed." })
    api.answer(listBlockedWords, { data: [] })
    await user.click(screen.getByRole("button", { name: "Remove blimblam" }))
    await giveReason(user, "Remove")
    await screen.findByText("No word in this language")
  })
})

describe("runs", () => {
  const run = (id: string, change: Partial<AdminRun> = {}): AdminRun => ({
    ...{
      id,
      kind: "generation",
      title: "Picture",
      status: "failed",
      engine: "local",
      failure: "No memory",
      credits: 5,
    },
    ...{ person: { id: "ada", name: "Ada Obi" }, createdAt: at, finishedAt: at },
    ...change,
  })

  test("are tried again in numbers that are said first, and what was left is told", async () => {
    const api = fakeApi()
    api.answer(getEngineHealth, { data: { routes: [], pauses: [], lastDay: [] } })
    api.answer(listAdminRuns, {
      ...{ data: [run("r1"), run("r2")], failures: [{ failure: "No memory", count: 2 }], engines: ["local"] },
    })
    const user = renderScreen(<RunsScreen />, { at: "/operator/runs" })
    const again = await screen.findByRole("button", { name: "Try again" })
    expect(again.hasAttribute("disabled")).toBe(true)
    await user.click(screen.getByLabelText("All 2 shown"))
    screen.getByText("2 runs chosen, 10 credits")
    await user.click(again)
    api.answer(retryRuns, { data: { done: 1, skipped: [{ id: "r2", why: "It was tried again before." }] } })
    await giveReason(user, "Try 2 runs again", routine)
    await screen.findByText("1 done. 1 left as they were: It was tried again before.")
    expect(api.callsOf(retryRuns)[0]?.body).toEqual({ ids: ["r1", "r2"], reason: "Seen by us" })
    await user.click(await screen.findByRole("button", { name: "No memory (2)" }))
    await waitFor(() => expect(api.callsOf(listAdminRuns).at(-1)?.query).toMatchObject({ failure: "No memory" }))
  })

  test("that are ready are refunded, with the most that goes back said first", async () => {
    const api = fakeApi()
    api.answer(getEngineHealth, { data: { routes: [], pauses: [], lastDay: [] } })
    api.answer(listAdminRuns, {
      data: [run("r1", { status: "ready", failure: "" })],
      failures: [],
      engines: ["local"],
    })
    const user = renderScreen(<RunsScreen />, { at: "/operator/runs?status=ready" })
    await user.click(await screen.findByLabelText("Picture of Ada Obi"))
    await user.click(screen.getByRole("button", { name: "Refund" }))
    await screen.findByText(/^5 credits at most go back/)
    api.answer(refundRuns, { data: { done: 1, skipped: [] } })
    await giveReason(user, "Refund 1 run")
    await screen.findByText("1 done.")
  })
})

test("letters show their state, and those that did not arrive are sent again", async () => {
  const api = fakeApi()
  const last = [{ id: "l1", what: "Receipt", to: "Ada", state: "sent" as const, tries: 2, createdAt: at }]
  const lost = { id: "l2", what: "New password", to: "Bola", reason: "No such mailbox", createdAt: at, resentAt: "" }
  api.answer(listEmails, { data: { last, undelivered: [lost] } })
  const user = renderScreen(<EmailsScreen />, { at: "/operator/letters" })
  await screen.findByText(/2 more tries/)
  screen.getByText(/No such mailbox/)
  await user.click(screen.getByRole("button", { name: "Send 1 mail again" }))
  api.answer(resendEmails, { data: { done: 1, skipped: [] } })
  api.answer(listEmails, { data: { last, undelivered: [{ ...lost, resentAt: at }] } })
  await giveReason(user, "Send 1 mail", routine)
  await screen.findByText(/sent again/)
  expect(screen.queryByRole("button", { name: /^Send/ })).toBeNull()
})

test("settings show what is set, secrets only as set, and are searched", async () => {
  const api = fakeApi()
  const setting = (group: string, name: string, value: string, isSecret = false) => ({
    ...{ name, group, what: `What ${name} does, as \`1\`.`, default: "none", value, isSecret },
  })
  api.answer(listSettings, {
    data: [
      setting("Server", "PORT", "4000"),
      setting("Server", "API_KEY", "set", true),
      setting("Fees", "WELCOME_CREDITS", ""),
    ],
  })
  api.answer(checkMail, { data: { problem: "The certificate of mail.example.com is not trusted." } })
  api.answer(listModels, { data: { cutOuts: "built in", models: [] } })
  const user = renderScreen(<SettingsScreen />, { at: "/operator/settings" })
  await screen.findByText("No mail leaves. The certificate of mail.example.com is not trusted.")
  const linesOf = async (group: string) =>
    within(await screen.findByRole("list", { name: group }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent?.split("What")[0])
  expect(await linesOf("Server")).toEqual(["PORT4000", "API_KEYSet"])
  expect(await linesOf("Fees")).toEqual(["WELCOME_CREDITSNot set"])
  // The groups are folded, and say how much of them is set.
  const isOpen = (group: string) => screen.getByRole("region", { name: group }).querySelector("details")?.open
  expect([isOpen("Server"), isOpen("Fees")]).toEqual([false, false])
  within(screen.getByRole("region", { name: "Server" })).getByText("2 of 2 set")
  await user.type(screen.getByLabelText(/^Search/), "welcome")
  expect(screen.getAllByRole("listitem")).toHaveLength(1)
  expect(isOpen("Fees")).toBe(true)
  await user.type(screen.getByLabelText(/^Search/), " zzz")
  await screen.findByText("No setting found")
})

test("a model is added by somebody who was told of it and agrees, is watched, and is removed", async () => {
  const api = fakeApi()
  api.answer(listSettings, { data: [] })
  api.answer(checkMail, { data: { problem: "" } })
  const isnet: AddableModel = {
    ...{ id: "cut-out", title: "ISNet", downloadBytes: 2_000_000, diskBytes: 3_000_000 },
    ...{
      facts: ["No file states terms for the weights."],
      added: "",
      adding: null,
      problem: "The registry is silent.",
    },
  }
  const tell = (cutOuts: string, model: Partial<AddableModel>) =>
    api.answer(listModels, { data: { cutOuts, models: [{ ...isnet, ...model }] } })
  tell("built in", {})
  const user = renderScreen(<SettingsScreen />, { at: "/operator/settings" })
  await screen.findByText("They are made built in.")
  screen.getByText("The registry is silent.")
  await user.click(screen.getByRole("button", { name: /^Add ISNet/ }))
  const dialog = within(await screen.findByRole("dialog"))
  dialog.getByText("No file states terms for the weights.")
  await user.click(dialog.getByRole("button", { name: "Add it" }))
  await dialog.findByText("Please agree first.")
  expect(api.callsOf(addModel)).toHaveLength(0)
  await user.click(dialog.getByLabelText("I have read this and agree."))
  tell("built in", { problem: "", adding: { step: "Fetching", done: 1_000_000, total: 2_000_000 } })
  let sent: object | undefined
  api.answer(addModel, ({ body }) => {
    sent = body
    return { message: "It is being fetched." }
  })
  await giveReason(user, "Add it")
  const bar = await screen.findByRole("progressbar", { name: "Adding ISNet" })
  expect(bar.getAttribute("aria-valuenow")).toBe("50")
  expect(sent).toEqual({ isAgreed: true, reason: "Seen by us" })
  tell("with the model ISNet", { problem: "", added: "ISNet 1.4.5" })
  await user.click(await screen.findByRole("button", { name: "Remove ISNet" }, { timeout: 5_000 }))
  tell("built in", { problem: "" })
  api.answer(removeModel, { message: "It is removed." })
  await giveReason(user, "Remove")
  await screen.findByText("They are made built in.")
})
