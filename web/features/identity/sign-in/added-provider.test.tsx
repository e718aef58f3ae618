import { screen } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { getSessionInfo } from "#contract/identity/sessions.ts"
import type { SignInProviderName } from "#contract/identity/sign-in-providers.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { SignInScreen } from "./sign-in-screen.tsx"

vi.mock("#contract/identity/sign-in-providers.ts", async (importOriginal) => {
  const original = await importOriginal<typeof import("#contract/identity/sign-in-providers.ts")>()
  const signInProviders = { ...original.signInProviders, palaver: "Palaver" }
  return { signInProviders, signInProviderNames: Object.keys(signInProviders) }
})

test("a sign-in provider that is added has its button", async () => {
  const added = { name: "palaver" as SignInProviderName, title: "Palaver" }
  fakeApi().answer(getSessionInfo, { data: { isMailCaptured: false, identityProviders: [added] } })
  renderScreen(<SignInScreen />, { at: "/sign-in" })
  const button = await screen.findByRole<HTMLAnchorElement>("link", { name: "Continue with Palaver" })
  expect(new URL(button.href).pathname).toBe("/v1/account/sessions/oauth2/palaver")
})
