import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import {
  acceptAnswer,
  addAnswer,
  type Entry,
  getThread,
  hideEntry,
  markThread,
  type Thread,
  type ThreadPage,
} from "#contract/academy/discussions.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { ThreadScreen } from "./thread-screen.tsx"

const thread: Thread = {
  id: "thread-1",
  title: "How do prices work?",
  author: { name: "Ada O.", isTeacher: false, isMe: true },
  lesson: null,
  createdAt: "2027-03-01T09:00:00.000Z",
  lastAt: "2027-03-02T09:00:00.000Z",
  answers: 1,
  isPinned: false,
  isClosed: false,
  isSolved: false,
  isUnread: true,
  isMuted: false,
}

const asked: Entry = {
  id: "thread-1",
  author: thread.author,
  blocks: [{ kind: "paragraph", spans: [{ text: "I do not see it." }] }],
  text: "",
  pictures: [],
  createdAt: thread.createdAt,
  editedAt: "",
  deletedBy: "",
  isAccepted: false,
  mayEdit: false,
  mayDelete: true,
  version: 1,
}

const answer: Entry = {
  ...asked,
  id: "entry-1",
  author: { name: "Chidi E.", isTeacher: true, isMe: false },
  blocks: [{ kind: "paragraph", spans: [{ text: "A fee is paid once." }] }],
  mayDelete: false,
}

const page: ThreadPage = {
  thread,
  cohortId: "cohort-3",
  entries: [asked, answer],
  nextCursor: null,
  people: ["Bola A."],
  mayWrite: true,
  mayAccept: true,
  mayModerate: false,
}

function open(change: Partial<ThreadPage> = {}) {
  const api = fakeApi()
  api.answer(getThread, { data: { ...page, ...change } })
  api.answer(markThread, null)
  const user = renderScreen(<ThreadScreen />, { at: "/learn/discussion/thread-1", path: "/learn/discussion/:threadId" })
  return { api, user }
}

test("a thread is read, answered with a mention, and says which answer helped", async () => {
  const { api, user } = open()
  await screen.findByRole("heading", { level: 1, name: "How do prices work?" })
  await waitFor(() => expect(api.callsOf(markThread)[0]?.params).toEqual({ threadId: "thread-1" }))
  const [first, second] = within(screen.getByRole("list", { name: "Entries" })).getAllByRole("listitem")
  expect(first?.textContent).toContain("You")
  expect(second?.textContent).toContain("Chidi E., teacher")
  await user.type(screen.getByLabelText("Your answer"), "Thank you,")
  await user.selectOptions(screen.getByLabelText("Mention somebody"), "Bola A.")
  api.answer(addAnswer, { data: { id: "entry-2" } })
  await user.click(screen.getByRole("button", { name: "Answer" }))
  await waitFor(() => expect(api.callsOf(addAnswer)[0]?.body).toEqual({ text: "Thank you, @Bola A.", pictures: [] }))
  api.answer(acceptAnswer, { message: "Marked as the answer that helped." })
  await user.click(screen.getByRole("button", { name: "This helped" }))
  await waitFor(() => expect(api.callsOf(acceptAnswer)[0]?.body).toEqual({ entryId: "entry-1" }))
})

test("a teacher hides an entry with a reason; a closed thread takes no answer, and what is gone is told so", async () => {
  const gone: Entry = { ...asked, blocks: [], deletedBy: "author", mayDelete: false }
  const { api, user } = open({
    thread: { ...thread, isClosed: true },
    entries: [gone, answer],
    mayWrite: false,
    mayAccept: false,
    mayModerate: true,
  })
  await screen.findByText("This was deleted.")
  screen.getByText(/This thread is closed/)
  expect(screen.queryByLabelText("Your answer")).toBeNull()
  await user.click(screen.getByRole("button", { name: "More for entry 2 by Chidi E., teacher" }))
  await user.click(await screen.findByRole("menuitem", { name: "Hide" }))
  const dialog = within(await screen.findByRole("dialog"))
  dialog.getByText(/a thread that nobody answered goes for them too/)
  await user.type(dialog.getByLabelText(/^Reason/), "An insult")
  api.answer(hideEntry, { message: "Hidden. Its author is told why." })
  await user.click(dialog.getByRole("button", { name: "Hide it" }))
  await waitFor(() => expect(api.callsOf(hideEntry)[0]).toMatchObject({ params: { entryId: "entry-1" } }))
})
