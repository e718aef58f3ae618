import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { deleteIdentity, type Identity, listIdentities } from "#contract/identity/account-records.ts"
import { getSessionInfo } from "#contract/identity/sessions.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { IdentitiesSection } from "./identities-section.tsx"

const date = "2026-01-05T10:00:00.000+00:00"
const google: Identity = {
  $id: "one",
  $createdAt: date,
  $updatedAt: date,
  userId: "ada",
  provider: "google",
  providerUid: "1",
  providerEmail: "ada@gmail.example",
  providerAccessToken: "",
  providerAccessTokenExpiry: "",
  providerRefreshToken: "",
}
const both = [
  { name: "google", title: "Google" },
  { name: "github", title: "GitHub" },
] as const

function open(at = "/account") {
  const api = fakeApi()
  let identities = [google]
  api.answer(getSessionInfo, { data: { isMailCaptured: false, passkeyHost: null, identityProviders: [...both] } })
  api.answer(listIdentities, () => ({ total: identities.length, identities }))
  api.answer(deleteIdentity, () => {
    identities = []
    return null
  })
  return { api, user: renderScreen(<IdentitiesSection />, { at }) }
}

test("lists what is connected, and leads to what is not", async () => {
  open()
  expect(await screen.findByText("ada@gmail.example")).toBeTruthy()
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Connect GitHub" })
  const url = new URL(link.href)
  expect(url.pathname).toBe("/v1/account/sessions/oauth2/github")
  expect(Object.fromEntries(url.searchParams)).toEqual({
    project: "aworan",
    success: `${location.origin}/account`,
    failure: `${location.origin}/account`,
  })
})

test("disconnects", async () => {
  const { api, user } = open()
  await user.click(await screen.findByRole("button", { name: "Disconnect Google ada@gmail.example" }))
  expect(await screen.findByRole("link", { name: "Connect Google" })).toBeTruthy()
  expect(api.callsOf(deleteIdentity)[0]?.params).toEqual({ identityId: "one" })
})

test("says why the only way in stays", async () => {
  const { api, user } = open()
  api.refuse(deleteIdentity, "not_allowed", "This is your only way to sign in.")
  await user.click(await screen.findByRole("button", { name: /Disconnect/ }))
  expect((await screen.findByRole("alert")).textContent).toBe("This is your only way to sign in.")
  expect(screen.getByText("ada@gmail.example")).toBeTruthy()
})

test("says what a failed connection means, in words of its own", async () => {
  const error = JSON.stringify({ message: "Call this number!", type: "user_already_exists", code: 409 })
  open(`/account?${new URLSearchParams({ error })}`)
  const region = within(await screen.findByRole("region", { name: "Other ways to sign in" }))
  expect(region.getByRole("alert").textContent).toMatch(/belongs to another account/)
  expect(screen.queryByText(/Call this number/)).toBeNull()
})

test("is not there where no provider is set up", async () => {
  const api = fakeApi()
  api.answer(getSessionInfo, { data: { isMailCaptured: false, passkeyHost: null, identityProviders: [] } })
  renderScreen(<IdentitiesSection />, { at: "/account" })
  await expect.poll(() => api.callsOf(getSessionInfo).length).toBe(1)
  expect(screen.queryByRole("region", { name: "Other ways to sign in" })).toBeNull()
})
