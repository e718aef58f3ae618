import { act, screen } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { startPasskeySignIn } from "#contract/identity/passkeys.ts"
import { getSessionInfo } from "#contract/identity/sessions.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { PasskeyButton } from "./passkey-button.tsx"

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, "credentials")
})

/** A browser that offers passkeys at a field, and whose device fails each time that it is asked. */
function browserWhoseDeviceFails(name = "UnknownError") {
  const get = vi.fn(() => Promise.reject(new DOMException("no device", name)))
  const offers = Object.assign(() => {}, { isConditionalMediationAvailable: async () => true })
  vi.stubGlobal("PublicKeyCredential", offers)
  vi.stubGlobal("isSecureContext", true)
  Object.defineProperty(navigator, "credentials", { configurable: true, value: { get } })
  return get
}

test("a device that fails is told of when the person asked for it, and not while a passkey is only offered", async () => {
  const api = fakeApi()
  const get = browserWhoseDeviceFails()
  api.answer(getSessionInfo, { data: { isMailCaptured: false, passkeyHost: location.hostname, identityProviders: [] } })
  api.answer(startPasskeySignIn, { data: { challenge: "AAAA", rpId: location.hostname, formerHost: null } })
  const user = renderScreen(
    <>
      <input aria-label="E-mail" autoComplete="username webauthn" />
      <PasskeyButton to="/app" />
    </>,
    { at: "/sign-in" },
  )
  const button = await screen.findByRole("button", { name: "Sign in with a passkey" })
  expect(get).not.toHaveBeenCalled()
  await user.pointer({ target: screen.getByLabelText("E-mail") })
  await vi.waitFor(() => expect(get.mock.settledResults).toHaveLength(1))
  // What came of it goes through the library's own promises to the screen.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.queryByText(/could not do it/)).toBeNull()
  await user.click(button)
  expect((await screen.findByRole("alert")).textContent).toContain("Your device could not do it")
})

test.each([
  ["old.example.com", "Passkeys made at old.example.com do not work here: sign in another way, then add a new one."],
  [null, "Nothing was done: it was cancelled or took too long."],
])("where no passkey was picked and the former address is %s, it says what to do", async (formerHost, words) => {
  const api = fakeApi()
  browserWhoseDeviceFails("NotAllowedError")
  api.answer(getSessionInfo, { data: { isMailCaptured: false, passkeyHost: location.hostname, identityProviders: [] } })
  api.answer(startPasskeySignIn, { data: { challenge: "AAAA", rpId: location.hostname, formerHost } })
  const user = renderScreen(<PasskeyButton to="/app" />, { at: "/sign-in" })
  await user.click(await screen.findByRole("button", { name: "Sign in with a passkey" }))
  expect((await screen.findByRole("alert")).textContent).toContain(words)
})
