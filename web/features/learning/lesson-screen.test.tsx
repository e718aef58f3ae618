import { screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import { answerQuiz, getLesson, type Lesson, recordProgress } from "#contract/product/learning.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { LessonScreen } from "./lesson-screen.tsx"
import { Quiz } from "./quiz.tsx"

const lesson: Lesson = {
  id: "one",
  placeId: "place",
  title: "The path of an order",
  kind: "text",
  minutes: 15,
  moduleTitle: "How a small business works",
  isDone: false,
  blocks: [],
  videoUrl: "",
  files: [],
  accepts: [],
  dueOn: "",
  isHandInOver: false,
  questions: [],
  lastQuiz: null,
  submissions: [],
  note: "",
  previousId: null,
  nextId: "two",
}

function open() {
  const api: FakeApi = fakeApi()
  signedIn(api)
  let isDone = false
  api.answer(getLesson, () => ({ data: { ...lesson, isDone } }))
  api.answer(recordProgress, () => {
    isDone = true
    return { data: { done: ["one"], refused: [] } }
  })
  return { api, user: renderScreen(<LessonScreen />, { at: "/learn/one", path: "/learn/:lessonId" }) }
}

test("a lesson that is locked has a heading, its reason, and the way to what opens it", async () => {
  const { api } = open()
  api.refuse(getLesson, "step_not_allowed", "Lessons open again when the instalment has arrived.")
  await screen.findByText("Lessons open again when the instalment has arrived.")
  expect(screen.getByRole("heading", { level: 1, name: "Lesson" })).not.toBeNull()
  expect(screen.getByRole("link", { name: "Back to the program" }).getAttribute("href")).toBe("/learn")
})

test("the keyboard goes on to the next lesson when one is done", async () => {
  const { user } = open()
  await user.click(await screen.findByRole("button", { name: "Mark as done" }))
  const next = await screen.findByRole("link", { name: "Next" })
  await waitFor(() => expect(document.activeElement).toBe(next))
})

test("the keyboard goes on to what a quiz answered, and from there to its questions again", async () => {
  const api = fakeApi()
  const quiz: Lesson = {
    ...lesson,
    kind: "quiz",
    questions: [{ question: "Who waits?", answers: ["The buyer", "Nobody"] }],
  }
  const answers = [{ given: 1, right: 0, because: "The rider is late." }]
  api.answer(answerQuiz, { data: { right: 0, all: 1, isPassed: false, answers } })
  const user = renderScreen(<Quiz reader="ada" lesson={quiz} onAnswered={() => {}} />)
  await user.click(await screen.findByRole("radio", { name: "Nobody" }))
  await user.click(screen.getByRole("button", { name: "Check my answers" }))
  const result = await screen.findByText(/0 of 1 right/)
  await waitFor(() => expect(document.activeElement).toBe(result))
  await user.click(screen.getByRole("button", { name: "Try again" }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("form", { name: "Questions" })))
})
