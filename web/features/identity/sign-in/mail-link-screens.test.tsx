import { act, screen } from "@testing-library/react"
import { afterEach, describe, expect, test, vi } from "vitest"
import { getAccount } from "#contract/identity/account.ts"
import {
  confirmRecovery,
  confirmVerification,
  createRecovery,
  finishMagicLink,
} from "#contract/identity/account-tokens.ts"
import { getSessionInfo } from "#contract/identity/sessions.ts"
import { messages } from "#contract/messages.ts"
import { answerCurrentUser, buildSession, fallbackHeader, sentToken, signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { expectAddress, renderApp, renderScreen, shownAddress } from "#web/testing/render-screen.tsx"
import { ForgotPasswordScreen } from "./forgot-password-screen.tsx"
import { MagicLinkScreen } from "./magic-link-screen.tsx"
import { ResetPasswordScreen } from "./reset-password-screen.tsx"
import { VerifyScreen } from "./verify-screen.tsx"

const link = "?userId=ada&secret=abc123"

afterEach(() => {
  history.replaceState(null, "", "/")
})

describe("/verify-user", () => {
  test("confirms the address and leads to the dashboard", async () => {
    const api = fakeApi()
    signedIn(api)
    api.answer(confirmVerification, sentToken)
    const user = renderScreen(<VerifyScreen />, { at: `/verify-user${link}` })
    await user.click(screen.getByRole("button", { name: "Verify my account" }))
    await screen.findByText(messages.verified)
    expect(api.callsOf(confirmVerification)[0]?.body).toEqual({ userId: "ada", secret: "abc123" })
    await expectAddress("/app")
    // What the dashboard says of the address is known before it opens.
    expect(api.callsOf(getAccount)).toHaveLength(1)
  })

  test("says so when the link is used up", async () => {
    fakeApi().refuse(confirmVerification, "user_invalid_token", "The link is wrong, used or expired.")
    const log = vi.spyOn(console, "error").mockImplementation(() => {})
    const user = renderScreen(<VerifyScreen />, { at: `/verify-user${link}` })
    await user.click(screen.getByRole("button", { name: "Verify my account" }))
    expect((await screen.findByRole("alert")).textContent).toBe(messages.verificationFailed)
    expect(log.mock.calls.map(([words]) => words)).toContain("verification failed")
    log.mockRestore()
  })

  test("takes the secret out of the address bar", () => {
    fakeApi()
    history.replaceState(null, "", `/verify-user${link}`)
    renderScreen(<VerifyScreen />, { at: `/verify-user${link}` })
    expect(location.href).toBe(`${location.origin}/verify-user`)
  })
})

describe("/auth/magic-url", () => {
  test.each([
    { to: "/app", more: "" },
    { to: "/photo-gallery", more: "&to=%2Fphoto-gallery" },
    { to: "/app", more: "&to=https%3A%2F%2Fevil.example" },
  ])("signs in at a press and leads to $to: $more", async ({ to, more }) => {
    const api = fakeApi()
    api.answer(finishMagicLink, buildSession({ provider: "magic-url" }), { headers: fallbackHeader })
    answerCurrentUser(api)
    const user = renderScreen(<MagicLinkScreen />, { at: `/auth/magic-url${link}${more}` })
    expect(api.callsOf(finishMagicLink)).toEqual([])
    await user.click(screen.getByRole("button", { name: "Sign in" }))
    await expectAddress(to)
    expect(api.callsOf(finishMagicLink)[0]?.body).toEqual({ userId: "ada", secret: "abc123" })
  })

  test("says so when the link is used up", async () => {
    fakeApi().refuse(finishMagicLink, "user_invalid_token", "The link is wrong, used or expired.")
    const user = renderScreen(<MagicLinkScreen />, { at: `/auth/magic-url${link}` })
    await user.click(screen.getByRole("button", { name: "Sign in" }))
    expect((await screen.findByRole("alert")).textContent).toBe("The link is wrong, used or expired.")
  })
})

describe("/forgot-password", () => {
  async function ask(email: string): Promise<void> {
    const user = renderScreen(<ForgotPasswordScreen />, { at: "/forgot-password" })
    await user.type(screen.getByLabelText("E-mail"), email)
    await user.click(screen.getByRole("button", { name: "Send the link" }))
  }

  test("sends the link that leads to /reset-password", async () => {
    const api = fakeApi()
    api.answer(getSessionInfo, { data: { isMailCaptured: false, passkeyHost: null, identityProviders: [] } })
    api.answer(createRecovery, sentToken)
    await ask("ada@example.com")
    await screen.findByText(messages.recoverySent)
    expect(api.callsOf(createRecovery)[0]?.body).toEqual({
      email: "ada@example.com",
      url: `${location.origin}/reset-password`,
    })
  })

  test("refuses what is no address", async () => {
    fakeApi().answer(getSessionInfo, { data: { isMailCaptured: false, passkeyHost: null, identityProviders: [] } })
    await ask("ada")
    await screen.findByText("Invalid email address")
  })
})

describe("/reset-password", () => {
  async function choose(password: string, again: string): Promise<void> {
    const user = renderScreen(<ResetPasswordScreen />, { at: `/reset-password${link}` })
    await user.type(screen.getByLabelText("New password"), password)
    await user.type(screen.getByLabelText("Confirm password"), again)
    await user.click(screen.getByRole("button", { name: "Save the new password" }))
  }

  test("sets the password and leads to /sign-in", async () => {
    const api = fakeApi()
    api.answer(confirmRecovery, sentToken)
    await choose("a better horse", "a better horse")
    await screen.findByText(messages.resetDone)
    expect(api.callsOf(confirmRecovery)[0]?.body).toEqual({
      userId: "ada",
      secret: "abc123",
      password: "a better horse",
      passwordAgain: "a better horse",
    })
    await expectAddress("/sign-in")
  })

  test("leads a browser that was signed in to the form too, as its session has ended with the others", async () => {
    const api = fakeApi()
    signedIn(api)
    const user = renderApp(`/reset-password${link}`)
    await user.type(await screen.findByLabelText("New password"), "a better horse")
    await user.type(screen.getByLabelText("Confirm password"), "a better horse")
    await act(networkAtRest)
    api.answer(confirmRecovery, () => {
      api.refuse(getAccount, "general_unauthorized_scope", "Nobody is signed in.")
      return sentToken
    })
    await user.click(screen.getByRole("button", { name: "Save the new password" }))
    await expectAddress("/sign-in")
    await act(networkAtRest)
    await screen.findByRole("button", { name: "Sign in" })
    expect(shownAddress()).toBe("/sign-in")
  })

  test("shows the letters until they are hidden", async () => {
    fakeApi()
    const user = renderScreen(<ResetPasswordScreen />, { at: `/reset-password${link}` })
    const field = screen.getByLabelText<HTMLInputElement>("New password")
    expect(field.type).toBe("text")
    await user.click(screen.getAllByRole("button", { name: "Hide password" })[0] as HTMLElement)
    expect(field.type).toBe("password")
  })

  test.each([
    ["short", "short", "Password must be at least 8 characters long"],
    ["a better horse", "another horse", "Passwords do not match"],
  ])("refuses %j and %j before any call", async (password, again, message) => {
    fakeApi()
    await choose(password, again)
    await screen.findByText(message)
  })

  test("says what the server says", async () => {
    fakeApi().refuse(confirmRecovery, "user_invalid_token", "The link is wrong, used or expired.")
    const log = vi.spyOn(console, "error").mockImplementation(() => {})
    await choose("a better horse", "a better horse")
    expect((await screen.findByRole("alert")).textContent).toBe("The link is wrong, used or expired.")
    log.mockRestore()
  })
})
