import { act, screen, waitFor } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import type { ReactElement } from "react"
import { Link } from "react-router"
import { afterEach, expect, test } from "vitest"
import type { Endpoint } from "#contract/endpoint.ts"
import { createDocument } from "#contract/hosted/documents.ts"
import { createAccount, createEmailSession, getAccount, updatePreferences } from "#contract/identity/account.ts"
import { createChallenge, finishChallenge } from "#contract/identity/account-factors.ts"
import {
  confirmRecovery,
  confirmVerification,
  createVerification,
  finishMagicLink,
} from "#contract/identity/account-tokens.ts"
import { restoreStoredSession } from "#web/lib/session/stored-session.ts"
import {
  answerCurrentUser,
  buildAccount,
  buildProfile,
  buildSession,
  fallbackHeader,
  sentToken,
} from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { renderScreen, shownAddress } from "#web/testing/render-screen.tsx"
import { CodeScreen } from "./code-screen.tsx"
import { MagicLinkScreen } from "./magic-link-screen.tsx"
import { ResetPasswordScreen } from "./reset-password-screen.tsx"
import { SignInScreen } from "./sign-in-screen.tsx"
import { SignUpScreen } from "./sign-up-screen.tsx"
import { VerifyScreen } from "./verify-screen.tsx"

const newAccount = {
  "First name": "Ada",
  "Last name": "Lovelace",
  "E-mail": "ada@example.com",
  Password: "correct horse",
  "Confirm password": "correct horse",
}
const newPassword = { "New password": "a better horse", "Confirm password": "a better horse" }
const mailLink = "?userId=ada&secret=abc123"

afterEach(() => history.replaceState(null, "", "/"))

async function fillIn(user: UserEvent, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await user.type(await screen.findByLabelText(label), value)
  await user.tab()
  const age = screen.queryByRole("checkbox", { name: /16 or older/ })
  if (age) await user.click(age)
}

test.each<[at: string, Screen: () => ReactElement, values: Record<string, string>, button: string, endpoint: Endpoint]>(
  [
    [
      "/sign-in",
      SignInScreen,
      { "E-mail": "ada@example.com", Password: "correct horse" },
      "Sign in",
      createEmailSession,
    ],
    ["/sign-up", SignUpScreen, newAccount, "Create account", createAccount],
    ["/sign-in/code", CodeScreen, { Code: "123 456" }, "Sign in", finishChallenge],
    [`/auth/magic-url${mailLink}`, MagicLinkScreen, {}, "Sign in", finishMagicLink],
    [`/verify-user${mailLink}`, VerifyScreen, {}, "Verify my account", confirmVerification],
    [`/reset-password${mailLink}`, ResetPasswordScreen, newPassword, "Save the new password", confirmRecovery],
  ],
)("whoever leaves %s before its answer came stays where they went", async (at, Screen, values, button, endpoint) => {
  const api = fakeApi()
  answerCurrentUser(api, { account: { mfa: true } })
  if (Screen === CodeScreen) {
    restoreStoredSession()
    api.refuse(getAccount, "user_more_factors_required", "More factors are required.")
  }
  api.answer(createChallenge, ({ body }) => ({ $id: body.factor, $createdAt: "", userId: "ada", expire: "" }))
  api.answer(finishChallenge, () => {
    answerCurrentUser(api, { account: { mfa: true } })
    return buildSession({ factors: ["password", "totp"] })
  })
  api.answer(createAccount, buildAccount())
  api.answer(createEmailSession, buildSession(), { headers: fallbackHeader })
  api.answer(finishMagicLink, buildSession({ provider: "magic-url" }), { headers: fallbackHeader })
  for (const token of [createVerification, confirmVerification, confirmRecovery]) api.answer(token, sentToken)
  api.answer(createDocument, buildProfile())
  api.answer(updatePreferences, buildAccount())
  const sendAnswer = api.hold(endpoint)
  const user = renderScreen(
    <>
      <Link to="/showcase">Elsewhere</Link>
      <Screen />
    </>,
    { at },
  )
  await fillIn(user, values)
  await user.click(await screen.findByRole("button", { name: button }))
  await waitFor(() => expect(api.callsOf(endpoint)).toHaveLength(1))
  await user.click(screen.getByRole("link", { name: "Elsewhere" }))
  sendAnswer()
  await act(networkAtRest)
  expect(shownAddress()).toBe("/showcase")
})
