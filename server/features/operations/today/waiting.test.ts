import { afterAll, beforeAll, expect, test } from "vitest"
import type { OperatorRole } from "#contract/identity/operators.ts"
import { maxGrantAlone } from "#contract/operations/people.ts"
import type { TodayTask } from "#contract/operations/today.ts"
import { type Academy, openAcademy } from "#server/testing/records/academy.ts"
import {
  buildApplicant,
  buildOperator,
  calls,
  openSlot,
  passAssessment,
} from "#server/testing/records/build-applicant.ts"
import type { TestApp } from "#server/testing/test-app.ts"
import { createToday } from "./service.ts"

let a: Academy
let t: TestApp

beforeAll(async () => {
  a = await openAcademy()
  ;({ t } = a)
})
afterAll(() => a.close())

/** What waits just now for a role, without what does not. */
async function waiting(role: OperatorRole = "admissions"): Promise<Partial<Record<TodayTask, number>>> {
  const { tasks } = await createToday(t.s)(role)
  return Object.fromEntries(tasks.flatMap(({ what, count }) => (count > 0 ? [[what, count]] : [])))
}

test("an applicant's way is counted wherever it waits for the academy", async () => {
  expect(await waiting()).toEqual({})
  const person = await t.signUp({ isVerified: true })
  const id = await buildApplicant(t, person)
  await passAssessment(t, person, a.teacher)
  expect(await waiting()).toEqual({ "without times": 1 })
  // A time that can no longer be booked is none.
  const near = await openSlot(t, a.teacher, 6)
  expect(await waiting()).toEqual({ "without times": 1 })
  await calls(t, a.teacher, ["DELETE", `/operators/admissions/slots/${near}`])
  const slotId = await openSlot(t, a.teacher, 72)
  expect(await waiting()).toEqual({})
  await calls(t, person, ["PUT", "/academy/interview"], { slotId, timeZone: "Africa/Lagos" })
  expect(await waiting()).toEqual({})
  const { startsAt } = await t.s.db
    .selectFrom("interviewSlots")
    .select("startsAt")
    .where("id", "=", slotId)
    .executeTakeFirstOrThrow()
  const after = (minutes: number) => a.clock.set(new Date(startsAt.getTime() + minutes * 60_000).toISOString())
  after(-60)
  expect(await waiting()).toEqual({ "interviews today": 1 })
  after(31)
  expect(await waiting()).toEqual({ "interviews over": 1 })
  await calls(t, a.teacher, ["POST", `/operators/admissions/applications/${id}/interview`], { outcome: "held" })
  expect(await waiting()).toEqual({ applications: 1 })
  await calls(t, a.teacher, ["POST", `/operators/admissions/applications/${id}/decision`], { outcome: "declined" })
  expect(await waiting()).toEqual({})
})

test("tasks to mark and tuition overdue are counted, and the list behind the number shows who it is", async () => {
  const learner = await a.learner("first")
  a.clock.set("2027-03-02T09:00:00Z")
  const lessonId = await a.study(learner, "task")
  await calls(t, learner, ["POST", `/learning/lessons/${lessonId}/submissions`], { text: "My page." }, 201)
  expect(await waiting()).toEqual({ tasks: 1 })
  a.clock.set("2027-04-03T09:00:00Z")
  expect(await waiting()).toEqual({ tasks: 1, tuition: 1, "quiet learners": 1 })
  const board = async () => calls(t, a.teacher, ["GET", "/operators/admissions/applications?tuition=overdue"])
  const { data } = await board()
  expect(data.map(({ email }: { email: string }) => email)).toEqual([learner.email])
  // What the support cannot open is not told to it.
  expect(await waiting("support")).toEqual({})
  a.clock.set("2027-03-31T09:00:00Z")
  expect((await board()).data).toEqual([])
})

test("a question that nobody answered waits for those who teach, and a learner who went quiet", async () => {
  const before = await waiting("content")
  const learner = await a.learner("first")
  const question = { cohortId: a.cohortId, title: "When?", text: "When does it begin?" }
  const { id } = (await calls(t, learner, ["POST", "/learning/discussions"], question, 201)).data
  const more = (kind: "questions" | "quiet learners") => (before[kind] ?? 0) + 1
  expect(await waiting("content")).toMatchObject({ questions: more("questions") })
  expect(await waiting("support")).not.toHaveProperty("questions")
  await calls(t, a.teacher, ["POST", `/learning/discussions/${id}/answers`], { text: "On Monday." }, 201)
  expect((await waiting("content")).questions).toBe(before.questions)
  const quiet = (await waiting("content"))["quiet learners"] ?? 0
  a.clock.set("2027-06-20T09:00:00Z")
  expect((await waiting("content"))["quiet learners"]).toBeGreaterThan(quiet)
})

test("open incidents, and credits asked of a second operator, wait for those who may act", async () => {
  const owner = await buildOperator(t, "owner")
  const support = await buildOperator(t, "support")
  const note = { title: "Mail is late", text: "Mails take ten minutes.", reason: "Seen on the page" }
  const { data: incident } = await calls(t, owner, ["POST", "/operators/incidents"], note, 201)
  expect(await waiting("support")).toEqual({ incidents: 1 })
  const over = { ...note, isOver: true, version: incident.version }
  await calls(t, owner, ["PUT", `/operators/incidents/${incident.id}`], over)
  expect(await waiting("support")).toEqual({})

  const person = await t.signUp({ isVerified: true })
  const grant = { credits: maxGrantAlone + 1, reason: "A prize of the academy" }
  const give: ["POST", string] = ["POST", `/operators/people/${person.accountId}/credits`]
  await calls(t, support, give, grant, 201)
  expect(await waiting("finance")).toEqual({ "credit requests": 1 })
  const asked: ["GET", string] = ["GET", "/operators/people?asked=1"]
  const names = (await calls(t, owner, asked)).data.map(({ id }: { id: string }) => id)
  expect(names).toEqual([person.accountId])
  await calls(t, a.teacher, asked, undefined, 403)
  await calls(t, owner, give, grant, 201)
  expect(await waiting("finance")).toEqual({})
  expect((await calls(t, owner, asked)).data).toEqual([])
})
