import { afterAll, beforeAll, expect, test } from "vitest"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import { TodayTask, waitingKinds } from "#contract/operations/today.ts"
import { createToday } from "#server/features/operations/today/service.ts"
import { newId } from "#server/platform/ids.ts"
import { readCsv } from "#server/testing/read-csv.ts"
import { type Academy, openAcademy } from "#server/testing/records/academy.ts"
import { buildOperator, calls } from "#server/testing/records/build-applicant.ts"
import { filesAt, uploaded } from "#server/testing/records/uploads.ts"
import type { TestApp, TestPerson } from "#server/testing/test-app.ts"
import { insertSubmission } from "./progress-queries.ts"

let a: Academy
let t: TestApp
let owner: TestPerson
/** Of the cohort in which somebody learns, of another one of the same program, and of another program. */
let own: TestPerson
let sister: TestPerson
let stranger: TestPerson

const otherProgram = "systems_intergration"

beforeAll(async () => {
  a = await openAcademy()
  ;({ t } = a)
  owner = await buildOperator(t, "owner")
  const { data: cohorts } = await calls(t, owner, ["GET", "/operators/admissions/cohorts"])
  const { startsOn, applyBy, enrolBy } = cohorts.find(({ id }: { id: string }) => id === a.cohortId)
  const values = { startsOn, applyBy, enrolBy, seats: 5, fullScholarships: 0, partialScholarships: 0, isOpen: false }
  await calls(t, owner, ["POST", "/operators/admissions/cohorts"], { program: a.programId, values }, 201)
  const other = cohorts.find(({ programId }: { programId: string }) => programId === otherProgram)
  own = await teacherOf([a.cohortId])
  sister = await teacherOf([`${a.programId}-4`])
  stranger = await teacherOf([other.id])
})
afterAll(() => a.close())

/** Somebody whom an owner asked onto the team as a teacher of these cohorts. */
async function teacherOf(cohortIds: readonly string[]): Promise<TestPerson> {
  const body = { role: "teacher", cohortIds, reason: "Teaches this one" }
  const { data } = await calls(t, owner, ["POST", "/operators/team/invitations"], body, 201)
  const person = await t.signUp({ isVerified: true })
  const token = new URL(data.url).searchParams.get("token")
  await calls(t, person, ["POST", "/operators/claim"], { token })
  return person
}

const rowsOf = async (person: TestPerson, path: string) =>
  readCsv((await t.request("GET", `/operator/learning/${path}`, { person })).body).slice(1)

test("a teacher sees and marks the work of the own cohort, and its files by no other road", async () => {
  const learner = await a.learner()
  a.clock.set("2027-03-02T09:00:00Z")
  const lessonId = await a.study(learner, "task")
  const paper = Buffer.from("%PDF-1.7 a plan")
  const { $id: fileId } = await uploaded(t, paper, { person: learner, bucket: "documents", name: "plan.pdf" })
  const handIn = { text: "My plan.", files: [{ bucketId: "documents", fileId }] }
  const sent = await calls(t, learner, ["POST", `/learning/lessons/${lessonId}/submissions`], handIn, 201)

  const tasks: ["GET", string] = ["GET", "/operator/learning/submissions"]
  const seen = (await calls(t, own, tasks)).data
  expect(seen).toMatchObject([{ id: sent.data.id, text: "My plan." }])
  expect(await rowsOf(own, "submissions.csv")).toHaveLength(1)
  const waiting = async (person: TestPerson) => {
    const { tasks: kinds } = (await calls(t, person, ["GET", "/operators/today"])).data
    return kinds
  }
  expect(await waiting(own)).toEqual([
    { what: "tasks", count: 1 },
    { what: "questions", count: 0 },
    { what: "quiet learners", count: 0 },
    { what: "discussion reports", count: 0 },
  ])
  expect(TodayTask.options.filter((what) => mayOperate("teacher", waitingKinds[what].right))).toEqual([
    "tasks",
    "questions",
    "quiet learners",
    "discussion reports",
  ])
  const file = await t.request("GET", seen[0].files[0].url, { person: own })
  expect([file.statusCode, file.rawPayload]).toEqual([200, paper])
  // The file itself is shared with the roles that see every cohort, and with the learner.
  const stored = filesAt("documents", seen[0].files[0].fileId, "view?project=aworan")
  expect((await t.request("GET", stored, { person: a.teacher })).statusCode).toBe(200)
  expect((await t.request("GET", stored, { person: own })).statusCode).toBe(404)

  for (const other of [sister, stranger]) {
    expect((await calls(t, other, tasks)).data).toEqual([])
    expect(await rowsOf(other, "submissions.csv")).toEqual([])
    expect(await waiting(other)).toEqual([
      { what: "tasks", count: 0 },
      { what: "questions", count: 0 },
      { what: "quiet learners", count: 0 },
      { what: "discussion reports", count: 0 },
    ])
    expect((await t.request("GET", seen[0].files[0].url, { person: other })).statusCode).toBe(404)
    const answer = { state: "accepted", comment: "" }
    await calls(t, other, ["POST", `/operator/learning/submissions/${sent.data.id}`], answer, 404)
  }
  await calls(t, own, ["POST", `/operator/learning/submissions/${sent.data.id}`], { state: "accepted", comment: "" })
  expect((await createToday(t.s)("owner")).tasks).toContainEqual({ what: "tasks", count: 0 })
})

test("a teacher reads the lessons of the own programs, writes those, and sees their pictures through the lesson", async () => {
  const modulesOf = async (person: TestPerson) => (await calls(t, person, ["GET", "/operator/learning/modules"])).data
  const programs = (modules: readonly { programId: string | null }[]) => [
    ...new Set(modules.map(({ programId }) => programId)),
  ]
  const modules = await modulesOf(own)
  expect(programs(modules)).toEqual([null, a.programId])
  expect(programs(await modulesOf(stranger))).toEqual([null, otherProgram])
  expect(programs(await modulesOf(a.teacher))).toEqual([null, a.programId, otherProgram].toSorted())
  expect((await rowsOf(own, "modules.csv")).length).toBeLessThan((await rowsOf(a.teacher, "modules.csv")).length)

  const [scrum, ...rest] = modules
  const picture = await uploaded(t, Buffer.from("ID3 a voice"), { person: own, bucket: "documents", name: "voice.mp3" })
  const files = [{ bucketId: "documents", fileId: picture.$id, title: "Sound only" }]
  const lesson = { kind: "text", title: "Prices", minutes: 5, body: "Words.", accepts: [], videoUrl: "", questions: [] }
  const add = (person: TestPerson, moduleId: string, status: number) =>
    calls(t, person, ["POST", `/operator/learning/modules/${moduleId}/lessons`], { ...lesson, files }, status)
  const made = (await add(own, rest[0].id, 201)).data
  await add(own, scrum.id, 403)
  await add(stranger, rest[0].id, 404)
  const { id, version, kind: _k, moduleId: _m, position: _p, ...text } = made
  const change: ["PATCH", string] = ["PATCH", `/operator/learning/lessons/${id}`]
  await calls(t, stranger, change, { ...text, version }, 404)
  await calls(t, sister, change, { ...text, title: "Better prices", version })
  const address = `/learning/lessons/${id}/files/${picture.$id}`
  expect((await t.request("GET", address, { person: sister })).statusCode).toBe(200)
  expect((await t.request("GET", address, { person: stranger })).statusCode).toBe(403)
})

test("classes and news are those of the own cohort, and certificates and people are not a teacher's", async () => {
  const live = {
    ...{ title: "Questions", startsAt: "2027-03-04T15:00:00Z", minutes: 60, joinUrl: "https://meet.example.com/x" },
    cohortId: a.cohortId,
  }
  await calls(t, own, ["POST", "/operator/learning/classes"], live, 201)
  const calendar = async (person: TestPerson) => (await calls(t, person, ["GET", "/operator/learning/classes"])).data
  const { cohorts, classes } = await calendar(own)
  expect([cohorts.map(({ id }: { id: string }) => id), classes.length]).toEqual([[a.cohortId], 1])
  expect(await calendar(sister)).toMatchObject({ cohorts: [{ id: `${a.programId}-4` }], classes: [] })
  expect(await rowsOf(sister, "classes.csv")).toEqual([])
  await calls(t, sister, ["POST", "/operator/learning/classes"], live, 404)
  const path = `/operator/learning/classes/${classes[0].id}`
  const { cohortId: _, ...later } = { ...live, startsAt: "2027-06-04T16:00:00Z", which: "one", version: 0 }
  await calls(t, sister, ["PATCH", path], later, 404)
  await calls(t, sister, ["POST", `${path}/cancellation`], { which: "one" }, 404)
  const news = { cohortId: a.cohortId, title: "Tomorrow", body: "We begin at four." }
  await calls(t, sister, ["POST", "/operator/learning/announcements"], news, 404)
  await calls(t, own, ["POST", "/operator/learning/announcements"], news, 201)
  const told = async (person: TestPerson) => (await calls(t, person, ["GET", "/operator/learning/announcements"])).data
  const [announcement] = await told(own)
  expect([announcement, await told(sister)]).toMatchObject([{ ...news, version: 1, editedAt: "" }, []])
  const at = `/operator/learning/announcements/${announcement.id}`
  const changed = { title: "Today", body: "We begin at **five**.", version: 1 }
  await calls(t, sister, ["PATCH", at], changed, 404)
  await calls(t, own, ["PATCH", at], changed)
  expect(await calls(t, own, ["PATCH", at], changed, 409)).toMatchObject({ type: "version_changed" })
  expect(await told(own)).toMatchObject([{ title: "Today", version: 2 }])
  const learner = await a.learner()
  expect((await a.portalOf(learner)).announcements).toMatchObject([{ title: "Today" }])
  expect((await t.request("DELETE", at, { person: sister, body: {} })).statusCode).toBe(404)
  expect((await t.request("DELETE", at, { person: own, body: {} })).statusCode).toBe(204)
  expect((await a.portalOf(learner)).announcements).toEqual([])
  const reason = { reason: "Issued in error" }
  await calls(t, own, ["POST", "/operator/learning/certificates/AAAA-BBBB-CCCC/withdraw"], reason, 403)
  for (const closed of ["/operators/people", "/operators/admissions/applications", "/operators/admissions/cohorts"]) {
    await calls(t, own, ["GET", closed], undefined, 403)
  }
})

test("a teacher sees where each learner of the own cohort is, and who went quiet", async () => {
  const [quick, quiet] = [await a.learner(), await a.learner()]
  const path = (cohortId: string) => `/operator/learning/cohorts/${cohortId}/progress`
  const progress = async (person: TestPerson, cohortId = a.cohortId) =>
    (await calls(t, person, ["GET", path(cohortId)])).data
  const rowOf = async (learner: TestPerson) => {
    const { name } = await t.s.db
      .selectFrom("accounts")
      .select("name")
      .where("id", "=", learner.accountId)
      .executeTakeFirstOrThrow()
    return (await progress(own)).find((row: { name: string }) => row.name === name)
  }
  for (const [learner, name] of [
    [quick, "Quick Ade"],
    [quiet, "Quiet Obi"],
  ] as const) {
    await t.s.db.updateTable("accounts").set({ name }).where("id", "=", learner.accountId).execute()
  }
  // Before the first class nobody is quiet.
  a.clock.set("2027-02-25T09:00:00Z")
  expect(await rowOf(quiet)).toMatchObject({ done: 0, lastAt: "", quietDays: null })
  a.clock.set("2027-03-10T12:00:00Z")
  const task = await a.study(quick, "task")
  expect(await rowOf(quick)).toMatchObject({ isCompleted: false, waiting: 0, quietDays: 0 })
  expect((await rowOf(quick)).done).toBeGreaterThan(0)
  expect(await rowOf(quiet)).toMatchObject({ done: 0, quietDays: 9 })
  const names = (await progress(own)).map(({ name }: { name: string }) => name)
  expect(names.indexOf("Quiet Obi")).toBeLessThan(names.indexOf("Quick Ade"))
  expect(await rowsOf(own, `cohorts/${a.cohortId}/progress.csv`)).toHaveLength(names.length)
  // What is done in another program is none of this cohort's.
  const { id: elsewhere } = await t.s.db
    .selectFrom("lessons")
    .innerJoin("courseModules", "courseModules.id", "lessons.moduleId")
    .select("lessons.id")
    .where("programId", "=", otherProgram)
    .executeTakeFirstOrThrow()
  const work = {
    lessonId: elsewhere,
    accountId: quiet.accountId,
    text: "Mine",
    link: "",
    edition: 1,
    createdAt: a.clock.now(),
  }
  await insertSubmission(t.s.db, { ...work, id: newId() })
  expect(await rowOf(quiet)).toMatchObject({ waiting: 0, lastAt: "", quietDays: 9 })
  // A task was done when it was handed in, however late it is answered.
  const sent = await calls(t, quick, ["POST", `/learning/lessons/${task}/submissions`], { text: "My page." }, 201)
  expect(await rowOf(quick)).toMatchObject({ waiting: 1, quietDays: 0 })
  a.clock.set("2027-03-15T12:00:00Z")
  await calls(t, own, ["POST", `/operator/learning/submissions/${sent.data.id}`], { state: "accepted", comment: "" })
  expect(await rowOf(quick)).toMatchObject({ waiting: 0, lastAt: "2027-03-10T12:00:00.000Z", quietDays: 5 })
  expect(await progress(sister, `${a.programId}-4`)).toEqual([])
  for (const other of [sister, stranger]) await calls(t, other, ["GET", path(a.cohortId)], undefined, 404)
  await calls(t, a.teacher, ["GET", path("no-such-cohort")], undefined, 404)
})

test("cohorts are taken and given with the role, at once", async () => {
  const change = (cohortIds: readonly string[], status = 200, role = "teacher") => {
    const body = { role, cohortIds, reason: "Another cohort" }
    return calls(t, owner, ["PUT", `/operators/team/${stranger.accountId}`], body, status)
  }
  await change([], 400)
  await change(["no-such-cohort"], 400)
  await change([a.cohortId], 400, "support")
  await change([a.cohortId])
  await change([a.cohortId], 409)
  const { cohorts } = (await calls(t, stranger, ["GET", "/operator/learning/classes"])).data
  expect(cohorts.map(({ id }: { id: string }) => id)).toEqual([a.cohortId])
  const { data: team } = await calls(t, owner, ["GET", "/operators/team"])
  expect(team.find(({ id }: { id: string }) => id === stranger.accountId)).toMatchObject({
    ...{ role: "teacher", cohortIds: [a.cohortId] },
  })
  await change([], 200, "support")
  await change([a.cohortId], 200, "teacher")
  await calls(t, owner, ["POST", `/operators/team/${stranger.accountId}/removal`], { reason: "Went elsewhere" })
  await calls(t, stranger, ["GET", "/operator/learning/submissions"], undefined, 403)
})
