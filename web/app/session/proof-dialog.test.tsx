import { act, screen, waitFor } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import { type ReactElement, useState } from "react"
import { describe, expect, test } from "vitest"
import { createChallenge, finishChallenge } from "#contract/identity/account-factors.ts"
import { provePassword } from "#contract/identity/second-factor-proof.ts"
import { resendEmails } from "#contract/studio/runs-admin.ts"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { call } from "#web/lib/calls/call.ts"
import { buildSession, signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { ProofDialog } from "./proof-dialog.tsx"

/** Something of the console that asks for a reason before the call that needs a proof. */
function Letters(): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsAsking(true)}>
        Send 1 mail again
      </button>
      {isAsking && (
        <ReasonDialog
          title="Send 1 mail again"
          description=""
          button="Send 1 mail"
          send={async (reason) => {
            const { data } = await call(resendEmails, { body: { ids: ["lost"], reason } })
            return { message: `${data.done} done.` }
          }}
          onDone={() => undefined}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

/** The console and its question, which can be left together. */
function Console(): ReactElement {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? "Leave" : "Come back"}
      </button>
      {isOpen && <Letters />}
      {isOpen && <ProofDialog />}
    </>
  )
}

/** Presses something that the server refuses for want of a fresh proof. */
async function press(api: FakeApi, account: object, sendBy: "button" | "key" = "button") {
  signedIn(api, { account })
  api.refuse(resendEmails, "proof_required", "To be sure it is you, give your password or code once more.")
  const user = renderScreen(<Console />, { at: "/operator/letters" })
  await ask(user, sendBy)
  return user
}

async function ask(user: UserEvent, sendBy: "button" | "key" = "button"): Promise<void> {
  await user.click(await screen.findByRole("button", { name: "Send 1 mail again" }))
  await user.type(screen.getByLabelText("Reason"), "The server was down")
  if (sendBy === "key") await user.keyboard("{Enter}")
  else await user.click(screen.getByRole("button", { name: "Send 1 mail" }))
  const dialog = await screen.findByRole("dialog", { name: "Is it you?" })
  // It hears keys once it has the focus, and the form below no longer does once it is out of reach.
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  const below = screen.getByRole("dialog", { name: "Send 1 mail again", hidden: true })
  await waitFor(() => expect(below.style.pointerEvents).toBe("none"))
}

const done = { data: { done: 1, skipped: [] } }

describe("a call that needs a fresh proof", () => {
  test("is sent again after the code, as it was", async () => {
    const api = fakeApi()
    const user = await press(api, { mfa: true })
    api.answer(createChallenge, ({ body }) => ({ $id: body.factor, $createdAt: "", userId: "ada", expire: "" }))
    api.refuse(finishChallenge, "user_invalid_token", "This code is wrong.")
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Code")))
    await user.keyboard("111111{Enter}")
    await screen.findByText("This code is wrong.")
    api.answer(finishChallenge, buildSession())
    api.answer(resendEmails, done)
    await user.clear(screen.getByLabelText("Code"))
    await user.keyboard("123456{Enter}")
    await screen.findByText("1 done.")
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    const sent = api.callsOf(resendEmails).map(({ body }) => body)
    expect(sent).toEqual([sent[0], { ids: ["lost"], reason: "The server was down" }])
  })

  test.each(["button", "key"] as const)(
    "is sent again after the password, where there is no second factor: %s",
    async (by) => {
      const api = fakeApi()
      const user = await press(api, {}, by)
      api.answer(provePassword, null)
      api.answer(resendEmails, done)
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Your password")))
      await user.keyboard("correct horse{Enter}")
      await screen.findByText("1 done.")
      expect(api.callsOf(provePassword)[0]?.body).toEqual({ password: "correct horse" })
    },
  )

  test("is not sent again when nobody proves anything; the form is as it was and says why", async () => {
    const api = fakeApi()
    const user = await press(api, { passwordUpdate: "" })
    await screen.findByText(/Sign out and in again/)
    await user.keyboard("{Escape}")
    await screen.findByText("To be sure it is you, give your password or code once more.")
    expect(screen.getByLabelText<HTMLInputElement>("Reason").value).toBe("The server was down")
    expect(api.callsOf(resendEmails)).toHaveLength(1)
  })

  test("is asked about by itself when the answer to an earlier question comes late", async () => {
    const api = fakeApi()
    const user = await press(api, {})
    api.answer(provePassword, null)
    const sendAnswer = api.hold(provePassword)
    await user.type(screen.getByLabelText("Your password"), "correct horse{Enter}")
    await waitFor(() => expect(api.callsOf(provePassword)).toHaveLength(1))
    await user.keyboard("{Escape}")
    await screen.findByText("To be sure it is you, give your password or code once more.")
    await user.click(screen.getByRole("button", { name: "Send 1 mail" }))
    await user.type(await screen.findByLabelText("Your password"), "correct")
    sendAnswer()
    await act(networkAtRest)
    expect(screen.getByLabelText("Your password")).toHaveProperty("value", "correct")
    api.answer(resendEmails, done)
    await user.type(screen.getByLabelText("Your password"), " horse{Enter}")
    await screen.findByText("1 done.")
  })

  test("asks again after the page was left in the middle of the question", async () => {
    const api = fakeApi()
    const user = await press(api, {})
    await user.click(screen.getByRole("button", { name: "Leave", hidden: true }))
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    await user.click(screen.getByRole("button", { name: "Come back" }))
    await ask(user)
  })
})
