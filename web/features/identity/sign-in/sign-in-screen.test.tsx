import { screen, waitFor } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import { createEmailSession, getAccount } from "#contract/identity/account.ts"
import { createMagicLink } from "#contract/identity/account-tokens.ts"
import { messages } from "#contract/messages.ts"
import { claimTry } from "#contract/studio/guest-trial.ts"
import { tryStored } from "#web/lib/session/guest-trial-claim.ts"
import { flagGuestTrial, hasTry } from "#web/lib/session/guest-trial-mark.ts"
import { answerCurrentUser, buildSession, fallbackHeader, sentToken } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { expectAddress, renderApp, renderScreen, shownAddress } from "#web/testing/render-screen.tsx"
import { SignInScreen } from "./sign-in-screen.tsx"

function acceptSignIn(api: FakeApi): void {
  api.answer(createEmailSession, buildSession(), { headers: fallbackHeader })
  answerCurrentUser(api)
}

async function signInAs(email: string, password: string, place: Parameters<typeof renderScreen>[1] = {}) {
  const user = renderScreen(<SignInScreen />, { at: "/sign-in", ...place })
  await user.type(screen.getByLabelText("E-mail"), email)
  await user.type(screen.getByLabelText("Password"), password)
  await user.click(screen.getByRole("button", { name: "Sign in" }))
}

test("nobody is told that pictures and credits wait: who comes here may have deleted them", async () => {
  fakeApi()
  renderApp("/sign-in")
  await screen.findByRole("heading", { name: "Sign in" })
  expect(screen.queryByText(/pictures and credits/)).toBeNull()
})

describe("signing in", () => {
  test("leads to the dashboard and stores the country of the session", async () => {
    const api = fakeApi()
    acceptSignIn(api)
    await signInAs("Ada@example.com", "correct horse")
    await expectAddress("/app")
    expect(localStorage.getItem("user_country_code")).toBe("ng")
    expect(localStorage.getItem("cookieFallback")).toBe(fallbackHeader["x-fallback-cookies"])
    expect(Object.keys(localStorage).toSorted()).toEqual(["cookieFallback", "user_country_code"])
  })

  test("keeps ref", async () => {
    acceptSignIn(fakeApi())
    await signInAs("ada@example.com", "correct horse", { at: "/sign-in?ref=fusion" })
    await expectAddress("/app?ref=fusion")
  })

  test("leads back to where the person was sent away from", async () => {
    acceptSignIn(fakeApi())
    await signInAs("ada@example.com", "correct horse", { state: { from: "/photo-gallery?tab=generated" } })
    await expectAddress("/photo-gallery?tab=generated")
  })

  test("takes the picture of a visitor into the gallery before any screen reads it", async () => {
    const api = fakeApi()
    acceptSignIn(api)
    flagGuestTrial()
    api.answer(claimTry, () => {
      expect(shownAddress()).toBe("/sign-in")
      return { data: { isClaimed: true } }
    })
    await signInAs("ada@example.com", "correct horse")
    await screen.findByText(tryStored)
    await expectAddress("/app")
    expect(hasTry()).toBe(false)
  })

  test("leads on when that picture cannot be taken", async () => {
    const api = fakeApi()
    acceptSignIn(api)
    flagGuestTrial()
    api.refuse(claimTry, "general_unknown", "Not now.")
    await signInAs("ada@example.com", "correct horse")
    await expectAddress("/app")
    expect(hasTry()).toBe(true)
  })

  test("opens the dashboard when a session is active already", async () => {
    const api = fakeApi()
    api.refuse(createEmailSession, "user_session_already_exists", messages.sessionActive)
    answerCurrentUser(api)
    await signInAs("ada@example.com", "correct horse")
    await expectAddress("/app")
  })

  test("says what the server says, and stays", async () => {
    fakeApi().refuse(createEmailSession, "user_invalid_credentials", "E-mail or password is wrong.")
    await signInAs("ada@example.com", "wrong horse")
    expect((await screen.findByRole("alert")).textContent).toBe("E-mail or password is wrong.")
    await expectAddress("/sign-in")
  })

  test("says so when the check afterwards fails", async () => {
    const api = fakeApi()
    acceptSignIn(api)
    api.refuse(getAccount, "general_unauthorized_scope", "missing scope")
    await signInAs("ada@example.com", "correct horse")
    expect((await screen.findByRole("alert")).textContent).toBe(messages.signUpFailed)
  })

  test.each([
    ["an address without @", "ada", "correct horse", "E-mail", "Invalid email address"],
    ["a short password", "ada@example.com", "short", "Password", "Password must be at least 8 characters"],
  ])("refuses %s before any call", async (_, email, password, label, message) => {
    fakeApi()
    await signInAs(email, password)
    await screen.findByText(message)
    const field = screen.getByLabelText(label)
    expect(field.getAttribute("aria-invalid")).toBe("true")
    expect(document.activeElement).toBe(field)
  })
})

test("leads to the other forms", () => {
  fakeApi()
  renderScreen(<SignInScreen />, { at: "/sign-in" })
  expect(screen.getByRole("link", { name: "Forgot your password?" }).getAttribute("href")).toBe("/forgot-password")
})

test("a link is mailed to the address in the form, and leads back to where the person wanted to go", async () => {
  const api = fakeApi()
  api.answer(createMagicLink, sentToken)
  const user = renderScreen(<SignInScreen />, { at: "/sign-in", state: { from: "/photo-gallery" } })
  await user.click(await screen.findByRole("button", { name: "E-mail me a link" }))
  await waitFor(() => expect(screen.getByLabelText("E-mail").getAttribute("aria-invalid")).toBe("true"))
  expect(api.callsOf(createMagicLink)).toEqual([])
  await user.type(screen.getByLabelText("E-mail"), "ada@example.com")
  await user.click(screen.getByRole("button", { name: "E-mail me a link" }))
  await screen.findByText(/Look into your inbox/)
  expect(api.callsOf(createMagicLink)[0]?.body).toMatchObject({
    email: "ada@example.com",
    url: `${location.origin}/auth/magic-url?to=%2Fphoto-gallery`,
  })
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /^E-mail me another link in/ }).disabled).toBe(true)
})
