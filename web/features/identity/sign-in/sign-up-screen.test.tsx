import { screen, waitFor } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import { describe, expect, test, vi } from "vitest"
import { createDocument } from "#contract/hosted/documents.ts"
import { createAccount, createEmailSession, deleteSession, updatePreferences } from "#contract/identity/account.ts"
import { createVerification } from "#contract/identity/account-tokens.ts"
import { messages } from "#contract/messages.ts"
import { claimInvitation, getInvitation } from "#contract/money/referrals.ts"
import {
  answerCurrentUser,
  buildAccount,
  buildProfile,
  buildSession,
  fallbackHeader,
  sentToken,
} from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { expectAddress, renderScreen } from "#web/testing/render-screen.tsx"
import { SignUpScreen } from "./sign-up-screen.tsx"

const good = {
  "First name": "Ada",
  "Last name": "Lovelace",
  "E-mail": "ada@example.com",
  Password: "correct horse",
  "Confirm password": "correct horse",
}

function acceptSignUp(api: FakeApi): void {
  api.answer(createAccount, buildAccount({ name: "Ada Lovelace" }))
  api.answer(createEmailSession, buildSession(), { headers: fallbackHeader })
  api.answer(createVerification, sentToken)
  api.answer(createDocument, buildProfile())
  answerCurrentUser(api)
  api.answer(updatePreferences, buildAccount())
}

async function fillIn(user: UserEvent, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    if (value !== "") await user.type(screen.getByLabelText(label), value)
  }
  await user.tab()
  await user.click(screen.getByRole("checkbox", { name: /16 or older/ }))
  await user.click(screen.getByRole("button", { name: "Create account" }))
}

function signUpWith(values: Partial<typeof good> = {}): Promise<void> {
  return fillIn(renderScreen(<SignUpScreen />, { at: "/sign-up" }), { ...good, ...values })
}

describe("signing up", () => {
  test("makes the account, the session, the mail and the profile, and opens the dashboard", async () => {
    const api = fakeApi()
    acceptSignUp(api)
    await signUpWith()
    await expectAddress("/app")
    expect(api.callsOf(createAccount)[0]?.body).toEqual({
      userId: "unique()",
      email: "ada@example.com",
      password: "correct horse",
      name: "Ada Lovelace",
    })
    expect(api.callsOf(createVerification)[0]?.body.url).toBe(`${location.origin}/verify-user`)
    expect(api.callsOf(createDocument)[0]?.body.data).toEqual({
      accountId: "ada",
      email: "ada@example.com",
      name: "Ada Lovelace",
    })
  })

  test("goes on to where the person wanted to go, which waits with the account too", async () => {
    const api = fakeApi()
    acceptSignUp(api)
    const to = "/generations/flux?mode=dalle3&prompt=a+red+gift+box&shape=1%3A1"
    const at = `/sign-up?${new URLSearchParams({ to })}`
    await fillIn(renderScreen(<SignUpScreen />, { at }), good)
    await expectAddress(to)
    expect(api.callsOf(updatePreferences)[0]?.body.prefs).toMatchObject({ next: to })
  })

  test.each([
    ["/billing?program=strategy_and_consulting", true],
    ["/photo-gallery", false],
  ])("names the program to somebody who came to apply: %s", async (to, isNamed) => {
    fakeApi()
    renderScreen(<SignUpScreen />, { at: `/sign-up?${new URLSearchParams({ to })}` })
    await screen.findByLabelText("First name")
    await waitFor(() => expect(screen.queryByText(/^You apply for Strategy & Consulting\./) !== null).toBe(isNamed))
  })

  test("keeps an invitation until the account is there, and says what it brings", async () => {
    const api = fakeApi()
    acceptSignUp(api)
    api.answer(getInvitation, { data: { credits: 20 } })
    api.answer(claimInvitation, { data: { isTaken: true } })
    const user = renderScreen(<SignUpScreen />, { at: "/sign-up?invite=abcd2345" })
    expect(await screen.findByText(/you and your friend get 20 credits each/)).toBeTruthy()
    await fillIn(user, good)
    await expectAddress("/app")
    expect(api.callsOf(claimInvitation).map(({ body }) => body)).toEqual([{ code: "ABCD2345" }])
    expect(localStorage.getItem("invitation")).toBeNull()
  })

  test("knows an invitation from an earlier page, and keeps it when no answer came", async () => {
    localStorage.setItem("invitation", "ABCD2345")
    const api = fakeApi()
    acceptSignUp(api)
    api.answer(getInvitation, { data: { credits: 20 } })
    api.refuse(claimInvitation, "service_unavailable", "Not now.")
    await signUpWith()
    await expectAddress("/app")
    expect(localStorage.getItem("invitation")).toBe("ABCD2345")
  })

  test("promises nothing for an invitation that does not exist", async () => {
    const api = fakeApi()
    acceptSignUp(api)
    api.answer(getInvitation, { data: { credits: null } })
    await fillIn(renderScreen(<SignUpScreen />, { at: "/sign-up?invite=ZZZZZZZZ" }), good)
    await expectAddress("/app")
    expect(screen.queryByText(/You were invited/)).toBeNull()
    expect(localStorage.getItem("invitation")).toBeNull()
  })

  test("asks for the terms and the age before any call", async () => {
    fakeApi()
    const user = renderScreen(<SignUpScreen />, { at: "/sign-up" })
    for (const [label, value] of Object.entries(good)) await user.type(screen.getByLabelText(label), value)
    await user.click(screen.getByRole("button", { name: "Create account" }))
    await screen.findByText("Please accept the terms and confirm your age")
    expect(screen.getByRole("link", { name: "terms of use" }).getAttribute("href")).toBe("/terms")
  })

  test("says in the page why nothing came of it", async () => {
    fakeApi().refuse(createAccount, "service_unavailable", "Accounts cannot be made right now.")
    await signUpWith()
    await waitFor(() => expect(screen.getAllByText("Accounts cannot be made right now.")).toHaveLength(2))
  })

  test("goes on when the mail cannot be sent, and logs it", async () => {
    const api = fakeApi()
    acceptSignUp(api)
    api.refuse(createVerification, "service_unavailable", "No mail today.")
    const log = vi.spyOn(console, "error").mockImplementation(() => {})
    await signUpWith()
    await expectAddress("/app")
    expect(log.mock.calls.map(([words]) => words)).toContain("error sending email")
    log.mockRestore()
  })

  test("replaces the session of somebody who was still signed in", async () => {
    const api = fakeApi()
    acceptSignUp(api)
    api.refuse(createEmailSession, "user_session_already_exists", messages.sessionActive)
    api.answer(deleteSession, () => {
      api.answer(createEmailSession, buildSession(), { headers: fallbackHeader })
      return null
    })
    await signUpWith()
    await expectAddress("/app")
    expect(api.callsOf(createEmailSession)).toHaveLength(2)
  })

  test("says at the field that the address is taken", async () => {
    fakeApi().refuse(createAccount, "user_already_exists", "There is an account with this address.")
    await signUpWith()
    await waitFor(() => expect(screen.getByLabelText("E-mail").getAttribute("aria-invalid")).toBe("true"))
    expect(screen.getAllByText("There is an account with this address.")).toHaveLength(2)
  })

  test.each([
    ["First name", "A", "First name too short"],
    ["Last name", "L", "Last name too short"],
    ["E-mail", "ada@", "Invalid email address"],
    ["Password", "short", "Password must be at least 8 characters"],
    ["Confirm password", "another horse", "Passwords do not match"],
  ])("refuses %s %j before any call", async (label, value, message) => {
    fakeApi()
    await signUpWith({ [label]: value })
    await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(0))
    expect(screen.getByLabelText(label).getAttribute("aria-invalid")).toBe("true")
  })
})
