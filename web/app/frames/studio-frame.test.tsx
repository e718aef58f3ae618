import { cleanup, screen, waitFor, within } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import { type EnrolmentView, getJourney } from "#contract/academy/admissions.ts"
import {
  createEmailSession,
  deleteSession,
  getAccount,
  listSessions,
  updatePreferences,
} from "#contract/identity/account.ts"
import { listIdentities, listLogs } from "#contract/identity/account-records.ts"
import { createVerification } from "#contract/identity/account-tokens.ts"
import { getFactorState } from "#contract/identity/second-factor-proof.ts"
import { getSessionInfo } from "#contract/identity/sessions.ts"
import { acceptTerms, getTermsState } from "#contract/identity/terms.ts"
import { getBalance, listEntries } from "#contract/money/credits.ts"
import { listPaymentOrders } from "#contract/money/orders.ts"
import { getOwnReferral } from "#contract/money/referrals.ts"
import { sendContact } from "#contract/operations/contact.ts"
import { listOpenOrders } from "#contract/studio/generations.ts"
import { claimTry, getTry } from "#contract/studio/guest-trial.ts"
import { flagGuestTrial, hasTry } from "#web/lib/session/guest-trial-mark.ts"
import {
  answerCurrentUser,
  buildAccount,
  buildSession,
  fallbackHeader,
  sentToken,
  signedIn,
} from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { connected, countSockets } from "#web/testing/fake-sockets.ts"
import { expectAddress, renderApp } from "#web/testing/render-screen.tsx"
// Loaded here, so that no test waits for it.
import "./help-panel.tsx"
import "./lazy-studio.tsx"
import "#web/app/session/terms-dialog.tsx"

function openStudio(account: Parameters<typeof buildAccount>[0] = {}, at = "/app") {
  const api = fakeApi()
  signedIn(api, { account })
  api.answer(getBalance, { data: { credits: 20, held: 0 } })
  api.answer(listOpenOrders, { data: [] })
  return { api, user: renderApp(at) }
}

/** What the account screen asks for, of somebody to whom nothing has happened. */
function answerAccount(api: FakeApi): void {
  api.answer(listSessions, { total: 0, sessions: [] })
  api.answer(listLogs, { total: 0, logs: [] })
  api.answer(listIdentities, { total: 0, identities: [] })
  api.answer(listEntries, { data: [], nextCursor: null })
  api.answer(listPaymentOrders, { data: [], nextCursor: null })
  api.answer(getOwnReferral, { data: { link: null, credits: 0, joined: 0, rewarded: 0 } })
  api.answer(getFactorState, { data: { since: "", recoveryCodesLeft: 0 } })
}

test("signing out ends the session, forgets everything and hangs up", async () => {
  const { api, user } = openStudio()
  api.answer(deleteSession, null, { headers: { "x-fallback-cookies": "[]" } })
  await user.click(await screen.findByRole("button", { name: "Account of Ada Obi Lovelace" }))
  await connected()
  localStorage.setItem("user_country_code", "ng")
  await user.click(await screen.findByRole("menuitem", { name: "Sign out" }))

  await screen.findByRole("heading", { name: "Sign in" })
  expect(api.callsOf(deleteSession)[0]?.params).toEqual({ sessionId: "current" })
  expect(localStorage).toHaveLength(0)
  expect(countSockets()).toBe(0)
})

test("signing out without a connection leaves nothing here, lets nobody in, is sent later, and whoever is next begins anew", async () => {
  const { api, user } = openStudio({}, "/photo-gallery")
  api.breakOff(deleteSession)
  localStorage.setItem("user_country_code", "ng")
  await user.click(await screen.findByRole("button", { name: "Account of Ada Obi Lovelace" }))
  await user.click(await screen.findByRole("menuitem", { name: "Sign out" }))
  await screen.findByRole("heading", { name: "You are signed out" })
  expect(screen.queryByText(/Obi/)).toBeNull()
  expect(Object.keys(localStorage)).toEqual(["signOutToSend"])

  api.answer(deleteSession, null)
  dispatchEvent(new Event("online"))
  await screen.findByRole("heading", { name: "Sign in" })
  expect(localStorage).toHaveLength(0)

  api.answer(createEmailSession, buildSession(), { headers: fallbackHeader })
  await user.type(await screen.findByLabelText("E-mail"), "ngozi@example.com")
  await user.type(screen.getByLabelText("Password"), "correct horse")
  await user.click(screen.getByRole("button", { name: "Sign in" }))
  await expectAddress("/app")
})

/** Opens a screen as somebody who applied, with a place in this state of its tuition. */
function openAsApplicant(stage: string, state: EnrolmentView["state"]) {
  const api = fakeApi()
  signedIn(api, { profile: { stage, program: "Strategy & Consulting" } })
  const enrolment = {
    id: "place",
    state,
    plan: null,
    enrolBy: "2027-01-27",
    award: 0,
    instalments: [],
    next: null,
    locksOn: "",
    prices: { full: 220_000, first: 100_000, second: 60_000, third: 60_000 },
  }
  const checklist = { isConfirmed: true, hasPicture: false, hasBought: false }
  const nothing = {
    application: null,
    assessment: null,
    interview: null,
    isActivated: false,
    others: [],
    paymentsOnTheirWay: [],
  }
  api.answer(getJourney, { data: { ...nothing, checklist, enrolment } })
  renderApp("/app")
  return api
}

test("whoever has a place in a cohort finds the lessons in the menu, whatever the stage says", async () => {
  openAsApplicant("applied", "on_time")
  const rail = await screen.findByRole("navigation", { name: "Studio" })
  expect((await within(rail).findByRole("link", { name: "Learn" })).getAttribute("href")).toBe("/learn")
  expect(barPlaces()).toEqual(["Create /generations", "Gallery /photo-gallery", "Learn /learn", "Account /account"])
})

/** Where the phone's bottom bar leads. */
const barPlaces = (): (string | null)[] =>
  within(screen.getByRole("navigation", { name: "Main places" }))
    .getAllByRole("link")
    .map((link) => `${link.textContent} ${link.getAttribute("href")}`)

test("the phone's bottom bar leads to four places and says which one this is; learning begins at the academy", async () => {
  openStudio({}, "/lora-gallery")
  await screen.findByRole("heading", { level: 1 })
  expect(barPlaces()).toEqual([
    "Create /generations",
    "Gallery /photo-gallery",
    "Learn /aworan-academy",
    "Account /account",
  ])
  const bar = screen.getByRole("navigation", { name: "Main places" })
  expect(within(bar).getByRole("link", { current: "page" }).textContent).toBe("Gallery")
})

test("the rail and the phone's sheet lead to every part of the studio, photoshoots among them", async () => {
  const { user } = openStudio()
  const places = (list: HTMLElement): (string | null)[] =>
    within(list)
      .getAllByRole("link")
      .map((link) => `${link.textContent} ${link.getAttribute("href")}`)
  const expected = [
    "Dashboard /app",
    "Generate /generations",
    "Explore /explore",
    "Photoshoots /photoshoot-gallery",
    "My Models /training-dataset",
    "Galleries /photo-gallery",
    "Shelf /shelf",
    "Billing /credits-billing",
  ]
  expect(places(await screen.findByRole("navigation", { name: "Studio" }))).toEqual(expected)
  await user.click(screen.getByRole("button", { name: "Open navigation" }))
  expect(places(await screen.findByRole("navigation", { name: "Studio" }))).toEqual(expected)
})

test("an offered place is not in the menu yet", async () => {
  const api = openAsApplicant("fusion", "offered")
  await waitFor(() => expect(api.callsOf(getJourney)).toHaveLength(1))
  const rail = await screen.findByRole("navigation", { name: "Studio" })
  expect(within(rail).queryByRole("link", { name: "Learn" })).toBeNull()
  expect(barPlaces()).toContain("Learn /app")
})

test("a person whose sign-out failed is told, and stays", async () => {
  const { api, user } = openStudio()
  api.refuse(deleteSession, "general_unknown", "Something went wrong on our side.")
  await user.click(await screen.findByRole("button", { name: "Account of Ada Obi Lovelace" }))
  await user.click(await screen.findByRole("menuitem", { name: "Sign out" }))
  await screen.findByText("Something went wrong on our side.")
  await expectAddress("/app")
  expect(localStorage.getItem("cookieFallback")).toContain("signed-in")
})

test("asks for the confirmation of the address, at most one mail a minute", async () => {
  const { api, user } = openStudio({ emailVerification: false })
  api.answer(getSessionInfo, { data: { isMailCaptured: true, passkeyHost: null, identityProviders: [] } })
  api.answer(createVerification, sentToken)
  await screen.findByText(/We sent a link to/)
  // Also to who changed an address and has had them: nothing is promised twice.
  screen.getByText("Confirm your e-mail. The first time brings 20 free credits.")
  expect((await screen.findByRole("link", { name: "Read it on this machine" })).getAttribute("href")).toBe("/dev/mail")

  await user.click(screen.getByRole("button", { name: "Send again" }))
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: /^Send again in \d+ s$/ })).disabled).toBe(true)
  expect(api.callsOf(createVerification)[0]?.body.url).toBe(`${location.origin}/verify-user`)
  cleanup()
  renderApp("/app")
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: /^Send again in \d+ s$/ })).disabled).toBe(true)
})

test("the time that the server says is left before the next mail is counted down", async () => {
  const { api, user } = openStudio({ emailVerification: false })
  api.refuse(createVerification, "general_rate_limit_exceeded", "One was sent a moment ago.", { retryAfter: 7 })
  await user.click(await screen.findByRole("button", { name: "Send again" }))
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: /^Send again in [67] s$/ })).disabled).toBe(true)
})

test("says nothing of captured mail where mails are sent", async () => {
  const { api } = openStudio({ emailVerification: false })
  api.answer(getSessionInfo, { data: { isMailCaptured: false, passkeyHost: null, identityProviders: [] } })
  await waitFor(() => expect(api.callsOf(getSessionInfo)).toHaveLength(1))
  expect(screen.queryByRole("link", { name: "Read it on this machine" })).toBeNull()
})

test("a chosen theme is kept in the account beside other preferences", async () => {
  const { api, user } = openStudio({ prefs: { dataSaver: true } })
  api.answer(updatePreferences, buildAccount())
  await user.click(await screen.findByRole("button", { name: /^Theme/ }))
  await user.click(await screen.findByRole("menuitem", { name: "Dark" }))
  expect(document.documentElement.dataset.theme).toBe("dark")
  await waitFor(() =>
    expect(api.callsOf(updatePreferences)[0]?.body).toEqual({ prefs: { dataSaver: true, theme: "dark" } }),
  )
})

test("the theme of the account comes back", async () => {
  openStudio({ prefs: { theme: "light" } })
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe("light"))
})

test("a folded sidebar is kept in the account, not in this browser", async () => {
  const { api, user } = openStudio()
  api.answer(updatePreferences, buildAccount())
  await user.click(await screen.findByRole("button", { name: "Fold sidebar" }))
  await screen.findByRole("button", { name: "Unfold sidebar" })
  await waitFor(() => expect(api.callsOf(updatePreferences)[0]?.body).toEqual({ prefs: { sidebar: "narrow" } }))
  expect(Object.keys(localStorage)).toEqual(["cookieFallback"])
})

test("a sign-out in another tab counts here", async () => {
  openStudio()
  await screen.findByRole("heading", { name: "Welcome Obi" })
  localStorage.clear()
  dispatchEvent(new StorageEvent("storage", { key: null }))
  await screen.findByRole("heading", { name: "Sign in" })
})

describe("somebody else who signs in in another tab", () => {
  /** Bisi's session takes the place of Ada's. */
  function signInElsewhere(api: FakeApi): void {
    const account = { $id: "bisi", name: "Bisi Ade", email: "bisi@example.com" }
    answerCurrentUser(api, { account, profile: { accountId: "bisi" } })
    api.answer(getBalance, { data: { credits: 7, held: 0 } })
    dispatchEvent(new StorageEvent("storage", { key: "cookieFallback" }))
  }

  test("finds nothing of the one before, and is asked about the terms", async () => {
    const { api } = openStudio()
    await screen.findByRole("link", { name: "20 credits" })
    await waitFor(() => expect(api.callsOf(getTermsState)).toHaveLength(1))
    const terms = { version: "2026-11-22", change: "We say where pictures are kept.", isAccepted: false }
    api.answer(getTermsState, { data: terms })
    signInElsewhere(api)
    const publishBalance = api.hold(getBalance)
    await screen.findByRole("heading", { name: "Welcome Ade" })
    expect(screen.queryByRole("link", { name: "20 credits" })).toBeNull()
    publishBalance()
    await screen.findByRole("link", { name: "7 credits", hidden: true })
    await screen.findByRole("dialog")
  })

  test("is known in a tab that shows a public page just then", async () => {
    const { api, user } = openStudio({}, "/contact")
    await waitFor(() => expect(api.callsOf(getAccount)).toHaveLength(1))
    signInElsewhere(api)
    const answerAccount = api.hold(getAccount)
    const [way = expect.fail("No way there.")] = await screen.findAllByRole("link", { name: "Open the studio" })
    await user.click(way)
    await waitFor(() => expect(api.callsOf(getAccount)).toHaveLength(2))
    expect(screen.queryByRole("heading", { name: "Welcome Obi" })).toBeNull()
    answerAccount()
    await screen.findByRole("heading", { name: "Welcome Ade" })
  })
})

test("help opens over the page: answers, and a message from the account's own address, kept while it is closed", async () => {
  const { api, user } = openStudio()
  api.answer(sendContact, { message: "Your message has arrived.", data: { id: "m1", number: 1024 } })
  await user.click(await screen.findByRole("button", { name: "Account of Ada Obi Lovelace" }))
  await user.click(await screen.findByRole("menuitem", { name: "Help" }))
  const panel = await screen.findByRole("dialog", { name: "Help" })
  expect(panel.textContent).toContain("You write as Ada Obi Lovelace.")
  expect(screen.getByLabelText<HTMLInputElement>(/^E-mail/).value).toBe("ada@example.com")
  // Nobody set a number.
  expect(screen.queryByRole("link", { name: "Write on WhatsApp" })).toBeNull()
  await user.type(screen.getByLabelText("Subject"), "Lost credits")
  await user.keyboard("{Escape}")
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())

  await user.click(screen.getByRole("button", { name: "Help" }))
  await screen.findByDisplayValue("Lost credits")
  await user.click(screen.getByRole("button", { name: "Send the message" }))
  await screen.findByRole("heading", { name: "Your message has arrived" })
  const sent = { source: "contact", subject: "Lost credits", email: "ada@example.com", additonal_info: "" }
  expect(api.callsOf(sendContact).map(({ body }) => body)).toEqual([sent])

  await user.click(screen.getByRole("button", { name: "Close" }))
  await user.click(screen.getByRole("button", { name: "Help" }))
  expect((await screen.findByLabelText<HTMLInputElement>("Subject")).value).toBe("")
})

test("the help panel leads to the chat of this installation, and on to other pages", async () => {
  document.documentElement.dataset.whatsApp = "2348012345678"
  try {
    const { api, user } = openStudio()
    answerAccount(api)
    await user.click(await screen.findByRole("button", { name: "Help" }))
    const chat = await screen.findByRole("link", { name: "Write on WhatsApp" })
    expect(chat.getAttribute("href")).toBe("https://wa.me/2348012345678")
    await user.click(screen.getByRole("link", { name: "Your credits and orders" }))
    await expectAddress("/account")
    expect(screen.queryByRole("dialog")).toBeNull()
    await screen.findByRole("region", { name: "Credits" })
  } finally {
    delete document.documentElement.dataset.whatsApp
  }
})

test("the balance leads to what came in and went out", async () => {
  const { api, user } = openStudio()
  answerAccount(api)
  await user.click(await screen.findByRole("link", { name: "20 credits" }))
  await expectAddress("/account")
  const movements = await screen.findByRole("region", { name: "Credits" })
  expect(document.activeElement).toBe(movements)
  await within(movements).findByText("Nothing here yet.")
})

test("the picture that was drawn before there was an account is taken into the gallery, once", async () => {
  flagGuestTrial()
  const api = fakeApi()
  signedIn(api)
  api.answer(getBalance, { data: { credits: 20, held: 0 } })
  api.answer(listOpenOrders, { data: [] })
  api.answer(claimTry, { data: { isClaimed: true } })
  renderApp("/app")
  await screen.findByText("Your first picture is in your gallery.")
  await waitFor(() => expect(hasTry()).toBe(false))
})

test("a picture that is gone is not asked for again", async () => {
  flagGuestTrial()
  const api = fakeApi()
  signedIn(api)
  api.answer(getBalance, { data: { credits: 20, held: 0 } })
  api.answer(listOpenOrders, { data: [] })
  api.answer(claimTry, { data: { isClaimed: false } })
  api.answer(getTry, { data: { isOffered: true, try: null } })
  renderApp("/app")
  await waitFor(() => expect(hasTry()).toBe(false))
  expect(screen.queryByText("Your first picture is in your gallery.")).toBeNull()
})

const newTerms = { version: "2030-01-02", change: "They say how tuition is returned.", isAccepted: false }

test("whoever agreed to older terms is asked, and is let be once they agreed", async () => {
  const { api, user } = openStudio()
  api.answer(getTermsState, { data: newTerms })
  api.answer(acceptTerms, { data: { version: newTerms.version, isAccepted: true } })
  const dialog = await screen.findByRole("dialog", { name: "Our terms changed on 2 January 2030" })
  expect(dialog.textContent).toContain(newTerms.change)
  expect(screen.getByRole("link", { name: "Read the terms of use" }).getAttribute("href")).toBe("/terms")

  // A question that asks to be answered, and not by a key that was on its way.
  expect(document.activeElement).toBe(dialog)
  await user.keyboard("{Escape}")
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull()
  await user.click(screen.getByRole("button", { name: "I agree" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(api.callsOf(acceptTerms)[0]?.body).toEqual({ version: newTerms.version })
})

test("whoever does not agree to new terms can leave", async () => {
  const { api, user } = openStudio()
  api.answer(getTermsState, { data: newTerms })
  api.answer(deleteSession, null, { headers: { "x-fallback-cookies": "[]" } })
  await user.click(await screen.findByRole("button", { name: "Sign out" }))
  await screen.findByRole("heading", { name: "Sign in" })
  expect(api.callsOf(acceptTerms)).toEqual([])
})
