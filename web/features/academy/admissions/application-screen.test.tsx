import { cleanup, screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import {
  type ApplicationFile,
  decideApplication,
  getApplication,
  previewEmail,
  recordInterview,
} from "#contract/academy/admissions-admin.ts"
import { getOwnRole } from "#contract/identity/operators.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderApp } from "#web/testing/render-screen.tsx"

const at = "2026-01-05T10:00:00.000Z"

const file: ApplicationFile = {
  ...{ id: "a1", status: "interviewed", program: "Systems", programId: "systems_intergration", cohort: 3 },
  ...{ scholarship: null, name: "Ada Obi", email: "ada@example.com", createdAt: at, updatedAt: at },
  ...{ paymentReference: "r1", steps: [], guardian: null, assessmentId: null, points: 17, maxPoints: 20 },
  ...{ canRetake: false, interview: null, interviewsOver: [], earlierTries: [], enrolment: null, seatsLeft: 4 },
}

test("a decision that somebody else made first is told where it was pressed, and is not offered any more", async () => {
  const api = fakeApi()
  signedIn(api)
  api.answer(getOwnRole, { data: { role: "admissions", needsSecondFactor: false } })
  api.answer(getApplication, { data: file })
  api.answer(previewEmail, { data: { subject: "You are in", text: "Dear Ada" } })
  const user = renderApp("/operator/admissions/applications/a1")
  await user.click(await screen.findByRole("button", { name: "Read the letter" }))
  const dialog = within(await screen.findByRole("dialog", { name: "You are in" }))
  await user.type(dialog.getByLabelText("Reason (optional)"), "Strong answers")

  const refusal = "The reason is too short for anybody."
  api.refuse(decideApplication, "general_argument_invalid", refusal)
  await user.click(dialog.getByRole("button", { name: "Decide and send" }))
  await dialog.findByText(refusal)

  api.refuse(decideApplication, "step_not_allowed", "This application is waitlisted already.")
  api.answer(getApplication, { data: { ...file, status: "withdrawn", updatedAt: "2026-01-05T10:05:00.000Z" } })
  await user.click(dialog.getByRole("button", { name: "Decide and send" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  screen.getByText("This application is waitlisted already.")
  expect(screen.queryByRole("heading", { name: "Decision" })).toBeNull()
})

test("the order of the fee is a link for who may see orders, and its number alone for the others", async () => {
  for (const [role, isLink] of [
    ["owner", true],
    ["admissions", false],
  ] as const) {
    const api = fakeApi()
    signedIn(api)
    api.answer(getOwnRole, { data: { role, needsSecondFactor: false } })
    api.answer(getApplication, { data: file })
    renderApp("/operator/admissions/applications/a1")
    const reference = await screen.findByText("r1")
    await waitFor(() => expect(reference.getAttribute("href")).toBe(isLink ? "/operator/orders/r1" : null))
    cleanup()
  }
})

const interviewView = {
  ...{ slotId: "s1", startsAt: at, minutes: 30, timeZone: "Africa/Lagos", place: "https://meet.example.com/1" },
  canChange: false,
}

test("what was thought of an interview is written down with it, and stands beside the decision with who said so", async () => {
  const api = fakeApi()
  signedIn(api)
  api.answer(getOwnRole, { data: { role: "admissions", needsSecondFactor: false } })
  const words = "Tuesday, 6 January 2026 at 10:00 (Lagos time, GMT+1)"
  const booked = { ...file, status: "interview_booked" as const, interview: { ...interviewView, words } }
  api.answer(getApplication, { data: booked })
  const user = renderApp("/operator/admissions/applications/a1")
  await user.click(await screen.findByRole("button", { name: "It was held" }))
  const dialog = within(await screen.findByRole("dialog"))
  await user.selectOptions(dialog.getByLabelText(/^Score/), "4")
  await user.type(dialog.getByLabelText(/^Your notes/), "Knows the shop")
  await user.type(dialog.getByLabelText("Reason (optional)"), "It was held")
  api.answer(recordInterview, { message: "The interview is written down." })
  api.answer(getApplication, {
    data: {
      ...file,
      steps: [{ status: "interviewed", at, note: "", actor: "operator", operator: "Bola Ade" }],
      earlierTries: [{ id: "t1", attempt: 1, points: 9, maxPoints: 20 }],
      interviewsOver: [{ words, outcome: "held", remarks: "Knows the shop", score: 4, by: "Bola Ade" }],
    },
  })
  await user.click(dialog.getByRole("button", { name: "It was held" }))
  await screen.findByText("Score: 4 of 5")
  expect(api.callsOf(recordInterview)[0]?.body).toEqual({
    ...{ outcome: "held", note: "", remarks: "Knows the shop", score: 4, reason: "It was held" },
  })
  screen.getByText(`${words}. Held, written down by Bola Ade.`)
  screen.getByText("Knows the shop")
  screen.getByText("by Bola Ade")
  expect(screen.getByRole("link", { name: "Try 1: 9 of 20 points" }).getAttribute("href")).toBe(
    "/operator/admissions/marking/t1",
  )
})
