import { act, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import {
  answerQuiz,
  getLesson,
  goOnWithEdition,
  handInTask,
  type Lesson,
  lessonAwaitsTuition,
  recordProgress,
  type Submission,
  saveNote,
} from "#contract/academy/learning.ts"
import { createQueryClient } from "#web/lib/calls/query-client.ts"
import { outboxQuery } from "#web/lib/outbox/outbox.ts"
import { openStored } from "#web/lib/stored/browser-store.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { things } from "#web/testing/fake-idb.ts"
import { fakeUploads } from "#web/testing/fake-upload.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { LessonNote } from "./lesson-note.tsx"
import { LessonScreen } from "./lesson-screen.tsx"
import { Quiz } from "./quiz.tsx"
import { Task } from "./task.tsx"

vi.mock("idb-keyval", () => import("#web/testing/fake-idb.ts"))

beforeEach(async () => {
  things.clear()
  await openStored("ada")
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const lesson: Lesson = {
  id: "one",
  placeId: "place",
  cohortId: "",
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
  edition: 1,
  begunEdition: 1,
  newestEdition: 1,
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

test.each([
  ["The lessons before it come first.", "Back to the program", "/learn"],
  [lessonAwaitsTuition, "Pay the instalment", "/tuition"],
])(
  "a lesson that is locked has a heading, its reason, and the way to what opens it: %s",
  async (reason, name, href) => {
    const { api } = open()
    api.refuse(getLesson, "step_not_allowed", reason)
    await screen.findByText(reason)
    expect(screen.getByRole("heading", { level: 1, name: "Lesson" })).not.toBeNull()
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(href)
  },
)

test("the keyboard goes on to the next lesson when one is done", async () => {
  const { user } = open()
  const done = await screen.findByRole("button", { name: "Mark as done" })
  // What is next comes right after the lesson, before one's own notes and what others asked.
  const notes = await screen.findByLabelText(/^My notes/)
  expect(done.compareDocumentPosition(notes) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await user.click(done)
  const next = await screen.findByRole("link", { name: "Next" })
  await waitFor(() => expect(document.activeElement).toBe(next))
})

test("a lesson that was changed since it was begun stays, and the newer one is read first and chosen then", async () => {
  const { api, user } = open()
  const quiz = { ...lesson, kind: "quiz" as const, questions: [{ question: "Who waits?", answers: ["We", "Nobody"] }] }
  let begun = 1
  api.answer(getLesson, ({ query }) => {
    const edition = query.edition === "newest" ? 2 : begun
    const title = edition === 2 ? "The new path" : "The path of an order"
    return { data: { ...quiz, title, edition, begunEdition: begun, newestEdition: 2 } }
  })
  await screen.findByRole("heading", { level: 1, name: "The path of an order" })
  await screen.findByRole("radio", { name: "Nobody" })
  await user.click(screen.getByRole("link", { name: "Read the newer version" }))
  await screen.findByRole("heading", { level: 1, name: "The new path" })
  expect(screen.queryByRole("radio")).toBeNull()
  expect(screen.queryByLabelText(/^My notes/)).toBeNull()
  await user.click(screen.getByRole("link", { name: "Back to my version" }))
  await screen.findByRole("heading", { level: 1, name: "The path of an order" })
  await user.click(screen.getByRole("link", { name: "Read the newer version" }))
  api.answer(goOnWithEdition, () => {
    begun = 2
    return { message: "You go on with the newer version." }
  })
  await user.click(await screen.findByRole("button", { name: "Go on with this version" }))
  await screen.findByRole("radio", { name: "Nobody" })
  expect(screen.queryByLabelText("Newer version")).toBeNull()
  expect(api.callsOf(goOnWithEdition).map(({ body }) => body)).toEqual([{ edition: 2 }])
  api.answer(answerQuiz, {
    data: { right: 1, all: 1, isPassed: true, triesLeft: 0, answers: [{ given: 1, right: 1, because: "" }] },
  })
  await user.click(screen.getByRole("radio", { name: "Nobody" }))
  await user.click(screen.getByRole("button", { name: "Check my answers" }))
  await screen.findByText(/1 of 1 right/)
  expect(api.callsOf(answerQuiz).map(({ body }) => body)).toEqual([{ answers: [1], edition: 2 }])
})

test("what is typed into a note while it is being saved stays, not saved yet", async () => {
  const api = fakeApi()
  const user = renderScreen(<LessonNote reader="ada" lesson={lesson} />)
  api.answer(saveNote, ({ body }) => ({ message: "Your note is saved.", data: { text: body.text.trim() } }))
  const sendAnswer = api.hold(saveNote)
  const note = await screen.findByLabelText(/^My notes/)
  await user.type(note, "Ask the rider")
  await user.click(screen.getByRole("button", { name: "Save note" }))
  await waitFor(() => expect(api.callsOf(saveNote)).toHaveLength(1))
  await user.type(note, " and the buyer")
  sendAnswer()
  await act(networkAtRest)
  await screen.findByText("Your note is saved.")
  expect(note).toHaveProperty("value", "Ask the rider and the buyer")
  await screen.findByText(/^Not saved yet/)
  await waitFor(() => expect(screen.getByRole("button", { name: "Save note" })).toHaveProperty("disabled", false))
  await user.click(screen.getByRole("button", { name: "Save note" }))
  await waitFor(() => expect(screen.queryByText(/^Not saved yet/)).toBeNull())
  expect(api.callsOf(saveNote).at(-1)?.body).toEqual({ text: "Ask the rider and the buyer" })
})

test("the keyboard goes on to what a quiz answered, and from there to its questions again", async () => {
  const api = fakeApi()
  const quiz: Lesson = {
    ...lesson,
    kind: "quiz",
    questions: [{ question: "Who waits?", answers: ["The buyer", "Nobody"] }],
  }
  const answers = [{ given: 1, right: null, because: "" }]
  const failed = { right: 0, all: 1, isPassed: false }
  api.answer(answerQuiz, { data: { ...failed, triesLeft: 1, answers } })
  const user = renderScreen(<Quiz reader="ada" lesson={quiz} onAnswered={() => {}} />)
  await user.click(await screen.findByRole("radio", { name: "Nobody" }))
  await user.click(screen.getByRole("button", { name: "Check my answers" }))
  const result = await screen.findByText(/0 of 1 right/)
  await waitFor(() => expect(document.activeElement).toBe(result))
  screen.getByText("Your answer, which is wrong: Nobody")
  screen.getByText(/once you pass, or after one more try\.$/)
  expect(screen.queryByText(/The right answer:/)).toBeNull()
  await user.click(screen.getByRole("button", { name: "Try again" }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("form", { name: "Questions" })))
  api.answer(answerQuiz, {
    data: { ...failed, triesLeft: 0, answers: [{ given: 1, right: 0, because: "The rider is late." }] },
  })
  await user.click(await screen.findByRole("radio", { name: "Nobody" }))
  await user.click(screen.getByRole("button", { name: "Check my answers" }))
  // Each answer says by itself whose it is: no cross stands beside the right one.
  await screen.findByText("Your answer: Nobody")
  screen.getByText("The right answer: The buyer")
  screen.getByText("The rider is late.")
})

test("a task is handed in as it stands; what arrived before a file was refused is not sent a second time", async () => {
  const api = fakeApi()
  const uploads = fakeUploads()
  const sent: Submission = {
    ...{
      id: "try",
      lessonId: "one",
      createdAt: "2027-01-01T09:00:00Z",
      state: "handed_in",
      text: "My page.",
      link: "",
    },
    files: [],
    comment: "",
  }
  api.answer(handInTask, { message: "Handed in.", data: sent })
  const task: Lesson = { ...lesson, kind: "task", accepts: ["file", "text"] }
  const user = renderScreen(<Task reader="ada" lesson={task} onSent={() => {}} />)
  const words = await screen.findByLabelText(/^Your words/)
  await user.type(words, "My page.")
  const files = ["one.pdf", "two.pdf"].map((name) => new File(["x"], name, { type: "application/pdf" }))
  await user.upload(screen.getByLabelText("Photos or a document"), files)
  await screen.findByText("two.pdf")
  const handIn = screen.getByRole("button", { name: "Hand in" })
  await user.click(handIn)
  await waitFor(() => expect(uploads).toHaveLength(1))
  await user.type(words, " Lost?")
  await user.click(screen.getByRole("button", { name: "Remove two.pdf" }))
  await act(async () => uploads[0]?.keep("http://localhost/a-file", "one"))
  await waitFor(() => expect(uploads).toHaveLength(2))
  await act(async () => uploads[1]?.refuse("Try again."))
  await screen.findByText("Try again.")
  await user.click(handIn)
  await waitFor(() => expect(uploads).toHaveLength(3))
  await act(async () => uploads[2]?.keep("http://localhost/a-file", "two"))
  await waitFor(() => expect(api.callsOf(handInTask)).toHaveLength(1))
  expect(words).toHaveProperty("value", "My page.")
  expect(api.callsOf(handInTask)[0]?.body).toEqual({
    text: "My page.",
    link: "",
    files: ["one", "two"].map((fileId) => ({ bucketId: "documents", fileId })),
    edition: 1,
  })
})

test("a task handed in without a connection waits on its page, and is taken back with what was typed", async () => {
  const api = fakeApi()
  vi.stubGlobal("navigator", { ...navigator, onLine: false })
  const task: Lesson = { ...lesson, kind: "task", accepts: ["text"] }
  const user = renderScreen(<Task reader="ada" lesson={task} onSent={() => {}} />, { at: "/learn/one" })
  await user.type(await screen.findByLabelText(/^Your words/), "My page.")
  await user.click(screen.getByRole("button", { name: "Hand in" }))
  await screen.findByText("Waits for the connection")
  expect(screen.queryByRole("button", { name: "Hand in" })).toBeNull()
  expect(api.callsOf(handInTask)).toEqual([])
  await user.click(screen.getByRole("button", { name: "Take back" }))
  expect(await screen.findByLabelText(/^Your words/)).toHaveProperty("value", "My page.")
  expect(screen.queryByText("Waits for the connection")).toBeNull()
})

test("a task whose answer got lost waits with its key, since it may have arrived", async () => {
  const api = fakeApi()
  const task: Lesson = { ...lesson, kind: "task", accepts: ["text"] }
  const user = renderScreen(<Task reader="ada" lesson={task} onSent={() => {}} />, { at: "/learn/one" })
  api.breakOff(handInTask)
  await user.type(await screen.findByLabelText(/^Your words/), "My page.")
  await user.click(screen.getByRole("button", { name: "Hand in" }))
  await screen.findByText("Waits for the connection")
  const [line] = await createQueryClient().fetchQuery(outboxQuery("ada"))
  expect(api.callsOf(handInTask).map(({ idempotencyKey }) => idempotencyKey)).toEqual([line?.id])
})
