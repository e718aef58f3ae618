import { act, screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import {
  confirmAuthenticator,
  deleteAuthenticator,
  offerAuthenticator,
  renewRecoveryCodes,
} from "#contract/identity/account-factors.ts"
import { getFactorState } from "#contract/identity/second-factor-proof.ts"
import { buildAccount } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { SecondFactorSection } from "./second-factor-section.tsx"

const recoveryCodes = Array.from({ length: 10 }, (_, n) => `AAAA-BBBB-CCC${n}`)

function answerState(api: FakeApi, since: string): void {
  api.answer(getFactorState, { data: { since, recoveryCodesLeft: since === "" ? 0 : 9 } })
}

const offer = { secret: "ABCDEFGH", uri: "otpauth://totp/x", qr: { side: 21, path: "M4 4h7v1h-7z" } }

const open = (isEmailVerified = true) =>
  renderScreen(<SecondFactorSection hasPassword isEmailVerified={isEmailVerified} />, { at: "/account" })

test("is set up by a code of the app, and shows the recovery codes once", async () => {
  const api = fakeApi()
  answerState(api, "")
  api.answer(offerAuthenticator, offer)
  const user = open()
  await user.click(await screen.findByRole("button", { name: "Set up" }))
  await screen.findByRole("img", { name: "QR code for your authenticator app" })
  screen.getByText("ABCD EFGH")
  expect(screen.getByRole("link", { name: "Open the app here" }).getAttribute("href")).toBe("otpauth://totp/x")
  api.refuse(confirmAuthenticator, "user_invalid_token", "This code is wrong.")
  await user.type(screen.getByLabelText("Code"), "000000{Enter}")
  await screen.findByText("This code is wrong.")
  api.answer(confirmAuthenticator, () => {
    answerState(api, "2026-01-05T10:00:00.000+00:00")
    return { ...buildAccount({ mfa: true }), recoveryCodes }
  })
  await user.clear(screen.getByLabelText("Code"))
  await user.type(screen.getByLabelText("Code"), "123456{Enter}")
  await screen.findByRole("heading", { name: "Keep these codes" })
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(recoveryCodes)
  const sheet = screen.getByRole("link", { name: "Download" }).getAttribute("href") ?? ""
  expect(decodeURIComponent(sheet)).toContain(recoveryCodes.join("\n"))
  await user.click(screen.getByRole("button", { name: "I have kept them" }))
  await screen.findByText(/9 recovery codes are left/)
})

test("is renewed and turned off with the password and a code", async () => {
  const api = fakeApi()
  answerState(api, "2026-01-05T10:00:00.000+00:00")
  const user = open()
  await user.click(await screen.findByRole("button", { name: "New recovery codes" }))
  api.answer(renewRecoveryCodes, { recoveryCodes })
  await user.type(screen.getByLabelText("Your password"), "correct horse")
  await user.type(screen.getByLabelText("Code"), "123456")
  await user.click(screen.getByRole("button", { name: "Make new codes" }))
  await screen.findByText("AAAA-BBBB-CCC0")
  await user.click(screen.getByRole("button", { name: "I have kept them" }))
  await user.click(screen.getByRole("button", { name: "Turn off" }))
  api.refuse(deleteAuthenticator, "user_invalid_credentials", "The password is not right.")
  await user.type(screen.getByLabelText("Your password"), "wrong horse")
  await user.type(screen.getByLabelText("Code"), "123456")
  await user.click(screen.getByRole("button", { name: "Turn off" }))
  await screen.findByText("The password is not right.")
  expect(screen.getByLabelText("Your password").getAttribute("aria-invalid")).toBe("true")
  api.answer(deleteAuthenticator, () => {
    answerState(api, "")
    return null
  })
  await user.click(screen.getByRole("button", { name: "Turn off" }))
  await screen.findByRole("button", { name: "Set up" })
  expect(api.callsOf(deleteAuthenticator).at(-1)?.body).toEqual({ otp: "123456", password: "wrong horse" })
})

test("an answer to a change that was given up leaves the next one as it is", async () => {
  const api = fakeApi()
  answerState(api, "2026-01-05T10:00:00.000+00:00")
  api.answer(offerAuthenticator, offer)
  const sendAnswer = api.hold(offerAuthenticator)
  const user = open()
  await user.click(await screen.findByRole("button", { name: "Use another app" }))
  await user.type(screen.getByLabelText("Your password"), "correct horse")
  await user.type(screen.getByLabelText("Code"), "123456")
  await user.click(screen.getByRole("button", { name: "Go on" }))
  await waitFor(() => expect(api.callsOf(offerAuthenticator)).toHaveLength(1))
  await user.click(screen.getByRole("button", { name: "Cancel" }))
  await user.click(screen.getByRole("button", { name: "Turn off" }))
  await user.type(screen.getByLabelText("Your password"), "correct")
  sendAnswer()
  await act(networkAtRest)
  screen.getByRole("dialog", { name: "Turn off two-step sign-in?" })
  expect(screen.getByLabelText("Your password")).toHaveProperty("value", "correct")
})

test("waits for a confirmed address", async () => {
  answerState(fakeApi(), "")
  open(false)
  await screen.findByText("Confirm your e-mail address first.")
  expect(screen.getByRole("button", { name: "Set up" }).hasAttribute("disabled")).toBe(true)
})
