import { act, cleanup, screen, waitFor } from "@testing-library/react"
import { Link } from "react-router"
import { expect, test } from "vitest"
import { claimAssessment, getMarkSheet, type MarkSheet, markAssessment } from "#contract/academy/marking-admin.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { expectAddress, renderScreen, shownAddress } from "#web/testing/render-screen.tsx"
import { MarkSheetScreen } from "./marking-screen.tsx"

/** One try with one answer in words. */
const sheet: MarkSheet = {
  id: "try-1",
  claimedBy: "",
  applicationId: "a",
  attempt: 1,
  submittedAt: "2026-12-01T09:00:00Z",
  isMarked: false,
  points: null,
  maxPoints: 5,
  questions: [
    {
      id: "q",
      kind: "text",
      text: "What is light?",
      choices: [],
      points: 5,
      right: [],
      guide: "A wave.",
      value: "It is a wave.",
      given: null,
      comment: "",
    },
  ],
}

/** Gives points and saves them. @returns what sends the answer */
async function save() {
  const api = fakeApi()
  api.answer(getMarkSheet, { data: sheet })
  api.answer(claimAssessment, { data: { claimedBy: "" } })
  api.answer(markAssessment, { message: "The marks are saved.", data: { isMarked: true } })
  const sendAnswer = api.hold(markAssessment)
  const user = renderScreen(
    <>
      <Link to="/operator">Elsewhere</Link>
      <MarkSheetScreen />
    </>,
    { at: "/operator/admissions/marking/try-1", path: "/operator/admissions/marking/:id" },
  )
  await user.selectOptions(await screen.findByLabelText("Points for 1"), "4")
  await user.click(screen.getByRole("button", { name: "Save the marks" }))
  await waitFor(() => expect(api.callsOf(markAssessment)).toHaveLength(1))
  return { user, sendAnswer }
}

test("marks that are saved lead to the application", async () => {
  const { sendAnswer } = await save()
  sendAnswer()
  await expectAddress("/operator/admissions/applications/a")
})

test("whoever went elsewhere before marks are saved stays there", async () => {
  const { user, sendAnswer } = await save()
  await user.click(screen.getByRole("link", { name: "Elsewhere" }))
  sendAnswer()
  await screen.findByText("The marks are saved.")
  await act(networkAtRest)
  expect(shownAddress()).toBe("/operator")
})

test("a second marker is told who marks already, and nobody is of what is marked", async () => {
  const api = fakeApi()
  api.answer(getMarkSheet, { data: sheet })
  api.answer(claimAssessment, { data: { claimedBy: "Bola Ade" } })
  const at = { at: "/operator/admissions/marking/try-1", path: "/operator/admissions/marking/:id" }
  renderScreen(<MarkSheetScreen />, at)
  await screen.findByText("Bola Ade marks this assessment just now. Of two sets of marks the first counts.")
  expect(api.callsOf(claimAssessment).map(({ params }) => params)).toEqual([{ id: "try-1" }])
  cleanup()
  api.answer(getMarkSheet, { data: { ...sheet, isMarked: true, points: 4 } })
  renderScreen(<MarkSheetScreen />, at)
  await screen.findByText(/Marked: 4 of 5 points/)
  expect(api.callsOf(claimAssessment)).toHaveLength(1)
})
