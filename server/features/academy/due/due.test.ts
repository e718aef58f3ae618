import { afterAll, beforeAll, expect, test } from "vitest"
import { type Academy, openAcademy } from "#server/testing/records/academy.ts"
import { buildApplicant, openSlot, passAssessment } from "#server/testing/records/build-applicant.ts"
import type { TestPerson } from "#server/testing/test-app.ts"
import { watchDue } from "./job.ts"

let a: Academy

beforeAll(async () => {
  a = await openAcademy()
})
afterAll(() => a.close())

/** Two looks at once, as two processes have it that did not hear of one another, and one after. */
async function look(at: string): Promise<void> {
  a.clock.set(at)
  const run = () => watchDue.run(a.t.s, {}, new AbortController().signal)
  await Promise.all([run(), run()])
  await run()
}

interface Told {
  kind: string
  key: string
  title: string
  text: string
}

const toldOf = (person: TestPerson, kind: string): Promise<Told[]> =>
  a.t.s.db
    .selectFrom("notices")
    .select(["kind", "key", "title", "text"])
    .where("accountId", "=", person.accountId)
    .where("kind", "=", kind)
    .orderBy("id")
    .execute()

const holds = (person: TestPerson, { kind, key }: Told) =>
  a.t.s.noticeKinds.find(({ name }) => name === kind)?.holds?.(a.t.s.db, { accountId: person.accountId, key })

const setPlace = (person: TestPerson, status: "active" | "ended") =>
  a.t.s.db.updateTable("enrolments").set({ status }).where("accountId", "=", person.accountId).execute()

test("a task is told of two days before its last day, once, while it is not handed in", async () => {
  const [learner, gone] = [await a.learner(), await a.learner()]
  a.clock.set("2027-03-01T09:00:00Z")
  const lessonId = (await a.study(learner, "task")) ?? ""
  // What comes before every program has no last day: the first task of the program itself gets one.
  const own = (await a.modulesOf(learner)).flatMap(({ lessons }) => lessons).find(({ dueOn }) => dueOn !== "")
  if (!own) throw new Error("A task of the program has a last day.")
  await setPlace(gone, "ended")
  const before = (days: number) => new Date(Date.parse(`${own.dueOn}T09:00:00Z`) - days * 86_400_000).toISOString()
  const mine = async () => (await toldOf(learner, "task-due")).filter(({ key }) => key.includes(own.id))
  await look(before(3))
  expect(await mine()).toEqual([])
  await look(before(2))
  const [told, ...more] = await mine()
  if (!told) throw new Error("The learner is told.")
  expect([told.title, told.text, more]).toEqual([
    `Due soon: ${own.title}`,
    expect.stringMatching(/^The last day to hand it in is \d/),
    [],
  ])
  await look(before(0))
  expect(await mine()).toHaveLength(1)
  expect(await toldOf(gone, "task-due")).toEqual([])
  expect(lessonId).not.toBe("")
  // Between the line and the letter: who left, or handed it in.
  expect(await holds(learner, told)).toBe(true)
  await setPlace(learner, "ended")
  expect(await holds(learner, told)).toBe(false)
  await setPlace(learner, "active")
  const work = { id: "due-work", accountId: learner.accountId, lessonId: own.id, text: "Mine", link: "" }
  await a.t.s.db
    .insertInto("taskSubmissions")
    .values({ ...work, state: "handed_in", markedBy: null, markedAt: null, createdAt: a.clock.now() })
    .execute()
  expect(await holds(learner, told)).toBe(false)
})

test("who has not begun the assessment is told a week before the last day for a place, and of times once they are assessed", async () => {
  a.clock.set("2026-12-01T09:00:00Z")
  const [slow, quick] = [await a.t.signUp({ isVerified: true }), await a.t.signUp({ isVerified: true })]
  await buildApplicant(a.t, slow, { programId: a.programId })
  await buildApplicant(a.t, quick, { programId: a.programId })
  // Times that were there before are named by the letter about the points.
  await openSlot(a.t, a.teacher, 24 * 30)
  a.clock.set("2026-12-02T09:00:00Z")
  await passAssessment(a.t, quick, a.teacher)
  await look("2026-12-02T10:00:00Z")
  expect(await toldOf(quick, "interview-times")).toEqual([])
  await openSlot(a.t, a.teacher, 24 * 31)
  await openSlot(a.t, a.teacher, 24 * 32)
  await look("2026-12-02T10:30:00Z")
  const times = await toldOf(quick, "interview-times")
  expect(times).toMatchObject([{ title: "Choose a time for your interview" }])
  expect(await toldOf(slow, "interview-times")).toEqual([])
  // More on the same day are no news, until none is left of those that were told of.
  a.clock.set("2026-12-02T11:00:00Z")
  await openSlot(a.t, a.teacher, 24 * 34)
  await look("2026-12-02T11:10:00Z")
  expect(await toldOf(quick, "interview-times")).toHaveLength(1)
  await a.t.s.db.updateTable("interviewSlots").set({ closedAt: a.clock.now() }).execute()
  a.clock.set("2026-12-02T12:00:00Z")
  await openSlot(a.t, a.teacher, 24 * 35)
  await look("2026-12-02T12:10:00Z")
  expect(await toldOf(quick, "interview-times")).toHaveLength(2)
  // Another day's times are told of anew.
  a.clock.set("2026-12-03T10:00:00Z")
  await openSlot(a.t, a.teacher, 24 * 33)
  await look("2026-12-03T10:30:00Z")
  expect(await toldOf(quick, "interview-times")).toHaveLength(3)

  // Places are taken until 20 February 2027.
  await look("2027-02-12T09:00:00Z")
  expect(await toldOf(slow, "assessment-due")).toEqual([])
  await look("2027-02-13T09:00:00Z")
  const [due, ...more] = await toldOf(slow, "assessment-due")
  if (!due) throw new Error("The applicant is told.")
  expect([due.text, more]).toEqual([expect.stringContaining("until 20 February 2027"), []])
  expect(await toldOf(quick, "assessment-due")).toEqual([])
  expect(await holds(slow, due)).toBe(true)
  await passAssessment(a.t, slow, a.teacher)
  expect(await holds(slow, due)).toBe(false)
})
