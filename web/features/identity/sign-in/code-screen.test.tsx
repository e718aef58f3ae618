import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { createEmailSession, deleteSession, getAccount } from "#contract/identity/account.ts"
import { createChallenge, finishChallenge } from "#contract/identity/account-factors.ts"
import { restoreStoredSession } from "#web/lib/session/stored-session.ts"
import { answerCurrentUser, buildSession, fallbackHeader } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { expectAddress, renderApp, renderScreen } from "#web/testing/render-screen.tsx"
import { CodeScreen } from "./code-screen.tsx"

function answerHalf(api: FakeApi): void {
  api.refuse(getAccount, "user_more_factors_required", "More factors are required.")
  api.answer(createChallenge, ({ body }) => ({ $id: body.factor, $createdAt: "", userId: "ada", expire: "" }))
}

function openCode(api: FakeApi) {
  restoreStoredSession()
  answerHalf(api)
  return renderScreen(<CodeScreen />, { at: "/sign-in/code", state: { from: "/photo-gallery?tab=generated" } })
}

test("whoever owes the code is led to it from the form, and on to where they wanted to go", async () => {
  const api = fakeApi()
  answerHalf(api)
  api.answer(createEmailSession, buildSession(), { headers: fallbackHeader })
  const user = renderApp("/sign-in?to=/photo-gallery")
  await user.type(await screen.findByLabelText("E-mail"), "ada@example.com")
  await user.type(screen.getByLabelText("Password"), "correct horse")
  await user.click(screen.getByRole("button", { name: "Sign in" }))
  await expectAddress("/sign-in/code")
  await screen.findByRole("heading", { name: "One more step" })
})

test("a right code leads on, deep link included", async () => {
  const api = fakeApi()
  const user = openCode(api)
  api.answer(finishChallenge, () => {
    answerCurrentUser(api, { account: { mfa: true } })
    return buildSession({ factors: ["password", "totp"] })
  })
  await user.type(await screen.findByLabelText("Code"), "123 456{Enter}")
  await expectAddress("/photo-gallery?tab=generated")
  expect(api.callsOf(finishChallenge)[0]?.body).toEqual({ challengeId: "totp", otp: "123 456" })
})

test("a recovery code is sent as one, and a refusal stands at the field, which has the focus", async () => {
  const api = fakeApi()
  const user = openCode(api)
  api.refuse(finishChallenge, "user_invalid_token", "This code is wrong or was used before.")
  await user.click(await screen.findByRole("button", { name: "Use a recovery code" }))
  await user.type(screen.getByLabelText("Recovery code"), "AAAA-BBBB-CCCC")
  await user.click(screen.getByRole("button", { name: "Sign in" }))
  await screen.findByText("This code is wrong or was used before.")
  expect(document.activeElement).toBe(screen.getByLabelText("Recovery code"))
  expect(api.callsOf(finishChallenge)[0]?.body.challengeId).toBe("recoverycode")
})

test("an empty field is refused before any call, and one may leave for another account", async () => {
  const api = fakeApi()
  const user = openCode(api)
  await user.click(await screen.findByRole("button", { name: "Sign in" }))
  await screen.findByText("Required")
  api.answer(deleteSession, null)
  await user.click(screen.getByRole("button", { name: "Use another account" }))
  await expectAddress("/sign-in")
  expect(localStorage.length).toBe(0)
})
