import { act, fireEvent, screen, waitFor } from "@testing-library/react"
import { afterEach, describe, expect, test, vi } from "vitest"
import { getJourney } from "#contract/academy/admissions.ts"
import { type Assessment, handInAssessment, saveAnswer, startAssessment } from "#contract/academy/assessments.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { fakeUploads } from "#web/testing/fake-upload.ts"
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
      paymentsOnTheirWay: [],
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
  await user.type(await screen.findByLabelText("Your answer to question 1"), "First words")
  await user.click(handIn())
  await screen.findByText(/^1 question has no answer yet\. A blank gets no points/)
  await user.click(screen.getByRole("button", { name: "Hand in as it is" }))
  expect((await screen.findByRole("alert")).textContent).toMatch(/not saved yet/)
  // It stays beside the button when the passing message is gone.
  expect(handIn().parentElement?.textContent).toMatch(/nothing was handed in/)
  expect(api.callsOf(handInAssessment)).toEqual([])
  expect(kept()).toContain("First words")
  api.answer(saveAnswer, { data: { savedAt: "2026-12-01T09:00:00Z" } })
  await user.click(handIn())
  await waitFor(() => expect(api.callsOf(handInAssessment)).toHaveLength(1))
  expect(api.callsOf(saveAnswer).at(-1)?.body.value).toBe("First words")
})

test("blanks are asked about before anything is handed in, and one may go on answering", async () => {
  const api = openApi()
  const user = renderScreen(<AssessmentScreen />, { at: "/assessment" })
  await user.type(await screen.findByLabelText("Your answer to question 1"), "First")
  await user.click(handIn())
  await user.click(await screen.findByRole("button", { name: "Go on answering" }))
  expect(api.callsOf(handInAssessment)).toEqual([])
  await user.type(screen.getByLabelText("Your answer to question 2"), "Second")
  await user.click(handIn())
  await waitFor(() => expect(api.callsOf(handInAssessment)).toHaveLength(1))
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
  await screen.findByText("Saved")
})

test("says that an answer was not taken, and never that it is saved", async () => {
  const api = openApi()
  api.refuse(saveAnswer, "time_over", "The assessment has ended; this answer came too late.")
  const user = renderScreen(<AssessmentScreen />, { at: "/assessment" })
  await user.type(await screen.findByLabelText(/question 1/), "Late words")
  expect(await screen.findByText(/came too late/)).toBeTruthy()
  expect(screen.queryByText("Saved")).toBeNull()
})

describe("a drawing on its way", () => {
  const drawing = new File(["x"], "drawing.png", { type: "image/png" })
  const over = 45 * 60_000 + 1_000

  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  /** The screen with one question for a drawing, whose uploads end as the test says, in order. */
  async function openDrawing() {
    vi.useFakeTimers({ now: Date.now(), shouldAdvanceTime: true })
    const api = openApi()
    const questions = [{ ...question("d"), kind: "file" as const }]
    api.answer(startAssessment, { data: { ...assessment(), questions } })
    const uploads = fakeUploads()
    renderScreen(<AssessmentScreen />, { at: "/assessment" })
    const add = async () => {
      const begun = uploads.length
      fireEvent.change(await screen.findByLabelText(/a photo or a screenshot/), { target: { files: [drawing] } })
      await waitFor(() => expect(uploads).toHaveLength(begun + 1))
    }
    await add()
    return { api, uploads, add }
  }

  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  test("is waited for when the time is over, and counts", async () => {
    const { api, uploads } = await openDrawing()
    await pass(over)
    await screen.findByText(/Saving your picture/)
    await pass(60_000)
    expect(api.callsOf(handInAssessment)).toEqual([])
    await act(async () => uploads[0]?.keep("http://localhost/drawing", "drawing-1"))
    await waitFor(() => expect(api.callsOf(handInAssessment)).toHaveLength(1))
    expect(api.callsOf(saveAnswer).map(({ body }) => body.value)).toEqual(["drawing-1"])
  })

  test("is waited for after the button, and is never called saved before", async () => {
    const { api, uploads } = await openDrawing()
    expect(screen.queryByText("Saved")).toBeNull()
    fireEvent.click(handIn())
    await screen.findByText(/Saving your picture/)
    expect(api.callsOf(handInAssessment)).toEqual([])
    await act(async () => uploads[0]?.keep("http://localhost/drawing", "drawing-1"))
    await waitFor(() => expect(api.callsOf(handInAssessment)).toHaveLength(1))
    expect(api.callsOf(saveAnswer).map(({ body }) => body.value)).toEqual(["drawing-1"])
  })

  test("that is refused is told at its question; with time left nothing is handed in and it can be sent again", async () => {
    const { api, uploads } = await openDrawing()
    fireEvent.click(handIn())
    await act(async () => uploads[0]?.refuse("This picture cannot be read."))
    expect((await screen.findByLabelText(/a photo or a screenshot/)).closest("fieldset")?.textContent).toContain(
      "This picture cannot be read.",
    )
    expect(api.callsOf(handInAssessment)).toEqual([])
    fireEvent.click(screen.getByRole("button", { name: "Send drawing.png again" }))
    await waitFor(() => expect(uploads).toHaveLength(2))
    expect(screen.queryByText("This picture cannot be read.")).toBeNull()
    // The press that came to nothing does not keep the clock from handing in.
    await pass(over)
    await act(async () => uploads[1]?.keep("http://localhost/drawing", "drawing-1"))
    await waitFor(() => expect(api.callsOf(handInAssessment)).toHaveLength(1))
    expect(api.callsOf(saveAnswer).map(({ body }) => body.value)).toEqual(["drawing-1"])
  })

  test("that is refused after the end keeps nothing from being handed in", async () => {
    const { api, uploads } = await openDrawing()
    await pass(over)
    await act(async () => uploads[0]?.refuse("This picture cannot be read."))
    await waitFor(() => expect(api.callsOf(handInAssessment)).toHaveLength(1))
    expect((await screen.findAllByText(/picture did not arrive/)).length).toBeGreaterThan(0)
  })

  test("is given up two minutes after the end, also when the button was pressed shortly before", async () => {
    const { api, uploads } = await openDrawing()
    await pass(over - 60_000)
    fireEvent.click(handIn())
    await pass(60_000 + 110_000)
    expect(api.callsOf(handInAssessment)).toEqual([])
    await pass(11_000)
    await waitFor(() => expect(api.callsOf(handInAssessment)).toHaveLength(1))
    await act(async () => uploads[0]?.keep("http://localhost/drawing", "drawing-1"))
    expect(api.callsOf(saveAnswer)).toEqual([])
    await waitFor(() => expect(localStorage.getItem("assessment-try-1")).toBeNull())
  })

  test("that takes long after the button does not hold the person up: nothing is handed in without it", async () => {
    const { api, uploads } = await openDrawing()
    fireEvent.click(handIn())
    await pass(121_000)
    expect((await screen.findAllByText(/still being sent/)).length).toBeGreaterThan(0)
    expect(api.callsOf(handInAssessment)).toEqual([])
    await act(async () => uploads[0]?.keep("http://localhost/drawing", "drawing-1"))
    fireEvent.click(handIn())
    await waitFor(() => expect(api.callsOf(handInAssessment)).toHaveLength(1))
    expect(api.callsOf(saveAnswer).map(({ body }) => body.value)).toEqual(["drawing-1"])
  })
})
