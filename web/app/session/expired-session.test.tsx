import { screen, waitFor } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import { beforeEach, describe, expect, test } from "vitest"
import { createEmailSession, deleteSession, getAccount } from "#contract/identity/account.ts"
import { createChallenge, finishChallenge } from "#contract/identity/account-factors.ts"
import { getBalance } from "#contract/money/credits.ts"
import { generateFlux11, getStudio } from "#contract/studio/generations.ts"
import { answerCurrentUser, buildSession, fallbackHeader, signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { connected, receiveFrame } from "#web/testing/fake-sockets.ts"
import { expectAddress, renderApp } from "#web/testing/render-screen.tsx"
// Loaded here, so that no test waits for them.
import "#web/app/frames/lazy-studio.tsx"
import "./session-ended.tsx"

const generator = "/generations/flux?mode=flux1.1-pro"
const pleaseSignIn = ["general_unauthorized_scope", "Please sign in first."] as const

let api: FakeApi

beforeEach(() => {
  api = fakeApi()
  signedIn(api)
  api.answer(getBalance, { data: { credits: 20, held: 0 } })
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: false, modes: {}, kinds: {} } })
})

/** Types a prompt, and hears from the server that the session is over. */
async function typeUntilItEnds(at = generator, label = "Prompt"): Promise<UserEvent> {
  const user = renderApp(at)
  await user.type(await screen.findByLabelText(label), "a red jug")
  await connected()
  api.refuse(getAccount, ...pleaseSignIn)
  receiveFrame({ type: "event", data: { events: ["users.ada.update"], channels: ["account"], payload: {} } })
  await screen.findByRole("dialog", { name: "Sign in to go on" })
  return user
}

async function send(user: UserEvent, label: string, text: string): Promise<void> {
  await user.type(screen.getByLabelText(label), text)
  await user.click(screen.getByRole("button", { name: "Sign in" }))
}

const isHidden = (): boolean => document.documentElement.dataset.personAway !== undefined

/** The words that are there, seen or hidden. */
const words = (label = "Prompt"): string => screen.getByLabelText<HTMLTextAreaElement>(label).value

describe("a session that ends while a page is in use", () => {
  test("is begun again over the page, which is hidden until then and goes on as it was", async () => {
    const user = await typeUntilItEnds()
    expect(isHidden()).toBe(true)
    expect(screen.getByRole("dialog").textContent).toContain("Ada Obi Lovelace")
    expect(screen.getByRole("dialog").textContent).toContain("ada@example.com")
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Your password")))
    await user.keyboard("{Escape}")
    api.refuse(createEmailSession, "user_invalid_credentials", "The e-mail address or the password is not right.")
    await send(user, "Your password", "wrong")
    await screen.findByText("The e-mail address or the password is not right.")
    expect(isHidden()).toBe(true)

    api.answer(createEmailSession, buildSession(), { headers: fallbackHeader })
    answerCurrentUser(api)
    await user.clear(screen.getByLabelText("Your password"))
    await send(user, "Your password", "correct horse")
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    expect(api.callsOf(createEmailSession).at(-1)?.body).toEqual({
      email: "ada@example.com",
      password: "correct horse",
    })
    expect(isHidden()).toBe(false)
    expect(words()).toBe("a red jug")
    expect(document.activeElement).toBe(screen.getByLabelText("Prompt"))
    await connected()
  })

  test("lets a press that met its end go on, once, after a code as well", async () => {
    const user = renderApp(generator)
    await user.type(await screen.findByLabelText("Prompt"), "a red jug")
    api.refuse(generateFlux11, ...pleaseSignIn)
    api.refuse(getAccount, ...pleaseSignIn)
    await user.click(screen.getByRole("button", { name: /^Generate \(/ }))
    await screen.findByRole("dialog", { name: "Sign in to go on" })

    api.answer(createEmailSession, buildSession(), { headers: fallbackHeader })
    api.refuse(getAccount, "user_more_factors_required", "More factors are required.")
    await send(user, "Your password", "correct horse")
    await screen.findByLabelText("Code")
    expect(isHidden()).toBe(true)
    api.answer(createChallenge, ({ body }) => ({ $id: body.factor, $createdAt: "", userId: "ada", expire: "" }))
    api.answer(finishChallenge, buildSession())
    answerCurrentUser(api)
    api.refuse(generateFlux11, "words_refused", "These words are refused here.")
    await send(user, "Code", "123456")
    await screen.findAllByText("These words are refused here.")
    const [first, second, ...more] = api.callsOf(generateFlux11)
    expect(second).toEqual(first)
    expect(more).toEqual([])
    expect(words()).toBe("a red jug")
  })

  test("leads to the sign-in instead, and forgets what was typed there", async () => {
    const user = await typeUntilItEnds()
    api.refuse(deleteSession, ...pleaseSignIn)
    await user.click(screen.getByRole("button", { name: "Sign out instead" }))
    await expectAddress("/sign-in")
    expect(isHidden()).toBe(false)
    expect(sessionStorage).toHaveLength(0)
    expect(screen.queryByRole("dialog")).toBeNull()
  })

  test("shows nothing of the page to somebody else who has signed in meanwhile", async () => {
    const user = await typeUntilItEnds()
    api.refuse(
      createEmailSession,
      "user_session_already_exists",
      "Creation of a session is prohibited when a session is active.",
    )
    answerCurrentUser(api, { account: { $id: "bola", name: "Bola Ade" }, profile: { accountId: "bola" } })
    await send(user, "Your password", "correct horse")
    await expectAddress("/app")
    expect((await screen.findByLabelText<HTMLTextAreaElement>("What do you want to see?")).value).toBe("")
    expect(isHidden()).toBe(false)
  })
})

test.each([
  { at: "/app", label: "What do you want to see?" },
  { at: generator, label: "Prompt" },
])("words typed at $at stand there again when the person signs in another way", async ({ at, label }) => {
  const user = await typeUntilItEnds(at, label)
  await user.click(screen.getByRole("link", { name: "Sign in another way" }))
  await screen.findByRole("heading", { name: "Sign in" })
  api.answer(createEmailSession, buildSession(), { headers: fallbackHeader })
  answerCurrentUser(api)
  await user.type(screen.getByLabelText("E-mail"), "ada@example.com")
  await user.type(screen.getByLabelText("Password"), "correct horse{Enter}")
  await expectAddress(at)
  await screen.findByLabelText(label)
  expect(words(label)).toBe("a red jug")
})
