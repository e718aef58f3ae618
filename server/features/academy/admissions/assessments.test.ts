import { afterAll, beforeAll, expect, test } from "vitest"
import {
  buildApplicant,
  buildOperator,
  calls,
  journey,
  mailAbout,
  passAssessment,
  testClock,
} from "#server/testing/records/build-applicant.ts"
import { buildPhotos } from "#server/testing/records/build-records.ts"
import { filesAt, twoColours, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"
import { markByMachine } from "./assessments.ts"
import { questionOf } from "./questions.ts"
import { watchAdmissions } from "./watch-job.ts"

const clock = testClock("2026-12-01T09:00:00Z")

let t: TestApp
let operator: TestPerson

beforeAll(async () => {
  t = await openTestApp({ replace: { now: clock.now } })
  operator = await buildOperator(t)
})
afterAll(() => t.close())

async function begin() {
  const person = await t.signUp({ isVerified: true })
  const id = await buildApplicant(t, person)
  await until(async () => (await journey(t, person)).assessment?.state === "ready")
  const { data } = await calls(t, person, ["POST", "/academy/assessment"], {})
  const find = (kind: string) => data.questions.find((question: { kind: string }) => question.kind === kind)
  const save = (questionId: string, value: unknown, revision: number, status = 200, who = person) =>
    calls(
      t,
      who,
      ["PUT", `/academy/assessment/${data.id}/answers/${questionId}`],
      { value, revision } as object,
      status,
    )
  return { person, id, assessment: data, find, save }
}

test("keeps the newest answer whatever comes late, and shows it again after a reload", async () => {
  const { person, assessment, find, save } = await begin()
  const text = find("text")
  await save(text.id, "the second thought", 2)
  await save(text.id, "the first thought", 1)
  const again = (await calls(t, person, ["POST", "/academy/assessment"], {})).data
  expect(again).toMatchObject({ id: assessment.id, endsAt: assessment.endsAt })
  expect(again.answers).toEqual([{ questionId: text.id, value: "the second thought", revision: 2 }])
  expect(JSON.stringify(again)).not.toMatch(/isRight|guide/)
})

test("refuses what does not fit, other people's answers and other people's pictures", async () => {
  const { assessment, find, save, person } = await begin()
  const stranger = await t.signUp()
  await save(find("single").id, "z", 1, 400)
  await save(find("single").id, ["a"], 1, 400)
  await save(find("several").id, ["a", "a"], 1, 400)
  await save("no-such-question", "a", 1, 404)
  await save(find("single").id, "a", 1, 404, stranger)
  const [theirs] = await buildPhotos(t, stranger.accountId, { count: 1 })
  await save(find("file").id, theirs?.id, 1, 400)
  const [own] = await buildPhotos(t, person.accountId, { count: 1 })
  await save(find("file").id, own?.id, 1)
  await calls(t, stranger, ["POST", `/academy/assessment/${assessment.id}/hand-in`], {}, 404)
  await calls(t, stranger, ["GET", `/operators/admissions/assessments/${assessment.id}`], undefined, 403)
})

test("keeps a picture as it was handed in, and the newest alone", async () => {
  const { person, assessment, find, save } = await begin()
  const put = async (width: number, fileId: string) =>
    uploaded(t, await twoColours(width, 40).png().toBuffer(), { person, bucket: "images", name: "work.png", fileId })
  const kept = async () => {
    const { answers } = (await calls(t, person, ["POST", "/academy/assessment"], {})).data
    return answers.find(({ questionId }: { questionId: string }) => questionId === find("file").id).value
  }
  const widthOf = async (fileId: string, who: TestPerson) =>
    (await t.request("GET", filesAt("images", fileId), { person: who })).json().width
  await put(40, "work")
  await save(find("file").id, "work", 1)
  const first = await kept()
  await put(50, "better-work")
  await save(find("file").id, "better-work", 2)
  const second = await kept()
  await save(find("file").id, "work", 1)
  await save(find("file").id, second, 3)
  expect(await kept()).toBe(second)
  expect(await widthOf(first, operator)).toBeUndefined()
  await calls(t, person, ["POST", `/academy/assessment/${assessment.id}/hand-in`], {})

  const at = filesAt("images", second)
  expect((await t.request("DELETE", at, { person, body: {} })).statusCode).toBe(401)
  await t.request("DELETE", filesAt("images", "better-work"), { person, body: {} })
  await put(60, "better-work")
  expect(await widthOf(second, operator)).toBe(50)
  const marking = await calls(t, operator, ["GET", `/operators/admissions/assessments/${assessment.id}`])
  expect(JSON.stringify(marking.data)).toContain(second)
})

test("keeps no bytes of an answer that is older than the one that is there, however often it is sent", async () => {
  const { person, find, save } = await begin()
  for (const fileId of ["first-work", "other-work"]) {
    await uploaded(t, await twoColours(40, 40).png().toBuffer(), { person, bucket: "images", name: "a.png", fileId })
  }
  const left = async () => (await t.s.db.selectFrom("mediaOrphans").select("storageKey").execute()).length
  await save(find("file").id, "first-work", 5)
  const before = await left()
  for (let n = 0; n < 4; n++) await save(find("file").id, "other-work", 5)
  await Promise.all([6, 6, 6].map((revision) => save(find("file").id, "other-work", revision)))
  // The copy before it, unless the sweep was here.
  expect(await left()).toBeLessThanOrEqual(before + 1)
})

test("ends by the clock: two minutes late still count, and what was saved is handed in", async () => {
  const { person, find, save } = await begin()
  await save(find("text").id, "in time", 1)
  try {
    clock.set("2026-12-01T09:46:00Z")
    await save(find("text").id, "just late", 2)
    clock.set("2026-12-01T09:48:00Z")
    await save(find("text").id, "too late", 3, 409)
    await watchAdmissions.run(t.s, {}, new AbortController().signal)
    expect((await journey(t, person)).assessment.state).toBe("waiting_for_marks")
    await calls(t, person, ["POST", "/academy/assessment"], {}, 409)
  } finally {
    clock.set("2026-12-01T09:00:00Z")
  }
})

test("is marked, and allowed once more by an operator, with other words to write", async () => {
  const person = await t.signUp({ isVerified: true })
  const id = await buildApplicant(t, person)
  await passAssessment(t, person, operator)
  expect((await mailAbout(t, person, /is marked/)).text).toMatch(/\d+ of 34 points/)
  await calls(t, operator, ["POST", `/operators/admissions/applications/${id}/retake`], { note: "Try calmly." })
  expect((await journey(t, person)).assessment).toMatchObject({ state: "ready", attempt: 2 })
  await passAssessment(t, person, operator)
  // The try before stands beside the new one, with its marks.
  const { data: file } = await calls(t, operator, ["GET", `/operators/admissions/applications/${id}`])
  expect(file.earlierTries).toMatchObject([{ attempt: 1, points: expect.any(Number), maxPoints: 34 }])
  await calls(t, operator, ["POST", `/operators/admissions/applications/${id}/retake`], {}, 409)
})

test("a machine marks choices, and nothing that people wrote", () => {
  const single = questionOf("si-duplicate") ?? expect.fail()
  const several = questionOf("si-alarm") ?? expect.fail()
  expect([markByMachine(single, "b"), markByMachine(single, "a"), markByMachine(single, "")]).toEqual([2, 0, 0])
  expect(markByMachine(several, ["a", "b", "d"])).toBe(3)
  expect(markByMachine(several, ["a", "b"])).toBe(2)
  expect(markByMachine(several, ["a", "b", "c", "d", "e"])).toBe(1)
  expect(markByMachine(several, [])).toBe(0)
  const text = questionOf("si-explain") ?? expect.fail()
  expect([markByMachine(text, "It is a counter."), markByMachine(text, " ")]).toEqual([null, 0])
})
