import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { listBadgeKeys, renewBadgeKey, type StaffBadgeKey } from "#contract/academy/badges.ts"
import {
  addAnnouncement,
  addClass,
  addLesson,
  bringBackEdition,
  cancelClass,
  changeAnnouncement,
  changeClass,
  changeLesson,
  claimSubmission,
  getLessonEdition,
  type LearnerProgress,
  listAnnouncements,
  listCertificates,
  listClasses,
  listHandedIn,
  listLessonEditions,
  listModules,
  listProgress,
  orderLessons,
  orderModules,
  previewText,
  removeAnnouncement,
  removeLesson,
  type StaffAnnouncement,
  type StaffCertificate,
  type StaffClass,
  type StaffModule,
  withdrawCertificate,
} from "#contract/academy/teaching.ts"
import {
  countQueue,
  listOpenQuestions,
  listQuiet,
  type QuietLearner,
  writeToQuiet,
} from "#contract/academy/teaching-queue.ts"
import { getOwnRole } from "#contract/identity/operators.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { fakeUploads } from "#web/testing/fake-upload.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { TeachingScreen } from "./teaching-screen.tsx"

type Listed = StaffModule["lessons"][number]

const lesson: Listed = {
  id: "lesson-1",
  moduleId: "module-1",
  position: 1,
  kind: "text",
  title: "Why short rounds",
  minutes: 15,
  body: "Old words.",
  accepts: [],
  dueAfterDays: null,
  videoUrl: "",
  files: [],
  questions: [],
  isDraft: false,
  people: 0,
  version: 4,
}

/** The screen of a teacher, on one of its tabs. */
async function open(tab: string) {
  const api = fakeApi()
  api.answer(listHandedIn, { data: [], nextCursor: null })
  api.answer(countQueue, { data: { tasks: 0, questions: 0, quiet: 2 } })
  api.answer(listAnnouncements, { data: [] })
  api.answer(getOwnRole, { data: { role: "admissions", needsSecondFactor: false } })
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
  // The first module is open from the start.
  await user.selectOptions(await screen.findByLabelText("Lesson"), "lesson-1")
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

test("what somebody else changed is told, what was typed stays, and the lesson can be looked at again", async () => {
  const { api, user, show } = await open("Lessons")
  const module = (now: Listed) => ({ id: "m", programId: null, phase: 0, title: "Scrum", lessons: [now] })
  api.answer(listModules, { data: [module(lesson)] })
  api.answer(previewText, { data: [] })
  api.answer(changeLesson, ({ body }) => ({ data: { ...lesson, ...body, version: body.version + 1 } }))
  await show()
  await user.selectOptions(await screen.findByLabelText("Module"), "m")
  await user.selectOptions(screen.getByLabelText("Lesson"), "lesson-1")
  const title = () => screen.getByLabelText("Title")
  const save = async () => {
    const button = screen.getByRole("button", { name: "Save the lesson" })
    await waitFor(() => expect(button).toHaveProperty("disabled", false))
    await user.click(button)
  }
  // One save after the other goes on from what was saved, whatever the list says by then.
  await user.type(title(), " help")
  await save()
  await waitFor(() => expect(api.callsOf(listModules)).toHaveLength(2))
  await save()
  await waitFor(() => expect(api.callsOf(changeLesson).map(({ body }) => body.version)).toEqual([4, 5]))

  api.refuse(changeLesson, "version_changed", "Somebody else changed this lesson.")
  api.answer(listModules, { data: [module({ ...lesson, title: "A colleague's", version: 7 })] })
  await user.type(title(), " people")
  await save()
  await screen.findByText("Somebody else changed this lesson.")
  expect(title()).toHaveProperty("value", "Why short rounds help people")
  await save()
  await waitFor(() => expect(api.callsOf(changeLesson).map(({ body }) => body.version)).toEqual([4, 5, 6, 6]))

  await user.click(await screen.findByRole("button", { name: "Show it as it is now" }))
  expect(title()).toHaveProperty("value", "A colleague's")
  expect(screen.queryByText("Somebody else changed this lesson.")).toBeNull()
  api.answer(changeLesson, ({ body }) => ({ data: { ...lesson, ...body, version: body.version + 1 } }))
  await save()
  await waitFor(() => expect(api.callsOf(changeLesson).at(-1)?.body.version).toBe(7))
})

test("what was typed into a lesson and not saved stands there again after another lesson and a reload", async () => {
  const second: Listed = { ...lesson, id: "lesson-2", position: 2, title: "Three roles" }
  let first = lesson
  const openLesson = async (id: string) => {
    const { api, user, show } = await open("Lessons")
    const scrum = { id: "m", programId: null, phase: 0, title: "Scrum" }
    api.answer(listModules, () => ({ data: [{ ...scrum, lessons: [first, second] }] }))
    api.answer(previewText, { data: [] })
    api.answer(changeLesson, ({ body }) => {
      first = { ...lesson, ...body, version: body.version + 1 }
      return { data: first }
    })
    await show()
    await user.selectOptions(await screen.findByLabelText("Module"), "m")
    const choose = (next: string) => user.selectOptions(screen.getByLabelText("Lesson"), next)
    await choose(id)
    return { api, user, choose }
  }
  const title = () => screen.getByLabelText<HTMLInputElement>("Title").value
  const notSaved = () => screen.queryByText(/^Not saved yet/)

  const { user, choose } = await openLesson("lesson-1")
  expect(notSaved()).toBeNull()
  await user.type(screen.getByLabelText("Title"), " help")
  expect(notSaved()).not.toBeNull()
  await choose("lesson-2")
  expect([title(), notSaved()]).toEqual(["Three roles", null])
  await choose("lesson-1")
  expect(title()).toBe("Why short rounds help")

  cleanup()
  const again = await openLesson("lesson-1")
  expect(title()).toBe("Why short rounds help")
  await again.user.click(screen.getByRole("button", { name: "Save the lesson" }))
  await screen.findByText("The lesson is saved.")
  expect(again.api.callsOf(changeLesson)[0]?.body).toMatchObject({ title: "Why short rounds help", version: 4 })
  expect([title(), notSaved()]).toEqual(["Why short rounds help", null])
  await again.user.type(screen.getByLabelText("Title"), " people")
  const discard = await screen.findByRole("button", { name: "Discard changes" })
  await waitFor(() => expect(discard).toHaveProperty("disabled", false))
  await again.user.click(discard)
  expect([title(), notSaved()]).toEqual(["Why short rounds help", null])

  cleanup()
  await openLesson("lesson-1")
  expect([title(), notSaved()]).toEqual(["Why short rounds help", null])
})

test("a new lesson that is half written stays with its module until it is saved", async () => {
  const { api, user, show } = await open("Lessons")
  const module = (id: string, title: string, lessons: Listed[] = []) => ({
    id,
    programId: null,
    phase: 0,
    title,
    lessons,
  })
  api.answer(listModules, { data: [module("m", "Scrum"), module("n", "Ground")] })
  api.answer(previewText, { data: [] })
  await show()
  const choose = async (next: string) => {
    await user.selectOptions(await screen.findByLabelText("Module"), next)
    await user.selectOptions(screen.getByLabelText("Lesson"), "new")
  }
  const title = () => screen.getByLabelText<HTMLInputElement>("Title").value
  await choose("m")
  await user.type(screen.getByLabelText("Title"), "H")
  await choose("n")
  expect(title()).toBe("")
  await choose("m")
  expect(title()).toBe("H")
  await user.type(screen.getByLabelText("Title"), "alf")
  const made = { ...lesson, id: "made", moduleId: "m", title: "Half" }
  api.answer(addLesson, () => {
    api.answer(listModules, { data: [module("m", "Scrum", [made]), module("n", "Ground")] })
    return { data: made }
  })
  await user.click(screen.getByRole("button", { name: "Save the lesson" }))
  await waitFor(() => expect(screen.getByLabelText("Lesson")).toHaveProperty("value", "made"))
  await choose("m")
  expect(title()).toBe("")
})

test("what is typed while a new lesson is saved goes along with it, and whoever went on is not led back", async () => {
  const { api, user, show } = await open("Lessons")
  let lessons: Listed[] = [lesson]
  api.answer(listModules, () => ({ data: [{ id: "m", programId: null, phase: 0, title: "Scrum", lessons }] }))
  api.answer(previewText, { data: [] })
  api.answer(addLesson, ({ body }) => {
    const made = { ...lesson, ...body, id: "made", position: 2, version: 1, people: 0 }
    lessons = [lesson, made]
    return { data: made }
  })
  api.answer(changeLesson, ({ body }) => ({ data: { ...lesson, ...body, id: "made", version: body.version + 1 } }))
  await show()
  await user.selectOptions(await screen.findByLabelText("Module"), "m")
  const choose = (next: string) => user.selectOptions(screen.getByLabelText("Lesson"), next)
  const title = () => screen.getByLabelText<HTMLInputElement>("Title")
  await choose("new")
  const sendMade = api.hold(addLesson)
  await user.type(title(), "Roles{Enter}")
  await waitFor(() => expect(api.callsOf(addLesson)).toHaveLength(1))
  await user.type(title(), " today")
  sendMade()
  await waitFor(() => expect(screen.getByLabelText("Lesson")).toHaveProperty("value", "made"))
  expect(title().value).toBe("Roles today")
  expect(screen.queryByText(/^Not saved yet/)).not.toBeNull()

  const sendChanged = api.hold(changeLesson)
  await user.type(title(), "{Enter}")
  await waitFor(() => expect(api.callsOf(changeLesson)).toHaveLength(1))
  expect(api.callsOf(changeLesson)[0]).toMatchObject({
    params: { lessonId: "made" },
    body: { title: "Roles today", version: 1 },
  })
  await choose("lesson-1")
  const reads = api.callsOf(listModules).length
  sendChanged()
  await waitFor(() => expect(api.callsOf(listModules).length).toBeGreaterThan(reads))
  await act(networkAtRest)
  expect(screen.getByLabelText("Lesson")).toHaveProperty("value", "lesson-1")
  await choose("new")
  expect(title().value).toBe("")
})

/** The lesson's form, with one file below it already. */
async function openFiles() {
  const uploads = fakeUploads()
  const { api, user, show } = await open("Lessons")
  const files = [{ bucketId: "documents" as const, fileId: "old", title: "Old paper" }]
  const module = { id: "module-1", programId: null, phase: 0, title: "Scrum", lessons: [{ ...lesson, files }] }
  api.answer(listModules, { data: [module] })
  api.answer(previewText, { data: [] })
  api.answer(changeLesson, ({ body }) => ({ data: { ...lesson, ...body } }))
  await show()
  await user.selectOptions(await screen.findByLabelText("Module"), "module-1")
  await user.selectOptions(screen.getByLabelText("Lesson"), "lesson-1")
  const add = (...names: string[]) =>
    user.upload(
      screen.getByLabelText("Add a picture, sound, film or document"),
      names.map((name) => new File(["x"], name, { type: "application/pdf" })),
    )
  const titles = () => screen.queryAllByLabelText(/^Title of file/).map((field) => (field as HTMLInputElement).value)
  return { api, user, uploads, add, titles }
}

test("what is done to a lesson's files while another is on its way stays done, and saving waits for it", async () => {
  const { api, user, uploads, add, titles } = await openFiles()
  await add("first.pdf", "second.pdf")
  await waitFor(() => expect(uploads).toHaveLength(1))
  await act(async () => uploads[0]?.keep("http://localhost/a-file", "first"))
  await waitFor(() => expect(titles()).toEqual(["Old paper", "first"]))
  await user.type(screen.getByLabelText("Title of file 2"), " of two")
  await user.click(screen.getByRole("button", { name: "Remove Old paper" }))
  expect(screen.getByRole("button", { name: "Save the lesson" })).toHaveProperty("disabled", true)
  await act(async () => uploads[1]?.keep("http://localhost/a-file", "second"))
  await waitFor(() => expect(titles()).toEqual(["first of two", "second"]))
  await user.click(screen.getByRole("button", { name: "Save the lesson" }))
  await waitFor(() => expect(api.callsOf(changeLesson)).toHaveLength(1))
  expect(api.callsOf(changeLesson)[0]?.body.files).toEqual([
    { bucketId: "documents", fileId: "first", title: "first of two" },
    { bucketId: "documents", fileId: "second", title: "second" },
  ])
})

test("a file that is refused takes no other with it, and is named", async () => {
  const { uploads, add, titles } = await openFiles()
  await add("first.pdf", "second.pdf", "third.pdf")
  for (const [index, end] of (["keep", "refuse", "keep"] as const).entries()) {
    await waitFor(() => expect(uploads).toHaveLength(index + 1))
    await act(async () => uploads[index]?.[end](end === "keep" ? `file-${index}` : "The file is empty."))
  }
  await screen.findByText("second.pdf: The file is empty.")
  expect(titles()).toEqual(["Old paper", "first", "third"])
})

test("a class is put on the calendar, who came stands there, and a cohort is told something", async () => {
  const { api, user, show } = await open("Classes and news")
  const classes: StaffClass[] = [
    {
      id: "class-1",
      cohortId: "cohort-3",
      title: "First evening",
      startsAt: "2027-02-01T17:00:00Z",
      minutes: 90,
      joinUrl: "https://meet.example.com/1",
      attended: ["Ada Obi", "Bisi Ade"],
      following: 0,
      version: 0,
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
  const [planned, fresh] = ["Classes", "New live class"].map((name) => screen.getByRole("heading", { name }))
  expect(planned && fresh && planned.compareDocumentPosition(fresh) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await user.type(next.getByLabelText("Title"), "Second evening")
  await user.type(next.getByLabelText("Begins, your time"), "2027-02-08T18:00")
  await user.type(next.getByLabelText("Link of the call"), "https://meet.example.com/2")
  await user.click(next.getByRole("button", { name: "Put it on the calendar" }))
  await next.findByText("The link begins with https.")
  expect(next.getByLabelText("Title")).toHaveProperty("value", "Second evening")
  expect(api.callsOf(addClass)[0]?.body).toMatchObject({
    cohortId: "cohort-3",
    title: "Second evening",
    minutes: 90,
    joinUrl: "https://meet.example.com/2",
    startsAt: new Date("2027-02-08T18:00").toISOString(),
  })
  expect(api.callsOf(addClass)[0]?.body.repeat).toBeUndefined()
  api.answer(addClass, { message: "8 classes are on the calendar." })
  await user.selectOptions(next.getByLabelText("How often"), "count")
  for (const day of ["Monday", "Thursday"]) await user.click(next.getByLabelText(day))
  await user.clear(next.getByLabelText("How many times"))
  await user.type(next.getByLabelText("How many times"), "8")
  await user.click(next.getByRole("button", { name: "Put it on the calendar" }))
  await waitFor(() => expect(next.getByLabelText("Title")).toHaveProperty("value", ""))
  expect(api.callsOf(addClass)[1]?.body.repeat).toEqual({ weekdays: [1, 4], count: 8 })
  // The next one is held once again.
  await waitFor(() => expect(next.queryByLabelText("Monday")).toBeNull())
})

test("a class that repeats is moved and called off alone or with those that follow", async () => {
  const { api, user, show } = await open("Classes and news")
  const live: StaffClass = {
    ...{ id: "c1", cohortId: "k3", title: "Weekly", minutes: 90, joinUrl: "https://meet.example.com/1", attended: [] },
    ...{ startsAt: new Date(Date.now() + 86_400_000).toISOString(), following: 4, version: 2 },
  }
  const begun = { ...live, id: "c0", title: "Begun", startsAt: "2026-01-01T17:00:00.000Z" }
  const last = { ...begun, id: "c9", title: "Last", following: 0 }
  api.answer(listClasses, { data: { cohorts: [{ id: "k3", name: "Cohort 3" }], classes: [live, begun, last] } })
  await show()
  await user.click(await screen.findByRole("button", { name: "Change Weekly" }))
  expect(screen.queryByRole("button", { name: "Change Begun" })).toBeNull()
  const dialog = () => within(screen.getByRole("dialog"))
  await user.selectOptions(dialog().getByLabelText("Which"), "This one and the 4 that follow")
  fireEvent.change(dialog().getByLabelText("Begins, your time"), { target: { value: "2090-02-08T18:00" } })
  api.refuse(changeClass, "version_changed", "Somebody else changed this class.")
  await user.click(dialog().getByRole("button", { name: "Save" }))
  await dialog().findByText("Somebody else changed this class.")
  expect(api.callsOf(changeClass)[0]?.body).toEqual({
    ...{ title: "Weekly", minutes: 90, joinUrl: "https://meet.example.com/1", which: "following", version: 2 },
    startsAt: new Date("2090-02-08T18:00").toISOString(),
  })
  await user.click(dialog().getByRole("button", { name: "Cancel" }))
  api.answer(cancelClass, { message: "The class is off the calendar." })
  await user.click(screen.getByRole("button", { name: "Call off Weekly" }))
  await user.click(dialog().getByRole("button", { name: "Call it off" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(api.callsOf(cancelClass)).toMatchObject([{ params: { classId: "c1" }, body: { which: "one" } }])
  // Of one that has begun nobody is told; of those that follow its cohort is.
  await user.click(screen.getByRole("button", { name: "Call off Begun" }))
  dialog().getByText(/its cohort is told once of the ones still to come/)
  await user.click(dialog().getByRole("button", { name: "Cancel" }))
  await user.click(screen.getByRole("button", { name: "Call off Last" }))
  dialog().getByText(/Nobody is told, since it has begun/)
})

test("a certificate is found in the list of those that were issued, withdrawn with a reason, and told as withdrawn", async () => {
  const { api, user, show } = await open("Certificates")
  const issued: StaffCertificate = {
    ...{ code: "ABCD-EFGH-JKLM", name: "Ada Obi", programName: "Systems Integration", cohort: 3 },
    ...{ issuedAt: "2027-08-01T09:00:00.000Z", withdrawnAt: "", withdrawnBecause: "" },
  }
  api.answer(listCertificates, { data: [issued] })
  await show()
  await user.click(await screen.findByRole("button", { name: "Withdraw that of Ada Obi" }))
  const dialog = within(await screen.findByRole("dialog"))
  await user.type(dialog.getByLabelText(/^Reason/), "Issued in error")
  api.refuse(withdrawCertificate, "not_found", "There is no valid certificate with this code.")
  await user.click(dialog.getByRole("button", { name: "Withdraw it" }))
  await dialog.findByText("There is no valid certificate with this code.")
  api.answer(withdrawCertificate, { message: "The certificate is withdrawn." })
  api.answer(listCertificates, {
    data: [{ ...issued, withdrawnAt: "2027-08-02T09:00:00.000Z", withdrawnBecause: "Issued in error" }],
  })
  await user.click(dialog.getByRole("button", { name: "Withdraw it" }))
  await screen.findByText(/Withdrawn 2 August 2027: Issued in error/)
  expect(screen.queryByRole("button", { name: /^Withdraw/ })).toBeNull()
  expect(api.callsOf(withdrawCertificate)[1]).toMatchObject({ params: { code: issued.code } })
})

test("an owner makes a new key for badges with a reason, and may withdraw those before", async () => {
  const { api, user, show } = await open("Certificates")
  api.answer(getOwnRole, { data: { role: "owner", needsSecondFactor: false } })
  api.answer(listCertificates, { data: [] })
  const before: StaffBadgeKey = { id: "key-1", createdAt: "2027-01-01T09:00:00.000Z", state: "signs" }
  api.answer(listBadgeKeys, { data: [before] })
  await show()
  await user.click(await screen.findByRole("button", { name: "New key" }))
  const dialog = within(await screen.findByRole("dialog"))
  await user.type(dialog.getByLabelText(/^Reason/), "A copy was lost")
  await user.click(dialog.getByLabelText(/^Withdraw the keys before/))
  api.answer(renewBadgeKey, { message: "The new key signs from now on." })
  api.answer(listBadgeKeys, {
    data: [
      { ...before, id: "key-2" },
      { ...before, state: "withdrawn" },
    ],
  })
  await user.click(dialog.getByRole("button", { name: "Make the key" }))
  await screen.findByText("Withdrawn")
  expect(api.callsOf(renewBadgeKey)[0]?.body).toEqual({ reason: "A copy was lost", withdrawsOthers: true })
})

test("the learners of a cohort are told with where they are and who went quiet, at an address of its own", async () => {
  const api = fakeApi()
  api.answer(getOwnRole, { data: { role: "teacher", needsSecondFactor: false } })
  const cohorts = [
    { id: "c3", name: "Systems Integration, cohort 3" },
    { id: "c4", name: "Systems Integration, cohort 4" },
  ]
  api.answer(listClasses, { data: { cohorts, classes: [] } })
  const learner: LearnerProgress = {
    ...{ name: "Ada Obi", isCompleted: false, done: 3, all: 8, next: "Prices", waiting: 1 },
    ...{ lastAt: "2027-03-01T09:00:00.000Z", quietDays: 9 },
  }
  api.answer(listProgress, { data: [learner, { ...learner, name: "Bisi Ade", waiting: 0, quietDays: 2 }] })
  renderScreen(<TeachingScreen />, { at: "/operator/learning?part=learners&cohort=c4" })
  const rows = within(await screen.findByRole("list", { name: "Learners" })).getAllByRole("listitem")
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "Ada Obi3 of 8 lessons done. Next: Prices. Last on 1 March 2027.1 task waitsQuiet for 9 days",
    "Bisi Ade3 of 8 lessons done. Next: Prices. Last on 1 March 2027.",
  ])
  expect(api.callsOf(listProgress)[0]?.params).toEqual({ cohortId: "c4" })
  // Certificates are not a teacher's.
  expect(screen.queryByRole("tab", { name: "Certificates" })).toBeNull()
})

test("a task that comes again shows what was handed in and answered before", async () => {
  const api = fakeApi()
  api.answer(getOwnRole, { data: { role: "content", needsSecondFactor: false } })
  const at = "2027-03-01T09:00:00.000Z"
  const before = {
    id: "s1",
    text: "Too short",
    link: "",
    state: "again" as const,
    comment: "Score all five.",
    createdAt: at,
  }
  api.answer(countQueue, { data: { tasks: 1, questions: 0, quiet: 0 } })
  api.answer(listHandedIn, {
    nextCursor: null,
    data: [
      {
        ...{ id: "s2", text: "All five", link: "", files: [], state: "handed_in", comment: "", createdAt: at },
        ...{ learner: "Ada Obi", lessonTitle: "Suppliers", cohortName: "Systems Integration, cohort 3", claimedBy: "" },
        ...{ lessonId: "l4", edition: 1, newestEdition: 2 },
        earlier: [{ ...before, files: 1 }],
      },
    ],
  })
  api.answer(claimSubmission, { data: { claimedBy: "Bola Ade" } })
  const user = renderScreen(<TeachingScreen />, { at: "/operator/learning" })
  await user.click(await screen.findByText("Handed in once before"))
  screen.getByText("Too short")
  api.answer(getLessonEdition, {
    data: {
      ...{
        edition: 1,
        title: "Suppliers",
        minutes: 5,
        body: "Score five.",
        accepts: ["text"],
        videoUrl: "",
        files: [],
      },
      ...{ questions: [], blocks: [{ kind: "paragraph", spans: [{ text: "Score five." }] }] },
    },
  })
  await user.click(screen.getByText(/^The task as it was in version 1, .* it is version 2 now$/))
  await screen.findByText("Score five.")
  screen.getByText("Our answer: Score all five.")
  screen.getByText(/with 1 file$/)
  // Whoever turns to a task tells others, and hears who was there before.
  await user.type(screen.getByLabelText(/^Comment/), "Well")
  await screen.findByText("Bola Ade marks this task just now. Of two answers the first counts.")
  expect(api.callsOf(claimSubmission).map(({ params }) => params)).toEqual([{ submissionId: "s2" }])
})

test("what a cohort was told is changed, unless somebody else did, and taken back", async () => {
  const { api, user, show } = await open("Classes and news")
  api.answer(listClasses, { data: { cohorts: [{ id: "c3", name: "Cohort 3" }], classes: [] } })
  const told: StaffAnnouncement = {
    ...{ id: "n1", cohortId: "c3", title: "No class", body: "A holiday.", version: 2, editedAt: "" },
    createdAt: "2027-03-01T09:00:00.000Z",
  }
  api.answer(listAnnouncements, { data: [told] })
  await show()
  await user.click(await screen.findByRole("button", { name: "Change No class" }))
  const dialog = within(await screen.findByRole("dialog"))
  await user.type(dialog.getByLabelText("Title"), " on Monday")
  api.refuse(changeAnnouncement, "version_changed", "Somebody else changed this announcement.")
  await user.click(dialog.getByRole("button", { name: "Save" }))
  await dialog.findByText("Somebody else changed this announcement.")
  api.answer(changeAnnouncement, { message: "The announcement is changed." })
  await user.click(dialog.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(api.callsOf(changeAnnouncement)[0]?.body).toEqual({
    title: "No class on Monday",
    body: "A holiday.",
    version: 2,
  })
  await user.click(await screen.findByRole("button", { name: "Take back No class" }))
  api.answer(removeAnnouncement, null)
  api.answer(listAnnouncements, { data: [] })
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Take it back" }))
  await screen.findByText("No cohort was told anything yet.")
})

test("an outline is put into another order by buttons, keys and dragging, and a lesson that learners used stays", async () => {
  const { api, user, show } = await open("Lessons")
  const used = { ...lesson, id: "lesson-2", position: 2, title: "Three roles", people: 3 }
  const draft = { ...lesson, id: "lesson-3", position: 3, title: "Prices", isDraft: true }
  const scrum = { id: "m", programId: null, phase: 0, title: "Scrum" }
  const sales = { id: "n", programId: null, phase: 0, title: "Sales", lessons: [] }
  api.answer(listModules, { data: [{ ...scrum, lessons: [lesson, used, draft] }, sales] })
  api.answer(previewText, { data: [] })
  await show()
  await user.selectOptions(await screen.findByLabelText("Module"), "m")
  const list = () => within(screen.getByRole("list", { name: "Lessons in their order" }))
  const titles = () =>
    list()
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent)
  expect(titles()[2]).toContain("Draft")
  expect(list().getByRole("button", { name: "Move up: Why short rounds" })).toHaveProperty("disabled", true)
  api.answer(orderLessons, { message: "The order is saved." })
  api.answer(listModules, { data: [{ ...scrum, lessons: [used, lesson, draft] }, sales] })
  await user.click(list().getByRole("button", { name: "Move down: Why short rounds" }))
  await waitFor(() => expect(api.callsOf(orderLessons)).toHaveLength(1))
  const [first, second, third] = ["lesson-1", "lesson-2", "lesson-3"]
  expect(api.callsOf(orderLessons)[0]?.body).toEqual({
    lessonIds: [second, first, third],
    seen: [first, second, third],
  })
  await waitFor(() => expect(titles()[0]).toContain("Three roles"))
  screen.getByText("Why short rounds is now number 2 of 3.")

  // The keyboard stays where it was, and of two who order at once the later one is told and sees what is there.
  api.refuse(orderLessons, "version_changed", "Somebody else changed this outline meanwhile. Look at it again.")
  api.answer(listModules, { data: [{ ...scrum, lessons: [draft, used, lesson] }, sales] })
  const button = list().getByRole("button", { name: /^Why short rounds/ })
  button.focus()
  await user.keyboard("{Alt>}{ArrowUp}{/Alt}")
  expect(document.activeElement).toBe(button)
  await screen.findByText("Somebody else changed this outline meanwhile. Look at it again.")
  await waitFor(() => expect(titles()[0]).toContain("Prices"))

  api.answer(orderLessons, { message: "The order is saved." })
  const grip = list().getAllByRole("listitem")[0]?.querySelector("[data-grip]") ?? expect.fail("There is no grip.")
  grip.setPointerCapture = () => {}
  for (const [index, row] of list().getAllByRole("listitem").entries()) {
    row.getBoundingClientRect = () => new DOMRect(0, index * 50, 300, 50)
  }
  fireEvent.pointerDown(grip, { pointerId: 1, clientY: 20 })
  fireEvent.pointerMove(grip, { pointerId: 1, clientY: 400 })
  fireEvent.pointerUp(grip, { pointerId: 1, clientY: 400 })
  await waitFor(() => expect(api.callsOf(orderLessons)).toHaveLength(3))
  expect(api.callsOf(orderLessons)[2]?.body).toEqual({
    lessonIds: [second, first, third],
    seen: [third, second, first],
  })

  api.answer(orderModules, { message: "The order is saved." })
  await user.click(screen.getByRole("button", { name: "Move up: Sales" }))
  await waitFor(() => expect(api.callsOf(orderModules)).toHaveLength(1))
  expect(api.callsOf(orderModules)[0]?.body).toEqual({ moduleIds: ["n", "m"], seen: ["m", "n"] })

  await user.click(await screen.findByRole("button", { name: "Remove Three roles" }))
  const dialog = within(await screen.findByRole("dialog"))
  dialog.getByText(/3 people have done something here, so it stays/)
  api.refuse(removeLesson, "step_not_allowed", "3 people have done something here, which stays theirs.")
  await user.click(dialog.getByRole("button", { name: "Remove it" }))
  await dialog.findByText("3 people have done something here, which stays theirs.")
})

test("an earlier version of a lesson is compared with the newest and brought back", async () => {
  const { api, user, show } = await open("Lessons")
  const now = { ...lesson, body: "Same words.\nNew words.", version: 4 }
  const scrum = { id: "m", programId: null, phase: 0, title: "Scrum" }
  api.answer(listModules, { data: [{ ...scrum, lessons: [now] }] })
  api.answer(previewText, { data: [] })
  await show()
  await user.selectOptions(await screen.findByLabelText("Module"), "m")
  await user.click(screen.getByRole("button", { name: /^Why short rounds/ }))
  const at = "2026-11-27T09:00:00Z"
  api.answer(listLessonEditions, {
    data: [
      { edition: 3, title: now.title, changedBy: "Bola Ade", changedAt: at, people: 0 },
      { edition: 2, title: now.title, changedBy: "", changedAt: at, people: 1 },
      { edition: 1, title: now.title, changedBy: "", changedAt: at, people: 3 },
    ],
  })
  const earlier = { ...now, body: "Same words.\nOld words.", edition: 1, blocks: [] }
  const turned = { ...earlier, body: "New words.\nSame words.", edition: 2 }
  api.answer(getLessonEdition, ({ params }) => ({ data: params.edition === 2 ? turned : earlier }))
  await user.click(screen.getByText("Versions of this lesson"))
  await screen.findByText(/by Bola Ade\. No learner goes by it\.$/)
  screen.getByText(/3 learners go by it\.$/)
  await user.click(screen.getByRole("button", { name: "Look at version 2" }))
  await screen.findByText("The same lines, in another order or more often.")
  await user.click(screen.getByRole("button", { name: "Look at version 1" }))
  const shown = within(await screen.findByRole("region", { name: "Version 1" }))
  expect(shown.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "− Gone: Old words.",
    "+ New: New words.",
  ])
  api.answer(bringBackEdition, { data: { ...now, body: earlier.body, version: 5 } })
  api.answer(listModules, { data: [{ ...scrum, lessons: [{ ...now, body: earlier.body, version: 5 }] }] })
  await user.click(shown.getByRole("button", { name: "Bring version 1 back" }))
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Bring it back" }))
  await waitFor(() => expect(screen.getByLabelText(/^Text/)).toHaveProperty("value", "Same words.\nOld words."))
  expect(api.callsOf(bringBackEdition)[0]).toMatchObject({ body: { edition: 1, version: 4 } })
})

test("what waits over all cohorts is counted, goes on page by page, and a quiet learner is written to with one press", async () => {
  const { api, user } = await open("What waits")
  const learner = (id: string, name: string): QuietLearner => ({
    ...{ id, name, cohortName: "Systems Integration, cohort 3", quietDays: 9, lesson: "Suppliers", done: 2, all: 9 },
    reason: "stopped",
    message: { title: "How is it going?", text: "The next one is “Suppliers”." },
  })
  const closed: QuietLearner = { ...learner("p2", "Chi Eze"), reason: "closed", lesson: "", message: null }
  let first = [learner("p1", "Ada Obi")]
  api.answer(listQuiet, ({ query }) =>
    query.after === "p1" ? { data: [closed], nextCursor: null } : { data: first, nextCursor: "p1" },
  )
  await user.click(await screen.findByRole("radio", { name: "Quiet (2)" }))
  await screen.findByText("Stopped before “Suppliers”. 2 of 9 lessons done.")
  expect(screen.queryByText("Chi Eze")).toBeNull()
  await user.click(screen.getByRole("button", { name: "Show more" }))
  await screen.findByText(/^Lessons are closed to them just now/)
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull()
  // Nobody is asked to go on who cannot.
  expect(screen.getAllByRole("button", { name: /^Send this/ })).toHaveLength(1)
  api.refuse(writeToQuiet, "step_not_allowed", "Bola Ade wrote to them already.")
  await user.click(screen.getByRole("button", { name: "Send this to Ada Obi" }))
  await screen.findByText("Bola Ade wrote to them already.")
  api.answer(writeToQuiet, { message: "They are told." })
  first = []
  await user.click(screen.getByRole("button", { name: "Send this to Ada Obi" }))
  await waitFor(() => expect(screen.queryByText("Ada Obi")).toBeNull())
  expect(api.callsOf(writeToQuiet).map(({ params }) => params)).toEqual([{ placeId: "p1" }, { placeId: "p1" }])
  api.answer(listOpenQuestions, { data: [], nextCursor: null })
  await user.click(screen.getByRole("radio", { name: "Questions (0)" }))
  await screen.findByText(/^What learners ask, and you may read, stands here/)
  api.answer(listQuiet, { data: [], nextCursor: null })
  await user.click(screen.getByRole("radio", { name: "Quiet (2)" }))
  await screen.findByText(/^Learners stand here who did nothing for a week since their cohort began/)
})
