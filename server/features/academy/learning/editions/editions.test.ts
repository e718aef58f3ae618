import { afterAll, beforeAll, expect, test } from "vitest"
import { type Academy, openAcademy } from "#server/testing/records/academy.ts"
import { calls } from "#server/testing/records/build-applicant.ts"
import { uploaded } from "#server/testing/records/uploads.ts"
import type { TestApp, TestPerson } from "#server/testing/test-app.ts"

let a: Academy
let t: TestApp
let early: TestPerson
let late: TestPerson

beforeAll(async () => {
  a = await openAcademy()
  ;({ t } = a)
  early = await a.learner()
  late = await a.learner()
})
afterAll(() => a.close())

interface Saved {
  id: string
  version: number
  kind: string
}

const question = (right: number) => ({
  question: "Who waits?",
  answers: ["The buyer", "Nobody"],
  right,
  because: "So.",
})
const plain = { title: "Prices", minutes: 5, accepts: [], videoUrl: "", questions: [], files: [], isDraft: false }

/** The first lesson of its module, so that everybody may open it. */
async function addFirst(text: object): Promise<Saved> {
  const { data: modules } = await calls(t, a.teacher, ["GET", "/operator/learning/modules"])
  const { id, lessons } = modules[0]
  const added = { ...plain, ...text }
  const { data } = await calls(t, a.teacher, ["POST", `/operator/learning/modules/${id}/lessons`], added, 201)
  const seen = [...lessons.map((lesson: Saved) => lesson.id), data.id]
  const lessonIds = [data.id, ...seen.slice(0, -1)]
  await calls(t, a.teacher, ["PUT", `/operator/learning/modules/${id}/order`], { lessonIds, seen })
  return data
}
const change = async ({ id, version }: Saved, text: object, person = a.teacher): Promise<Saved> =>
  (await calls(t, person, ["PATCH", `/operator/learning/lessons/${id}`], { ...plain, ...text, version })).data
const read = async (person: TestPerson, { id }: Saved, query = "") =>
  (await calls(t, person, ["GET", `/learning/lessons/${id}${query}`])).data
const editionsOf = async ({ id }: Saved) =>
  (await calls(t, a.teacher, ["GET", `/operator/learning/lessons/${id}/editions`])).data
const words = (text: string) => [{ kind: "paragraph", spans: [{ text }] }]
/** What a learner's list of lessons says of one. */
const listed = async (person: TestPerson, { id }: Saved) =>
  (await a.modulesOf(person)).flatMap(({ lessons }) => lessons).find((lesson) => lesson.id === id)

test("learners go by the edition that they began, read a newer one, and go on with it when they choose to", async () => {
  const sound = Buffer.from("ID3 and some seconds of a voice")
  const voice = await uploaded(t, sound, { person: a.teacher, bucket: "documents", name: "voice.mp3" })
  const files = [{ bucketId: "documents", fileId: voice.$id, title: "Sound only" }]
  const lesson = await addFirst({ kind: "text", body: "Old words.", files })
  const before = await read(early, lesson)
  expect(before).toMatchObject({ blocks: words("Old words."), edition: 1, begunEdition: 1, newestEdition: 1 })

  const changed = await change(lesson, { title: "What it costs", minutes: 9, body: "New words." })
  const kept = { ...before, newestEdition: 2 }
  expect(await read(early, lesson)).toEqual(kept)
  expect((await t.request("GET", before.files[0].url, { person: early })).rawPayload).toEqual(sound)
  expect(await listed(early, lesson)).toMatchObject({ title: "Prices", minutes: 5 })
  expect(await listed(late, lesson)).toMatchObject({ title: "What it costs", minutes: 9 })
  const newest = { title: "What it costs", minutes: 9, blocks: words("New words."), files: [], edition: 2 }
  expect(await read(late, lesson)).toMatchObject({ ...newest, begunEdition: 2 })
  expect(await read(early, lesson, "?edition=newest")).toMatchObject({ ...newest, begunEdition: 1 })
  expect(await read(early, lesson)).toEqual(kept)

  await change(changed, { title: "What it costs", body: "Newer words." })
  const go: ["POST", string] = ["POST", `/learning/lessons/${lesson.id}/edition`]
  await calls(t, early, go, { edition: 2 }, 409)
  expect(await read(early, lesson)).toMatchObject({ blocks: words("Old words.") })
  await calls(t, early, go, { edition: 3 })
  expect(await read(early, lesson)).toMatchObject({ blocks: words("Newer words."), begunEdition: 3 })
  expect(await listed(early, lesson)).toMatchObject({ title: "What it costs" })
  await a.done(late, [lesson.id])
  expect(await read(late, lesson)).toMatchObject({ ...newest, isDone: true, newestEdition: 3 })
})

test("those who teach read who changed a lesson when, and bring an earlier edition back as the newest", async () => {
  const lesson = await addFirst({ kind: "text", body: "First.", isDraft: true })
  const written = await change(lesson, { body: "Second.", isDraft: true })
  // What no learner ever saw is no edition, and neither is how long it takes, or a draft of the same words.
  const published = await change(
    await change(await change(written, { body: "Second." }), { body: "Second.", minutes: 9 }),
    {
      body: "Second.",
      minutes: 9,
      isDraft: true,
    },
  )
  expect(await editionsOf(lesson)).toMatchObject([{ edition: 1, title: "Prices", people: 0 }])
  const third = await change(published, { body: "Third." })
  await read(early, lesson)
  const editions = await editionsOf(lesson)
  expect(editions).toMatchObject([
    { edition: 2, people: 1 },
    { edition: 1, people: 0 },
  ])
  expect(editions[0].changedBy).not.toBe("")
  const path = `/operator/learning/lessons/${lesson.id}/editions/1`
  const { data: first } = await calls(t, a.teacher, ["GET", path])
  expect(first).toMatchObject({ edition: 1, body: "Second.", minutes: 9, blocks: words("Second.") })
  await calls(t, a.teacher, ["GET", path.replace(/1$/, "7")], undefined, 404)
  await calls(t, early, ["GET", path], undefined, 403)
  const bringBack: ["POST", string] = ["POST", `/operator/learning/lessons/${lesson.id}/bring-back`]

  await calls(t, a.teacher, bringBack, { edition: 1, version: third.version - 1 }, 409)
  await calls(t, a.teacher, bringBack, { edition: 9, version: third.version }, 404)
  const { data: back } = await calls(t, a.teacher, bringBack, { edition: 1, version: third.version })
  expect(back).toMatchObject({ body: "Second.", isDraft: false })
  expect(await editionsOf(lesson)).toMatchObject([{ edition: 3 }, { edition: 2, people: 1 }, { edition: 1 }])
  expect(await read(early, lesson)).toMatchObject({ blocks: words("Third."), newestEdition: 3 })
  expect(await read(late, lesson)).toMatchObject({ blocks: words("Second."), edition: 3 })
})

test("a quiz is held against the questions that were read, wherever they were read", async () => {
  const lesson = await addFirst({ kind: "quiz", body: "", questions: [question(0)] })
  await read(early, lesson)
  await change(lesson, { body: "", questions: [question(1)] })
  const answer = (person: TestPerson, body: object, status = 200) =>
    calls(t, person, ["POST", `/learning/lessons/${lesson.id}/quiz`], body, status)
  expect((await answer(early, { answers: [0] })).data).toMatchObject({ isPassed: true })
  expect((await answer(late, { answers: [0] })).data).toMatchObject({ isPassed: false })
  expect(await read(early, lesson)).toMatchObject({ lastQuiz: { right: 1 }, isDone: true, newestEdition: 2 })
  await calls(t, early, ["POST", `/learning/lessons/${lesson.id}/edition`], { edition: 2 })
  expect(await read(early, lesson)).toMatchObject({ lastQuiz: null, isDone: true, edition: 2 })
  // A device that was without a network since shows the questions from before.
  expect((await answer(early, { answers: [0], edition: 1 })).data).toMatchObject({ isPassed: true })
  await answer(early, { answers: [0], edition: 9 }, 409)
})

test("a task is marked by the words by which it was done", async () => {
  const lesson = await addFirst({ kind: "task", body: "Draw a stall.", accepts: ["text"] })
  await read(early, lesson)
  await change(lesson, { title: "A price list", body: "Write a price list.", accepts: ["link"] })
  const path: ["POST", string] = ["POST", `/learning/lessons/${lesson.id}/submissions`]
  await calls(t, early, path, { text: "A stall." }, 201)
  const { data: waiting } = await calls(t, a.teacher, ["GET", "/operator/learning/submissions"])
  const own = waiting.find(({ lessonId }: { lessonId: string }) => lessonId === lesson.id)
  expect(own).toMatchObject({ edition: 1, newestEdition: 2, text: "A stall.", lessonTitle: "Prices" })
  await a.mark(own.id, { state: "again", comment: "Larger, please." })
  const told = (await calls(t, early, ["GET", "/notices"])).data[0]
  expect(told.title).toBe("Please hand in again: Prices")
  const { data: asked } = await calls(t, a.teacher, ["GET", `/operator/learning/lessons/${lesson.id}/editions/1`])
  expect(asked).toMatchObject({ body: "Draw a stall.", accepts: ["text"] })
  expect(await read(late, lesson)).toMatchObject({ blocks: words("Write a price list."), accepts: ["link"] })
})
