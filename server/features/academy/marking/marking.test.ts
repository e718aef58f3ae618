import { afterAll, beforeAll, expect, test } from "vitest"
import { claimMinutes } from "#contract/academy/marking-admin.ts"
import { type Academy, learnersBegin, openAcademy } from "#server/testing/records/academy.ts"
import {
  buildApplicant,
  buildOperator,
  calls,
  journey,
  passInterview,
} from "#server/testing/records/build-applicant.ts"
import type { TestApp, TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let a: Academy
let t: TestApp
let second: TestPerson

beforeAll(async () => {
  a = await openAcademy()
  ;({ t } = a)
  second = await buildOperator(t)
  for (const [person, name] of [
    [a.teacher, "Bola Ade"],
    [second, "Chi Eze"],
  ] as const) {
    await t.s.db.updateTable("accounts").set({ name }).where("id", "=", person.accountId).execute()
  }
})
afterAll(() => a.close())

test("who turns to a task is told who marks it already, for a while, and the list says so", async () => {
  const learner = await a.learner()
  a.clock.set("2027-03-02T09:00:00Z")
  const lessonId = await a.study(learner, "task")
  const sent = await calls(t, learner, ["POST", `/learning/lessons/${lessonId}/submissions`], { text: "A page" }, 201)
  const at = `/operator/learning/submissions/${sent.data.id}`
  const claim = async (person: TestPerson) => (await calls(t, person, ["POST", `${at}/claim`], {})).data.claimedBy
  const listed = async (person: TestPerson) => {
    const { data } = await calls(t, person, ["GET", "/operator/learning/submissions"])
    return data.find(({ id }: { id: string }) => id === sent.data.id)?.claimedBy
  }
  expect([await listed(second), await claim(a.teacher), await claim(a.teacher)]).toEqual(["", "", ""])
  expect([await claim(second), await listed(second), await listed(a.teacher)]).toEqual(["Bola Ade", "Bola Ade", ""])
  a.clock.set(new Date(Date.parse("2027-03-02T09:00:00Z") + claimMinutes * 60_000).toISOString())
  expect([await listed(second), await claim(second), await claim(a.teacher)]).toEqual(["", "", "Chi Eze"])
  // It holds nobody back, and what is marked is nobody's to mark.
  await a.mark(sent.data.id, { state: "again", comment: "Two pages, please." })
  await calls(t, second, ["POST", at], { state: "accepted", comment: "" }, 404)
  expect(await t.s.db.selectFrom("markingClaims").select("subject").execute()).toEqual([])
  await calls(t, learner, ["POST", `${at}/claim`], {}, 403)
  await calls(t, second, ["POST", "/operator/learning/submissions/nothing/claim"], {}, 404)
})

test("an assessment is claimed likewise", async () => {
  a.clock.set(learnersBegin)
  const person = await t.signUp({ isVerified: true })
  await buildApplicant(t, person)
  await until(async () => (await journey(t, person)).assessment?.state === "ready")
  const { data } = await calls(t, person, ["POST", "/academy/assessment"], {})
  const at = `/operators/admissions/assessments/${data.id}`
  await calls(t, second, ["POST", `${at}/claim`], {}, 404)
  // Words wait for a person; what is left blank does not.
  const { id: questionId } = data.questions.find(({ kind }: { kind: string }) => kind === "text")
  const answer = { value: "Because the owner can check it.", revision: 1 }
  await calls(t, person, ["PUT", `/academy/assessment/${data.id}/answers/${questionId}`], answer)
  await calls(t, person, ["POST", `/academy/assessment/${data.id}/hand-in`], {})
  expect((await calls(t, a.teacher, ["POST", `${at}/claim`], {})).data).toEqual({ claimedBy: "" })
  expect((await calls(t, second, ["POST", `${at}/claim`], {})).data).toEqual({ claimedBy: "Bola Ade" })
  expect((await calls(t, second, ["GET", at])).data.claimedBy).toBe("Bola Ade")
  const { data: list } = await calls(t, second, ["GET", "/operators/admissions/assessments"])
  expect(list.find(({ id }: { id: string }) => id === data.id)?.claimedBy).toBe("Bola Ade")
})

test("notes and score of an interview, and who took each step, stand on the application and nowhere else", async () => {
  a.clock.set(learnersBegin)
  const person = await t.signUp({ isVerified: true })
  const id = await buildApplicant(t, person)
  const notes = { remarks: "Knows the shop", score: 4 }
  const path = `/operators/admissions/applications/${id}`
  await passInterview(t, person, second, id, notes)
  const file = (await calls(t, a.teacher, ["GET", path])).data
  expect(file.interviewsOver).toMatchObject([{ outcome: "held", by: "Chi Eze", ...notes }])
  expect(file.steps.at(-1)).toMatchObject({ status: "interviewed", actor: "operator", operator: "Chi Eze" })
  const own = JSON.stringify(await journey(t, person))
  for (const secret of ["Knows the shop", "Chi Eze"]) expect(own).not.toContain(secret)
  await calls(t, second, ["POST", `${path}/interview`], { outcome: "held", score: 6 }, 400)
})
