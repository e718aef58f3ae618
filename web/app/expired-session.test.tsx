import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { createEmailSession, getAccount } from "#contract/hosted/account.ts"
import { getBalance } from "#contract/product/credits.ts"
import { getStudio } from "#contract/product/generations.ts"
import { answerCurrentUser, buildSession, fallbackHeader, signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { connected, receiveFrame } from "#web/testing/fake-sockets.ts"
import { expectAddress, renderApp } from "#web/testing/render-screen.tsx"
// Loaded here, so that no test waits for it.
import "./late-studio.tsx"

test.each([
  { at: "/app", label: "What do you want to see?" },
  { at: "/generations/flux?mode=flux1.1-pro", label: "Prompt" },
])("words typed at $at stand there again when the session had ended and the person signs in", async ({ at, label }) => {
  const api = fakeApi()
  signedIn(api)
  api.answer(getBalance, { data: { credits: 20, held: 0 } })
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: false, modes: {}, kinds: {} } })
  const user = renderApp(at)
  await user.type(await screen.findByLabelText(label), "a red jug")

  await connected()
  api.refuse(getAccount, "general_unauthorized_scope", "Please sign in first.")
  receiveFrame({ type: "event", data: { events: ["users.ada.update"], channels: ["account"], payload: {} } })
  await screen.findByRole("heading", { name: "Sign in" })
  api.answer(createEmailSession, buildSession(), { headers: fallbackHeader })
  answerCurrentUser(api)
  await user.type(screen.getByLabelText("E-mail"), "ada@example.com")
  await user.type(screen.getByLabelText("Password"), "correct horse{Enter}")
  await expectAddress(at)
  expect((await screen.findByLabelText<HTMLTextAreaElement>(label)).value).toBe("a red jug")
})
