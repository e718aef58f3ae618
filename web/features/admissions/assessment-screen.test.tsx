import { act, fireEvent, screen, waitFor } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { getJourney } from "#contract/product/admissions.ts"
import { type Assessment, handInAssessment, saveAnswer, startAssessment } from "#contract/product/assessment.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { AssessmentScreen } from "./assessment-screen.tsx"

const question = (id: string) => ({ id, kind: "text" as const, text: `Question ${id}`, choices: [], points: 4 })

function assessment(): Assessment {
  const now = Date.now()
  return {
    id: "try-1",
    attempt: 1,
    now: new Date(now).toISOString(),
    endsAt: new Date(now + 45 * 60_000).toISOString(),
    questions: [question("a"), question("b")],
    answers: [],
  }
}

function openApi(): FakeApi {
  const api = fakeApi()
  api.answer(getJourney, {
    data: {
      checklist: { isConfirmed: true, hasPicture: false, hasBought: false },
      application: null,
      assessment: { state: "running", attempt: 1, endsAt: "", points: null, maxPoints: null },
      interview: null,
      enrolment: null,
      isActivated: false,
      others: [],
    },
  })
  api.answer(startAssessment, { data: assessment() })
  api.answer(saveAnswer, { data: { savedAt: "2026-12-01T09:00:00Z" } })
  api.answer(handInAssessment, { message: "Your answers are handed in." })
  return api
}

const kept = (): string => localStorage.getItem("assessment-try-1") ?? ""
const handIn = () => screen.getByRole("button", { name: "Hand in" })

test("does not hand in before every answer is with the server", async () => {
  const api = openApi()
  api.refuse(saveAnswer, "general_unknown", "Trouble.")
  const user = renderScreen(<AssessmentScreen />, { at: "/assessment" })
  await user.type(await screen.findByLabelText(/question 1/), "First words")
  await user.click(handIn())
  expect((await screen.findByRole("alert")).textContent).toMatch(/not saved yet/)
  expect(api.callsOf(handInAssessment)).toEqual([])
  expect(kept()).toContain("First words")
  api.answer(saveAnswer, { data: { savedAt: "2026-12-01T09:00:00Z" } })
  await user.click(handIn())
  await waitFor(() => expect(api.callsOf(handInAssessment)).toHaveLength(1))
  expect(api.callsOf(saveAnswer).at(-1)?.body.value).toBe("First words")
})

test("waits for a save that is under way, then sends what was written meanwhile", async () => {
  const api = openApi()
  const held = Promise.withResolvers<void>()
  const through = globalThis.fetch
  const saves = vi.spyOn(globalThis, "fetch").mockImplementation(async (address, init) => {
    if (String(address).endsWith("/answers/a")) await held.promise
    return through(address, init)
  })
  const user = renderScreen(<AssessmentScreen />, { at: "/assessment" })
  await user.type(await screen.findByLabelText(/question 1/), "First")
  await waitFor(() => expect(saves.mock.calls.some(([address]) => String(address).endsWith("/answers/a"))).toBe(true))
  await user.type(screen.getByLabelText(/question 2/), "Second")
  await user.click(handIn())
  await act(async () => held.resolve())
  await waitFor(() => expect(api.callsOf(handInAssessment)).toHaveLength(1))
  expect(api.callsOf(saveAnswer).map(({ params, body }) => [params.questionId, body.value])).toEqual([
    ["a", "First"],
    ["b", "Second"],
  ])
  saves.mockRestore()
})

test("on a line that fails again and again, keeps what was written, and hands it in once the time is over", async () => {
  const api = openApi()
  api.breakOff(saveAnswer)
  const now = Date.now()
  vi.useFakeTimers({ now, shouldAdvanceTime: true })
  try {
    renderScreen(<AssessmentScreen />, { at: "/assessment" })
    fireEvent.change(await screen.findByLabelText(/question 1/), { target: { value: "Slow words" } })
    await screen.findByText(/Kept on this device/)
    const tries = api.callsOf(saveAnswer).length
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(api.callsOf(saveAnswer).length).toBeGreaterThan(tries + 2)
    await act(() => vi.advanceTimersByTimeAsync(45 * 60_000))
    expect(api.callsOf(handInAssessment)).toEqual([])
    expect(kept()).toContain("Slow words")
    api.answer(saveAnswer, { data: { savedAt: "2026-12-01T09:00:00Z" } })
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await waitFor(() => expect(api.callsOf(handInAssessment)).toHaveLength(1))
    expect(api.callsOf(saveAnswer).at(-1)?.body.value).toBe("Slow words")
    await waitFor(() => expect(localStorage.getItem("assessment-try-1")).toBeNull())
  } finally {
    vi.useRealTimers()
  }
})

test("keeps an answer while the session is over, and sends it after signing in again", async () => {
  const api = openApi()
  api.refuse(saveAnswer, "general_unauthorized_scope", "Please sign in first.")
  const user = renderScreen(<AssessmentScreen />, { at: "/assessment" })
  await user.type(await screen.findByLabelText(/question 1/), "Kept words")
  expect((await screen.findByText(/signed out/i)).textContent).toMatch(/kept on this device/i)
  expect(screen.queryByText("Saved")).toBeNull()
  expect(kept()).toContain('"isSent":false')
  api.answer(saveAnswer, { data: { savedAt: "2026-12-01T09:00:00Z" } })
  await screen.findByText("Saved", undefined, { timeout: 8_000 })
})

test("says that an answer was not taken, and never that it is saved", async () => {
  const api = openApi()
  api.refuse(saveAnswer, "time_over", "The assessment has ended; this answer came too late.")
  const user = renderScreen(<AssessmentScreen />, { at: "/assessment" })
  await user.type(await screen.findByLabelText(/question 1/), "Late words")
  expect(await screen.findByText(/came too late/)).toBeTruthy()
  expect(screen.queryByText("Saved")).toBeNull()
})
