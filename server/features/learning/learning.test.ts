import { unzipSync } from "fflate"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { lockAccount } from "#server/features/accounts/service.ts"
import { enrolmentOf } from "#server/features/admissions/service.ts"
import { newId } from "#server/platform/ids.ts"
import { buildApplicant, buildOperator, calls, enrol, testClock } from "#server/testing/build-applicant.ts"
import { buildPhotos } from "#server/testing/build-records.ts"
import { holdOpen, untilWaiting } from "#server/testing/locks.ts"
import { check, orderFor, play } from "#server/testing/payments.ts"
import { readCode } from "#server/testing/read-code.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { isPostgres } from "#server/testing/test-database.ts"
import { insertSubmission } from "./progress-queries.ts"
import { tuitionItem } from "./tuition-item.ts"

const clock = testClock("2026-12-01T09:00:00Z")
const cohortId = "strategy_and_consulting-3"
const programId = "strategy_and_consulting"

let t: TestApp
let teacher: TestPerson

beforeAll(async () => {
  t = await openTestApp({ replace: { now: clock.now } })
  teacher = await buildOperator(t)
  const values = {
    ...{ startsOn: "2027-03-01", applyBy: "2027-02-01", enrolBy: "2027-02-20" },
    ...{ seats: 30, fullScholarships: 1, partialScholarships: 2, isOpen: true },
  }
  await calls(t, teacher, ["PUT", `/operators/admissions/cohorts/${cohortId}`], { values })
})
afterAll(() => t.close())

async function learner(part: "full" | "first" = "full"): Promise<TestPerson> {
  clock.set("2026-12-01T09:00:00Z")
  const person = await t.signUp({ isVerified: true })
  const id = await buildApplicant(t, person, { programId })
  await enrol(t, { person, operator: teacher, id }, part)
  return person
}

const portalOf = async (person: TestPerson) => (await calls(t, person, ["GET", "/learning"])).data
const done = (person: TestPerson, lessonIds: string[]) =>
  calls(t, person, ["POST", "/learning/progress"], { lessonIds })

interface Summary {
  id: string
  kind: string
  title: string
  isDone: boolean
  lock: string | null
}
interface Module {
  id: string
  isElective: boolean
  lessons: Summary[]
}

async function modulesOf(person: TestPerson): Promise<Module[]> {
  return (await portalOf(person)).phases.flatMap((phase: { modules: Module[] }) => phase.modules)
}

/** Does lesson after lesson as far as they open; hands tasks in and has them accepted. */
async function study(person: TestPerson): Promise<void> {
  for (;;) {
    const lessons = (await modulesOf(person)).flatMap((module) => module.lessons)
    const lesson = lessons.find(({ isDone, lock }) => !isDone && lock === null)
    if (!lesson) return
    if (lesson.kind === "text") await done(person, [lesson.id])
    else if (lesson.kind === "quiz") await passQuiz(person, lesson.id)
    else await passTask(person, lesson.id)
  }
}

async function passQuiz(person: TestPerson, id: string): Promise<void> {
  const { questions } = (await calls(t, person, ["GET", `/learning/lessons/${id}`])).data
  const wrong = await calls(t, person, ["POST", `/learning/lessons/${id}/quiz`], { answers: questions.map(() => 7) })
  const right = wrong.data.answers.map((answer: { right: number }) => answer.right)
  const result = await calls(t, person, ["POST", `/learning/lessons/${id}/quiz`], { answers: right })
  expect(result.data).toMatchObject({ isPassed: true, right: questions.length })
}

async function passTask(person: TestPerson, id: string): Promise<void> {
  const sent = await calls(t, person, ["POST", `/learning/lessons/${id}/submissions`], { text: "My page." }, 201)
  await mark(sent.data.id, { state: "accepted", comment: "Well observed." })
}

const mark = (id: string, body: object, status = 200) =>
  calls(t, teacher, ["POST", `/operator/learning/submissions/${id}`], body, status)

describe("the study kit", () => {
  test("is for applicants, the resources for those who are admitted", async () => {
    const person = await t.signUp({ isVerified: true })
    await calls(t, person, ["GET", "/learning/study-kit"], undefined, 403)
    expect((await t.request("GET", "/study-kits/study-kit.pdf", { person })).statusCode).toBe(403)
    expect((await t.request("GET", "/study-kits/study-kit.pdf")).statusCode).toBe(401)
    await buildApplicant(t, person, { programId })
    const { data } = await calls(t, person, ["GET", "/learning/study-kit"])
    for (const { url, byteSize } of [...data.files, ...data.lesson.versions]) {
      const file = await t.request("GET", url, { person })
      expect([url, file.statusCode, file.rawPayload.length]).toEqual([url, 200, byteSize])
      expect(byteSize).toBeLessThan(700_000)
    }
    await calls(t, person, ["POST", "/learning/study-kit/kit/read"], {})
    await calls(t, person, ["POST", "/learning/study-kit/nothing/read"], {}, 404)
    expect((await calls(t, person, ["GET", "/learning/study-kit"])).data.files[0].isRead).toBe(true)
    await calls(t, person, ["GET", "/learning/resources"], undefined, 403)
    expect((await t.request("GET", "/program-resources/handbook.pdf", { person })).statusCode).toBe(403)
    expect((await t.request("GET", "/study-kits/..%2f..%2froutes.ts", { person })).statusCode).toBe(404)
  })

  test("is a tagged PDF with its title and embedded letters", async () => {
    const file = await t.request("GET", "/study-kits/study-kit.pdf", { person: teacher })
    const text = file.rawPayload.toString("latin1")
    expect(file.headers["content-type"]).toBe("application/pdf")
    expect(text).toMatch(/^%PDF-1\.7/)
    for (const part of ["/MarkInfo", "/StructTreeRoot", "/Outlines", "/FontFile2", "/Lang (en)"])
      expect(text).toContain(part)
  })
})

describe("the portal", () => {
  test("opens lessons by order, by date and by tuition, also for those who ask for them directly", async () => {
    const person = await learner("first")
    const [scrum, first, second] = await modulesOf(person)
    expect(scrum?.lessons.map(({ lock }) => lock)).toEqual([null, "order", "order", "order"])
    expect(first?.lessons[0]?.lock).toBe("order")
    expect(second).toMatchObject({ isOpen: false, lessons: [] })
    await calls(t, person, ["GET", `/learning/lessons/${first?.lessons[0]?.id}`], undefined, 409)
    const forged = await done(person, [first?.lessons[0]?.id ?? "", "nothing"])
    expect(forged.data.done).toEqual([])
    expect(forged.data.refused).toHaveLength(2)
    clock.set("2027-04-20T09:00:00Z")
    const late = await portalOf(person)
    expect(late).toMatchObject({ tuition: "locked", next: { kind: "tuition" } })
    const [, locked] = late.phases.flatMap((phase: { modules: Module[] }) => phase.modules)
    expect(locked.lessons[0].lock).toBe("tuition")
  })

  test("takes what was read without a connection, in order, and what is done stays done", async () => {
    const person = await learner()
    const ids = (await modulesOf(person))[0]?.lessons.map(({ id }) => id) ?? []
    const { data } = await done(person, ids)
    expect(data.done).toEqual(ids.slice(0, 3))
    expect(data.refused).toEqual([{ lessonId: ids[3], reason: "A quiz is passed, and a task is accepted." }])
    await done(person, ids.slice(0, 3))
    expect((await portalOf(person)).progress.done).toBe(3)
    const stranger = await t.signUp({ isVerified: true })
    await calls(t, stranger, ["GET", "/learning"], undefined, 403)
    await calls(t, stranger, ["POST", "/learning/progress"], { lessonIds: ids }, 403)
  })

  test("keeps a learner's own notes beside lessons that are open, for nobody else", async () => {
    const [person, other] = [await learner(), await learner()]
    const [first, second] = (await modulesOf(person))[0]?.lessons ?? []
    const note = (who: TestPerson, id: string | undefined, text: string, status = 200) =>
      calls(t, who, ["PUT", `/learning/lessons/${id}/note`], { text }, status)
    const noteOf = async (who: TestPerson) => (await calls(t, who, ["GET", `/learning/lessons/${first?.id}`])).data.note
    expect(await noteOf(person)).toBe("")
    await note(person, first?.id, "  Ask Bola about short rounds ")
    await note(person, first?.id, "Ask Bola about rounds\n₦ per week")
    expect(await noteOf(person)).toBe("Ask Bola about rounds\n₦ per week")
    expect(await noteOf(other)).toBe("")
    const copy = unzipSync((await t.request("GET", "/v1/account/export", { person })).rawPayload)
    const { notes } = JSON.parse(Buffer.from(copy["learning.json"] ?? []).toString())
    expect(notes).toMatchObject([{ lessonId: first?.id, text: "Ask Bola about rounds\n₦ per week" }])
    await note(person, second?.id, "too early", 409)
    await note(person, "nothing", "nowhere", 404)
    await note(person, first?.id, "x".repeat(10_001), 400)
    await note(await t.signUp({ isVerified: true }), first?.id, "not mine", 403)
    await note(person, first?.id, " ")
    expect(await noteOf(person)).toBe("")
  })

  test("shows no right answers before a quiz is answered, and wants one for each question", async () => {
    const person = await learner()
    const scrum = (await modulesOf(person))[0]?.lessons ?? []
    await done(
      person,
      scrum.slice(0, 3).map(({ id }) => id),
    )
    const quiz = scrum[3]?.id ?? ""
    const { data } = await calls(t, person, ["GET", `/learning/lessons/${quiz}`])
    expect(JSON.stringify(data.questions)).not.toMatch(/right|because/)
    await calls(t, person, ["POST", `/learning/lessons/${quiz}/quiz`], { answers: [0] }, 400)
    const failed = await calls(t, person, ["POST", `/learning/lessons/${quiz}/quiz`], { answers: [7, 7, 7, 7] })
    expect(failed.data).toMatchObject({ right: 0, isPassed: false })
    expect((await portalOf(person)).progress.done).toBe(3)
  })
})

describe("a task", () => {
  test("waits for a person, comes back with a comment, and is accepted once", async () => {
    const person = await learner()
    await study(person)
    const modules = await modulesOf(person)
    expect(modules[0]?.lessons.every(({ isDone }) => isDone)).toBe(true)
    const task = modules[1]?.lessons.find(({ kind }) => kind === "task")
    expect(task?.isDone).toBe(true)
    const again = `/learning/lessons/${task?.id}/submissions`
    await calls(t, person, ["POST", again], { text: "Once more" }, 409)
  })

  test("is refused when it is empty or names other people's files; what teachers read is theirs to see only", async () => {
    const [person, other] = [await learner(), await learner()]
    const [theirs] = await buildPhotos(t, other.accountId, { count: 1 })
    const [own] = await buildPhotos(t, person.accountId, { count: 1 })
    const scrum = (await modulesOf(person))[0]?.lessons ?? []
    await done(
      person,
      scrum.slice(0, 3).map(({ id }) => id),
    )
    await passQuiz(person, scrum[3]?.id ?? "")
    const lessons = (await modulesOf(person))[1]?.lessons ?? []
    for (const { id, kind } of lessons.slice(0, 4)) await (kind === "quiz" ? passQuiz(person, id) : done(person, [id]))
    const task = lessons[4]?.id ?? ""
    const path = `/learning/lessons/${task}/submissions`
    const files = (fileId = "") => ({ files: [{ bucketId: "images", fileId }] })
    await calls(t, person, ["POST", path], {}, 400)
    await calls(t, person, ["POST", path], { link: "javascript:alert(1)" }, 400)
    await calls(t, person, ["POST", path], files(theirs?.id), 400)
    const sent = await calls(t, person, ["POST", path], { text: "One page", ...files(own?.id) }, 201)
    const waiting = (await calls(t, teacher, ["GET", "/operator/learning/submissions"])).data
    expect(waiting.find(({ id }: { id: string }) => id === sent.data.id)).toMatchObject({
      text: "One page",
      files: [{ fileId: own?.id }],
      programName: "Strategy & Consulting",
    })
    await calls(t, person, ["GET", "/operator/learning/submissions"], undefined, 403)
    await mark(sent.data.id, { state: "again", comment: "" }, 400)
    await mark(sent.data.id, { state: "again", comment: "Score all five." })
    await mark(sent.data.id, { state: "accepted", comment: "" }, 404)
    const seen = (await calls(t, person, ["GET", `/learning/lessons/${task}`])).data
    expect(seen.submissions[0]).toMatchObject({ state: "again", comment: "Score all five." })
    await passTask(person, task)
    expect((await calls(t, person, ["GET", `/learning/lessons/${task}`])).data.isDone).toBe(true)
  })
})

test("a live class opens its door on its day, for its cohort, and notes who came", async () => {
  const person = await learner()
  const body = {
    title: "First class",
    startsAt: "2027-03-01T17:00:00Z",
    minutes: 90,
    joinUrl: "https://meet.example.com/a",
  }
  await calls(t, teacher, ["POST", "/operator/learning/classes"], { ...body, cohortId: "nothing" }, 404)
  await calls(t, teacher, ["POST", "/operator/learning/classes"], { ...body, cohortId }, 201)
  await calls(
    t,
    teacher,
    ["POST", "/operator/learning/announcements"],
    { cohortId, title: "Hello", body: "**Welcome**" },
    201,
  )
  const portal = await portalOf(person)
  expect(portal.announcements[0]).toMatchObject({ title: "Hello", blocks: [{ kind: "paragraph" }] })
  const [live] = portal.classes
  expect(live).toMatchObject({ title: "First class", isOpen: false })
  expect(JSON.stringify(portal)).not.toContain("meet.example.com")
  const join = `/learning/classes/${live.id}/join`
  await calls(t, person, ["POST", join], {}, 409)
  clock.set("2027-03-01T16:50:00Z")
  expect((await portalOf(person)).next).toMatchObject({ kind: "class" })
  expect((await calls(t, person, ["POST", join], {})).data).toEqual({ joinUrl: body.joinUrl })
  const { classes } = (await calls(t, teacher, ["GET", "/operator/learning/classes"])).data
  expect(classes.find(({ id }: { id: string }) => id === live.id).attended).toEqual(["Ada Obi"])
  clock.set("2027-03-01T18:31:00Z")
  await calls(t, person, ["POST", join], {}, 409)
})

test("teaching staff write lessons; what they write runs nothing", async () => {
  const { data: modules } = await calls(t, teacher, ["GET", "/operator/learning/modules"])
  const module = modules.find(({ lessons }: { lessons: unknown[] }) => lessons.length === 0)
  const path = `/operator/learning/modules/${module.id}/lessons`
  const lesson = {
    kind: "text",
    title: "The budget",
    minutes: 10,
    body: "## One page",
    accepts: [],
    videoUrl: "",
    questions: [],
  }
  await calls(t, teacher, ["POST", path], { ...lesson, kind: "quiz" }, 400)
  await calls(t, teacher, ["POST", path], { ...lesson, kind: "task" }, 400)
  await calls(t, teacher, ["POST", path], { ...lesson, title: "" }, 400)
  const { data } = await calls(t, teacher, ["POST", path], lesson, 201)
  const { kind: _, ...change } = { ...lesson, title: "A budget" }
  expect((await calls(t, teacher, ["PATCH", `/operator/learning/lessons/${data.id}`], change)).data.title).toBe(
    "A budget",
  )
  const preview = await calls(t, teacher, ["POST", "/operator/learning/preview"], { text: "<script>x</script>**a**" })
  expect(JSON.stringify(preview.data)).not.toContain("script")
  const support = await buildOperator(t, "support")
  await calls(t, support, ["POST", path], lesson, 403)
  await t.s.db.deleteFrom("lessons").where("id", "=", data.id).execute()
})

/** Gives every module of the program a lesson, as teaching staff do while the cohort learns. */
async function writeLessons(): Promise<void> {
  const { data: modules } = await calls(t, teacher, ["GET", "/operator/learning/modules"])
  const own = modules.filter((module: { programId: string }) => module.programId === programId)
  for (const module of own.filter(({ lessons }: { lessons: unknown[] }) => lessons.length === 0)) {
    const lesson = {
      kind: "text",
      title: "A lesson",
      minutes: 5,
      body: "Words.",
      accepts: [],
      videoUrl: "",
      questions: [],
    }
    await calls(t, teacher, ["POST", `/operator/learning/modules/${module.id}/lessons`], lesson, 201)
  }
}

describe("the certificate", () => {
  test("comes when everything required is done and paid, is checked by anybody, and can be withdrawn", async () => {
    const person = await learner()
    await writeLessons()
    await study(person)
    expect((await portalOf(person)).certificate).toBeNull()
    clock.set("2027-08-01T09:00:00Z")
    await study(person)
    const portal = await portalOf(person)
    expect(portal.progress.done).toBe(portal.progress.all)
    const { code } = portal.certificate
    const certificate = (await t.request("GET", `/certificates/${code}`)).json().data
    expect(certificate).toMatchObject({
      name: "Ada Obi",
      programName: "Strategy & Consulting",
      cohort: 3,
      isWithdrawn: false,
    })
    const pdf = await t.request("GET", `/certificates/${code}/certificate.pdf`)
    expect(readCode(pdf.rawPayload)).toBe(certificate.url)
    expect((await enrolmentOf(t.s.db, person.accountId))?.status).toBe("completed")
    const copy = unzipSync((await t.request("GET", "/v1/account/export", { person })).rawPayload)
    const json = (name: string) => JSON.parse(Buffer.from(copy[name] ?? []).toString())
    expect(json("learning.json").certificates).toMatchObject([{ code, programName: "Strategy & Consulting" }])
    expect(json("admissions.json").enrolments).toMatchObject([{ status: "completed", payments: [{ part: "full" }] }])
    await calls(t, person, ["POST", `/operator/learning/certificates/${code}/withdraw`], { because: "I say so" }, 403)
    await calls(t, teacher, ["POST", `/operator/learning/certificates/${code}/withdraw`], {
      because: "Issued in error",
    })
    expect((await t.request("GET", `/certificates/${code}`)).json().data.isWithdrawn).toBe(true)
    expect((await t.request("GET", `/certificates/${code}/certificate.pdf`)).statusCode).toBe(409)
    expect((await t.request("GET", "/certificates/ABCD-EFGH-JKLM")).statusCode).toBe(404)
  })

  /** Pays a part of the tuition at the provider that this machine plays. */
  async function pay(person: TestPerson, enrolmentId: string, part: string): Promise<void> {
    const { tx_ref } = await orderFor(t, person, `tuition:${enrolmentId}:${part}`)
    const transaction_id = await play(t, tx_ref, { outcome: "success", notices: 0 })
    expect(await check(t, person, tx_ref, { transaction_id })).toMatchObject({ status: "paid" })
  }

  test("comes when paying the last instalment is the last step", async () => {
    const person = await learner("first")
    await writeLessons()
    const enrolmentId = (await enrolmentOf(t.s.db, person.accountId))?.id ?? ""
    await pay(person, enrolmentId, "second")
    clock.set("2027-05-03T09:00:00Z")
    await study(person)
    const before = await portalOf(person)
    expect(before).toMatchObject({ tuition: "grace", certificate: null })
    expect(before.progress.done).toBe(before.progress.all)
    await pay(person, enrolmentId, "third")
    expect((await portalOf(person)).certificate).toMatchObject({ isWithdrawn: false })
  })

  test.runIf(isPostgres())("comes when the last lesson and the last payment arrive at once", async () => {
    const person = await learner("first")
    await writeLessons()
    const enrolmentId = (await enrolmentOf(t.s.db, person.accountId))?.id ?? ""
    await pay(person, enrolmentId, "second")
    clock.set("2027-05-03T09:00:00Z")
    await study(person)
    const last = (await modulesOf(person)).flatMap(({ lessons }) => lessons).at(-1)?.id ?? ""
    await t.s.db
      .deleteFrom("lessonProgress")
      .where("accountId", "=", person.accountId)
      .where("lessonId", "=", last)
      .execute()
    const order = { txRef: "last", accountId: person.accountId, name: `${enrolmentId}:third`, title: "" }
    const paying = await holdOpen(t.s.db, (tx) => tuitionItem.grant(tx, t.s, { ...order, options: {}, details: {} }))
    const learning = done(person, [last])
    await untilWaiting(t.s.db, 1)
    await paying()
    await learning
    expect((await portalOf(person)).certificate).toMatchObject({ isWithdrawn: false })
  })

  test.runIf(isPostgres())("and a mark do not wait in a ring with the end of the account", async () => {
    const person = await learner()
    const { id } = await t.s.db.selectFrom("lessons").select("id").where("kind", "=", "task").executeTakeFirstOrThrow()
    const submission = { id: newId(), accountId: person.accountId, lessonId: id, text: "My page.", link: "" }
    await insertSubmission(t.s.db, { ...submission, files: [], createdAt: clock.now() })
    const release = await holdOpen(t.s.db, (tx) => lockAccount(tx, person.accountId))
    const deletion = t.request("DELETE", "/v1/account", { person, body: { password: person.password } })
    await untilWaiting(t.s.db, 1)
    const body = { state: "accepted", comment: "" }
    const marking = t.request("POST", `/operator/learning/submissions/${submission.id}`, { person: teacher, body })
    await untilWaiting(t.s.db, 2)
    await release()
    expect((await deletion).statusCode).toBe(204)
    expect([403, 404]).toContain((await marking).statusCode)
  })
})

test("papers are written so many times and no more", async () => {
  const slow = await openTestApp({ settings: { RATE_LIMIT_FACTOR: "0.01" } })
  try {
    const person = await slow.signUp()
    const get = (url: string) => slow.request("GET", url, { person })
    for (const url of ["/learning/lessons/nothing/lesson.pdf", "/certificates/ABCD-EFGH-JKLM/certificate.pdf"]) {
      const codes = [(await get(url)).statusCode, (await get(url)).statusCode]
      expect([url, codes[1]]).toEqual([url, 429])
      expect([403, 404]).toContain(codes[0])
    }
  } finally {
    await slow.close()
  }
})
