import { screen } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import { getSession } from "#contract/identity/account.ts"
import { getSessionInfo } from "#contract/identity/sessions.ts"
import { answerCurrentUser, buildSession } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { expectAddress, renderScreen } from "#web/testing/render-screen.tsx"
import { ProviderReturnScreen } from "./provider-return-screen.tsx"
import { SignInScreen } from "./sign-in-screen.tsx"

const identityProviders = [
  { name: "google", title: "Google" },
  { name: "apple", title: "Apple" },
] as const

function openSignIn(at = "/sign-in", state?: unknown) {
  fakeApi().answer(getSessionInfo, {
    data: { isMailCaptured: false, passkeyHost: null, identityProviders: [...identityProviders] },
  })
  renderScreen(<SignInScreen />, { at, state })
}

describe("a provider's button", () => {
  test("is a plain link that comes back to where the person wanted to go", async () => {
    openSignIn("/sign-in", { from: "/photo-gallery?tab=generated" })
    const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "Continue with Google" })
    const url = new URL(link.href)
    expect(url.pathname).toBe("/v1/account/sessions/oauth2/google")
    const success = new URL(url.searchParams.get("success") ?? "")
    expect(success.pathname).toBe("/auth/oauth2/success")
    expect(success.searchParams.get("to")).toBe("/photo-gallery?tab=generated")
    expect(url.searchParams.get("failure")).toBe(`${location.origin}/sign-in`)
    expect(screen.getByRole("link", { name: "Continue with Apple" })).toBeTruthy()
  })

  test.each([
    [JSON.stringify({ message: "Call this number!", type: "user_already_exists", code: 409 }), /Sign in to it first/],
    [JSON.stringify({ type: "something new" }), /did not work/],
    ["not json", /did not work/],
  ])("says what came back: %s", async (error, words) => {
    openSignIn(`/sign-in?${new URLSearchParams({ error })}`)
    expect((await screen.findByRole("alert")).textContent).toMatch(words)
    expect(screen.queryByText(/Call this number/)).toBeNull()
    await screen.findByRole("link", { name: "Continue with Google" })
  })
})

describe("coming back from a provider", () => {
  test("notes the session and goes on", async () => {
    const api = fakeApi()
    api.answer(getSession, buildSession({ countryCode: "ng" }))
    answerCurrentUser(api)
    renderScreen(<ProviderReturnScreen />, { at: `/auth/oauth2/success?to=${encodeURIComponent("/generations")}` })
    await expectAddress("/generations")
    expect(localStorage.getItem("cookieFallback")).toBe('{"a_session_aworan":"signed-in"}')
    expect(localStorage.getItem("user_country_code")).toBe("ng")
  })

  test("goes to pages of this site only", async () => {
    const api = fakeApi()
    api.answer(getSession, buildSession())
    answerCurrentUser(api)
    renderScreen(<ProviderReturnScreen />, { at: "/auth/oauth2/success?to=%2F%2Fevil.example" })
    await expectAddress("/app")
  })

  test("without a session leads to sign in, and notes nothing", async () => {
    fakeApi().refuse(getSession, "general_unauthorized_scope", "missing scope")
    renderScreen(<ProviderReturnScreen />, { at: "/auth/oauth2/success" })
    await expectAddress("/sign-in")
    expect(localStorage.getItem("cookieFallback")).toBeNull()
  })
})
