import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import {
  addAnnouncement,
  addClass,
  changeLesson,
  listClasses,
  listHandedIn,
  listModules,
  previewText,
  type StaffClass,
  type StaffLesson,
} from "#contract/product/teaching.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { TeachingScreen } from "./teaching-screen.tsx"

const lesson: StaffLesson = {
  ...{ id: "lesson-1", moduleId: "module-1", position: 1, kind: "text", title: "Why short rounds", minutes: 15 },
  ...{ body: "Old words.", accepts: [], dueAfterDays: null, videoUrl: "", files: [], questions: [] },
}

/** The screen of a teacher, on one of its tabs. */
async function open(tab: string) {
  const api = fakeApi()
  api.answer(listHandedIn, { data: [] })
  const user = renderScreen(<TeachingScreen />, { at: "/operator/learning" })
  await screen.findByText("Every task has been answered.")
  return { api, user, show: () => user.click(screen.getByRole("tab", { name: tab })) }
}

test("a lesson is chosen, written with a preview, given a video's link, and saved", async () => {
  const { api, user, show } = await open("Lessons")
  const module = { id: "module-1", programId: null, phase: 0, title: "Scrum Fundamentals", lessons: [lesson] }
  api.answer(listModules, { data: [module] })
  api.answer(previewText, ({ body }) => ({
    data: [{ kind: "paragraph" as const, spans: [{ text: `Seen: ${body.text}` }] }],
  }))
  api.answer(changeLesson, ({ body }) => ({ data: { ...lesson, ...body } }))
  await show()
  await user.selectOptions(await screen.findByLabelText("Module"), "module-1")
  await user.selectOptions(screen.getByLabelText("Lesson"), "lesson-1")
  const text = screen.getByLabelText(/^Text \(Markdown\)/)
  await user.clear(text)
  await user.paste("New words.")
  await screen.findByText("Seen: New words.")
  await user.click(screen.getByLabelText(/^Video on another site/))
  await user.paste("https://video.example.com/1")
  await user.click(screen.getByRole("button", { name: "Save the lesson" }))
  await waitFor(() => expect(api.callsOf(changeLesson)).toHaveLength(1))
  expect(api.callsOf(changeLesson)[0]).toMatchObject({
    params: { lessonId: "lesson-1" },
    body: { title: "Why short rounds", body: "New words.", videoUrl: "https://video.example.com/1" },
  })
})

test("a class is put on the calendar, who came stands there, and a cohort is told something", async () => {
  const { api, user, show } = await open("Classes and news")
  const classes: StaffClass[] = [
    {
      ...{ id: "class-1", cohortId: "cohort-3", title: "First evening", startsAt: "2027-02-01T17:00:00Z" },
      ...{ minutes: 90, joinUrl: "https://meet.example.com/1", attended: ["Ada Obi", "Bisi Ade"] },
    },
  ]
  api.answer(listClasses, { data: { cohorts: [{ id: "cohort-3", name: "Systems Integration, cohort 3" }], classes } })
  api.answer(addClass, { message: "The class is on the calendar." })
  api.answer(addAnnouncement, { message: "The cohort is told." })
  await show()
  await screen.findByText("Came: Ada Obi, Bisi Ade")
  const form = (name: string) => {
    const found = screen.getByRole("heading", { name }).closest("form")
    if (!found) throw new Error(`${name} has no form.`)
    return within(found)
  }
  const news = form("New announcement")
  await user.type(news.getByLabelText("Title"), "No class on Monday")
  await user.type(news.getByLabelText("Text (Markdown)"), "It is a holiday.")
  await user.click(news.getByRole("button", { name: "Announce it" }))
  await waitFor(() => expect(form("New announcement").getByLabelText("Title")).toHaveProperty("value", ""))
  const told = { cohortId: "cohort-3", title: "No class on Monday", body: "It is a holiday." }
  expect(api.callsOf(addAnnouncement).map(({ body }) => body)).toEqual([told])

  api.refuse(addClass, "general_argument_invalid", "The link begins with https.")
  const next = form("New live class")
  await user.type(next.getByLabelText("Title"), "Second evening")
  await user.type(next.getByLabelText("Begins, your time"), "2027-02-08T18:00")
  await user.type(next.getByLabelText("Link of the call"), "https://meet.example.com/2")
  await user.click(next.getByRole("button", { name: "Put it on the calendar" }))
  await next.findByText("The link begins with https.")
  expect(next.getByLabelText("Title")).toHaveProperty("value", "Second evening")
  expect(api.callsOf(addClass)[0]?.body).toMatchObject({
    ...{ cohortId: "cohort-3", title: "Second evening", minutes: 90, joinUrl: "https://meet.example.com/2" },
    startsAt: new Date("2027-02-08T18:00").toISOString(),
  })
})
