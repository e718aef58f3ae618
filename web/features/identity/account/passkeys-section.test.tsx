import { screen, within } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { addPasskey, listPasskeys, type Passkey, removePasskey, renamePasskey } from "#contract/identity/passkeys.ts"
import { getSessionInfo } from "#contract/identity/sessions.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { PasskeysSection } from "./passkeys-section.tsx"

afterEach(() => vi.unstubAllGlobals())

const phone: Passkey = {
  id: "one",
  name: "My phone",
  createdAt: "2026-01-05T10:00:00.000+00:00",
  lastUsedAt: "",
  host: "localhost",
  works: true,
  wasCopied: false,
}

/** A browser with or without passkeys, at an address that passkeys are made for or not. */
function open(passkeys: readonly Passkey[], { canHave = false, host = location.hostname as string | null } = {}) {
  const api = fakeApi()
  let kept = [...passkeys]
  if (canHave) vi.stubGlobal("PublicKeyCredential", class {})
  vi.stubGlobal("isSecureContext", true)
  api.answer(getSessionInfo, { data: { isMailCaptured: false, passkeyHost: host, identityProviders: [] } })
  api.answer(listPasskeys, () => ({ data: kept }))
  api.answer(renamePasskey, ({ body }) => {
    kept = kept.map((passkey) => ({ ...passkey, name: body.name }))
    return { data: { ...phone, name: body.name } }
  })
  return { api, user: renderScreen(<PasskeysSection isConfirmed />, { at: "/account" }) }
}

const isAsked = async (api: FakeApi): Promise<void> => {
  await vi.waitFor(() => expect(api.callsOf(listPasskeys)).not.toEqual([]))
  await networkAtRest()
}

test.each([
  ["the browser has none", { canHave: false }],
  ["the page is at another address", { canHave: true, host: "studio.example.com" }],
  ["the address allows none", { canHave: true, host: null }],
])("nothing of passkeys is shown where %s", async (_, place) => {
  const { api } = open([], place)
  await isAsked(api)
  expect(screen.queryByRole("region", { name: "Passkeys" })).toBeNull()
})

test("those made elsewhere are told of also where none can be made", async () => {
  open([{ ...phone, works: false, host: "old.example.com" }])
  await screen.findByText(/Made at old\.example\.com\. It does not work at this address/)
  expect(screen.queryByRole("button", { name: "Add a passkey" })).toBeNull()
})

test("a passkey has another name, and stays where it is the only way in", async () => {
  const { api, user } = open([phone], { canHave: true })
  await user.click(await screen.findByRole("button", { name: "Rename My phone" }))
  await user.clear(screen.getByLabelText("Name"))
  await user.type(screen.getByLabelText("Name"), "The old phone")
  await user.click(screen.getByRole("button", { name: "Save" }))
  await screen.findByText("The old phone")
  api.refuse(removePasskey, "not_allowed", "This is your only way to sign in. Choose a password first.")
  await user.click(screen.getByRole("button", { name: "Remove The old phone" }))
  const dialog = await screen.findByRole("dialog")
  await user.click(within(dialog).getByRole("button", { name: "Remove" }))
  expect((await within(dialog).findByRole("alert")).textContent).toMatch(/only way/)
  expect(screen.getByText("The old phone")).toBeTruthy()
  expect(api.callsOf(addPasskey)).toEqual([])
})
