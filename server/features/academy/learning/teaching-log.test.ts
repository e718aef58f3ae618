import { afterAll, beforeAll, expect, test } from "vitest"
import type { StaffModule } from "#contract/academy/teaching.ts"
import { readCsv } from "#server/testing/read-csv.ts"
import { type Academy, openAcademy } from "#server/testing/records/academy.ts"
import { calls } from "#server/testing/records/build-applicant.ts"

let a: Academy

beforeAll(async () => {
  a = await openAcademy()
})
afterAll(() => a.close())

/** Lines of the log about teaching, oldest first. */
function readLines() {
  return a.t.s.db
    .selectFrom("operatorLog")
    .select(["action", "operatorId", "subjectId", "reason", "detail", "ip"])
    .where("action", "~", "^(lessons|tasks|classes|announcements|certificates)[.]")
    .orderBy("id")
    .execute()
}

/** An answered task, a certificate, a lesson and a class that are there already. */
async function prepare() {
  const { t, teacher } = a
  const learner = await a.learner()
  const modules = (await calls(t, teacher, ["GET", "/operator/learning/modules"])).data
  const lessons = (modules as StaffModule[]).flatMap((one) => one.lessons)
  const [lesson, task] = ["text", "task"].map((wanted) => lessons.find(({ kind }) => kind === wanted))
  if (!lesson || !task) throw new Error("the courses have texts and tasks")
  await t.s.db
    .insertInto("taskSubmissions")
    .values({
      id: "sent",
      accountId: learner.accountId,
      lessonId: task.id,
      state: "handed_in",
      text: "My page.",
      link: "",
      comment: "",
      markedBy: null,
      markedAt: null,
      createdAt: t.s.now(),
    })
    .execute()
  const enrolment = await t.s.db.selectFrom("enrolments").select("id").executeTakeFirstOrThrow()
  await t.s.db
    .insertInto("certificates")
    .values({
      code: "TEST-TEST-TEST",
      accountId: learner.accountId,
      enrolmentId: enrolment.id,
      name: "Ada",
      programName: "Systems",
      cohort: 3,
      issuedAt: t.s.now(),
      withdrawnAt: null,
    })
    .execute()
  return { learner, submissionId: "sent", moduleId: modules[0].id, lesson }
}

test("what a teacher changes has one line of the log: who, what, before and after; a refused call has none", async () => {
  const { t, teacher, cohortId } = a
  const { learner, submissionId, moduleId, lesson } = await prepare()
  const classOf = async (): Promise<string> =>
    (await t.s.db.selectFrom("liveClasses").select("id").executeTakeFirst())?.id ?? "none"
  const { id: _, moduleId: __, position: ___, ...text } = lesson
  const live = {
    cohortId,
    title: "Week one",
    startsAt: "2027-03-02T17:00:00Z",
    minutes: 60,
    joinUrl: "https://m.example/x",
  }
  const news = { cohortId, title: "Welcome", body: "Bring a photo." }
  const reason = "Issued by mistake"
  const submission = `/operator/learning/submissions/${submissionId}`
  const certificate = "/operator/learning/certificates/TEST-TEST-TEST/withdraw"
  const subjectId = learner.accountId
  const table = [
    [
      "POST",
      () => `/operator/learning/modules/${moduleId}/lessons`,
      { ...text, title: "A new one" },
      201,
      {
        ...{ action: "lessons.add", detail: { about: "A new one", after: { title: "A new one", moduleId } } },
      },
    ],
    [
      "PATCH",
      () => `/operator/learning/lessons/${lesson.id}`,
      { ...text, title: "Told anew" },
      200,
      {
        action: "lessons.change",
        detail: { about: lesson.title, before: { title: lesson.title }, after: { title: "Told anew" } },
      },
    ],
    [
      "POST",
      () => submission,
      { state: "accepted", comment: "Good" },
      200,
      {
        ...{ action: "tasks.mark", subjectId, reason: "Good", detail: { before: "handed_in", after: "accepted" } },
      },
    ],
    [
      "POST",
      () => "/operator/learning/classes",
      live,
      201,
      {
        ...{ action: "classes.add", detail: { about: live.title, after: live } },
      },
    ],
    [
      "PATCH",
      async () => `/operator/learning/classes/${await classOf()}`,
      { ...live, cohortId: undefined, title: "Week two", which: "one", version: 0 },
      200,
      {
        ...{
          action: "classes.change",
          detail: { about: "Week two", before: { title: live.title }, after: { title: "Week two" } },
        },
      },
    ],
    [
      "POST",
      async () => `/operator/learning/classes/${await classOf()}/cancellation`,
      { which: "one" },
      200,
      {
        ...{ action: "classes.remove", detail: { about: "Week two", before: { title: "Week two", cohortId } } },
      },
    ],
    [
      "POST",
      () => "/operator/learning/announcements",
      news,
      201,
      {
        ...{ action: "announcements.add", detail: { about: news.title, after: news } },
      },
    ],
    [
      "POST",
      () => certificate,
      { reason },
      200,
      {
        action: "certificates.withdraw",
        subjectId,
        reason,
        detail: { about: "TEST-TEST-TEST", before: "valid", after: "withdrawn" },
      },
    ],
  ] as const
  const before = (await readLines()).length
  for (const [index, [method, pathOf, body, status, line]] of table.entries()) {
    const reply = await t.request(method, await pathOf(), { person: teacher, ...(body ? { body } : {}) })
    expect([line.action, reply.statusCode]).toEqual([line.action, status])
    const lines = (await readLines()).slice(before)
    expect([line.action, lines.length]).toEqual([line.action, index + 1])
    expect(lines.at(-1)).toMatchObject({ operatorId: teacher.accountId, ip: "127.0.0.1", ...line })
  }
  const changed = (await readLines()).find(({ action }) => action === "lessons.change")
  expect(changed?.detail).toEqual({
    about: lesson.title,
    lesson: lesson.id,
    ...{ before: { title: lesson.title }, after: { title: "Told anew" } },
  })

  for (const [method, path, body] of [
    ["POST", "/operator/learning/modules/nothing/lessons", text],
    ["PATCH", "/operator/learning/lessons/nothing", text],
    ["POST", submission, { state: "accepted", comment: "Again" }],
    ["POST", "/operator/learning/classes", { ...live, cohortId: "nothing" }],
    ["POST", "/operator/learning/classes/nothing/cancellation", { which: "one" }],
    ["POST", "/operator/learning/announcements", { ...news, cohortId: "nothing" }],
    ["POST", certificate, { reason }],
  ] as const) {
    await calls(t, teacher, [method, path], body, 404)
  }
  expect(await readLines()).toHaveLength(before + table.length)
})

test("tasks that wait, lessons and classes come as tables, to those who teach", async () => {
  const { t, teacher, cohortId } = a
  const learner = await a.learner()
  const modules: StaffModule[] = (await calls(t, teacher, ["GET", "/operator/learning/modules"])).data
  const [task] = modules.flatMap(({ lessons }) => lessons).filter(({ kind }) => kind === "task")
  if (!task) throw new Error("the courses have tasks")
  const values = { accountId: learner.accountId, lessonId: task.id, createdAt: t.s.now() }
  await t.s.db
    .insertInto("taskSubmissions")
    .values({
      ...values,
      id: "waits",
      state: "handed_in",
      text: "=1+1",
      link: "https://shop.example/x",
      comment: "",
      markedBy: null,
      markedAt: null,
    })
    .execute()
  const startsAt = new Date("2027-03-02T17:00:00Z")
  const live = { id: "class-1", cohortId, title: "Week one, part two", startsAt, minutes: 60 }
  await t.s.db
    .insertInto("liveClasses")
    .values({ ...live, joinUrl: "https://m.example/x" })
    .execute()
  await t.s.db
    .insertInto("classAttendance")
    .values({ classId: live.id, accountId: learner.accountId, joinedAt: startsAt })
    .execute()

  const read = async (list: string, person = teacher): Promise<string[]> => {
    const reply = await t.request("GET", `/operator/learning/${list}.csv`, { person })
    if (reply.statusCode !== 200) return [String(reply.statusCode)]
    expect(reply.headers["content-type"]).toBe("text/csv; charset=utf-8")
    return readCsv(reply.body).map((cells) => cells.join(","))
  }
  const { name } = await t.s.db
    .selectFrom("accounts")
    .select("name")
    .where("id", "=", learner.accountId)
    .executeTakeFirstOrThrow()
  const tasks = await read("submissions")
  expect(tasks[0]).toBe("id,handed in,learner,program,lesson,text,link,files")
  expect(tasks.filter((line) => line.startsWith("waits,"))).toEqual([
    expect.stringMatching(new RegExp(`,${name},.*,'=1\\+1,https://shop\\.example/x,0$`)),
  ])
  expect(await read("classes")).toEqual([
    "id,starts,minutes,program,cohort,title,came",
    expect.stringMatching(new RegExp(`^class-1,2027-03-02T17:00:00.000Z,60,.*,3,Week one, part two,${name}$`)),
  ])
  const lessons = await read("modules")
  expect(lessons).toHaveLength(1 + modules.flatMap((module) => module.lessons).length)
  expect(lessons.some((line) => line.startsWith(`${task.id},`))).toBe(true)
  for (const list of ["submissions", "classes", "modules"]) expect(await read(list, learner)).toEqual(["403"])
})
