import { unzipSync } from "fflate"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { admissionRules } from "#contract/catalogue/applications.ts"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { type Academy, openAcademy, rightAnswers } from "#server/testing/records/academy.ts"
import { buildApplicant, buildOperator, calls } from "#server/testing/records/build-applicant.ts"
import { buildPhotos } from "#server/testing/records/build-records.ts"
import { filesAt, upload, uploaded } from "#server/testing/records/uploads.ts"
import { expectTaggedPdf } from "#server/testing/tagged-pdf.ts"
import type { TestApp, TestPerson } from "#server/testing/test-app.ts"
import { readContent } from "./content-files.ts"

let a: Academy
let t: TestApp
let teacher: TestPerson

beforeAll(async () => {
  a = await openAcademy()
  ;({ t, teacher } = a)
})
afterAll(() => a.close())

/** How long a film or a sound lasts, by the head of its file; in its first version the times take four bytes. */
function secondsOf(file: Buffer): number {
  const head = file.indexOf("mvhd")
  expect([head > 0, file[head + 4]]).toEqual([true, 0])
  return file.readUInt32BE(head + 20) / file.readUInt32BE(head + 16)
}

describe("the study kit", () => {
  test("is for applicants, the resources for those who are admitted", async () => {
    const person = await t.signUp({ isVerified: true })
    await calls(t, person, ["GET", "/learning/study-kit"], undefined, 403)
    expect((await t.request("GET", "/study-kits/study-kit.pdf", { person })).statusCode).toBe(403)
    expect((await t.request("GET", "/study-kits/study-kit.pdf")).statusCode).toBe(401)
    await buildApplicant(t, person, { programId: a.programId })
    const { data } = await calls(t, person, ["GET", "/learning/study-kit"])
    for (const { url, byteSize } of [...data.files, ...data.lesson.versions]) {
      const file = await t.request("GET", url, { person })
      expect([url, file.statusCode, file.rawPayload.length]).toEqual([url, 200, byteSize])
      expect(byteSize).toBeLessThan(700_000)
      if (!url.endsWith(".pdf"))
        expect([url, Math.round(secondsOf(file.rawPayload))]).toEqual([url, data.lesson.seconds])
    }
    await calls(t, person, ["POST", "/learning/study-kit/kit/read"], {})
    await calls(t, person, ["POST", "/learning/study-kit/nothing/read"], {}, 404)
    expect((await calls(t, person, ["GET", "/learning/study-kit"])).data.files[0].isRead).toBe(true)
    await calls(t, person, ["GET", "/learning/resources"], undefined, 403)
    expect((await t.request("GET", "/program-resources/handbook.pdf", { person })).statusCode).toBe(403)
    expect((await t.request("GET", "/study-kits/..%2f..%2froutes.ts", { person })).statusCode).toBe(404)
  })

  const paths = [
    "/study-kits/study-kit.pdf",
    "/study-kits/assessment-overview.pdf",
    "/program-resources/handbook.pdf",
    ...openPrograms.map(({ brochure_link }) => brochure_link),
  ]
  test.each(paths)("has %s as a small tagged PDF with bookmarks, links and embedded letters", async (path) => {
    const file = await t.request("GET", path, { person: teacher })
    expect(file.headers["content-type"]).toBe("application/pdf")
    expectTaggedPdf(file.rawPayload)
    expect(file.rawPayload.toString("latin1")).toContain("/S /Link")
  })
})

test("a brochure is for everybody, and only brochures lie there", async () => {
  const [{ brochure_link: path } = { brochure_link: "" }] = openPrograms
  const brochure = await t.request("GET", path)
  expect([brochure.statusCode, brochure.headers["cache-control"]]).toEqual([200, "public, max-age=3600"])
  expect((await t.request("GET", "/brochures/handbook.pdf")).statusCode).toBe(404)
})

test("the overview of the assessment tells the time that there really is", () => {
  const { body } = readContent("documents/assessment-overview.md")
  expect(body).toContain(`${admissionRules.assessmentMinutes} minutes from the moment you press Start`)
})

test.each(openPrograms)(
  "$slug has every module of its outline, the first with texts, a quiz and a task",
  async (program) => {
    const { data } = await calls(t, teacher, ["GET", "/operator/learning/modules"])
    const modules = await t.s.db
      .selectFrom("courseModules")
      .select(["id", "title", "outcomes"])
      .where("programId", "=", program.slug)
      .orderBy("position")
      .execute()
    expect(modules.map(({ title, outcomes }) => ({ topic: title, outcomes }))).toEqual(
      program.course_outline.map(({ topic, outcomes }) => ({ topic, outcomes })),
    )
    const { lessons } = data.find(({ id }: { id: string }) => id === modules[0]?.id)
    const kinds = new Set(lessons.map(({ kind }: { kind: string }) => kind))
    expect([...kinds].sort()).toEqual(["quiz", "task", "text"])
    for (const { kind, body, questions } of lessons) {
      if (kind === "quiz") expect(questions.length).toBeGreaterThan(0)
      else expect(body).not.toBe("")
    }
  },
)

describe("the portal", () => {
  test("opens lessons by order, by date and by tuition, also for those who ask for them directly", async () => {
    const person = await a.learner("first")
    const [scrum, first, second] = await a.modulesOf(person)
    expect(scrum?.lessons.map(({ lock }) => lock)).toEqual([null, "order", "order", "order"])
    expect(first?.lessons[0]?.lock).toBe("order")
    expect(second).toMatchObject({ isOpen: false, lessons: [] })
    await calls(t, person, ["GET", `/learning/lessons/${first?.lessons[0]?.id}`], undefined, 409)
    const forged = await a.done(person, [first?.lessons[0]?.id ?? "", "nothing"])
    expect(forged.data.done).toEqual([])
    expect(forged.data.refused).toHaveLength(2)
    a.clock.set("2027-04-20T09:00:00Z")
    expect(await a.portalOf(person)).toMatchObject({ tuition: "locked", next: { kind: "tuition" } })
    expect((await a.modulesOf(person))[1]?.lessons[0]?.lock).toBe("tuition")
  })

  test("calls people by their cohort, and gives an open lesson as a small tagged PDF", async () => {
    const person = await a.learner()
    const cohort = t.s.db.updateTable("cohorts").where("id", "=", a.cohortId)
    await cohort.set({ number: 1 }).execute()
    expect(await a.portalOf(person)).toMatchObject({ cohort: 1, cohortLabel: "Cohort 1 Fellows" })
    await cohort.set({ number: 3 }).execute()
    const lesson = (await a.modulesOf(person))[0]?.lessons[0]
    expectTaggedPdf((await t.request("GET", `/learning/lessons/${lesson?.id}/lesson.pdf`, { person })).rawPayload)
  })

  test("takes what was read without a connection, in order, and what is done stays done", async () => {
    const person = await a.learner()
    const ids = (await a.modulesOf(person))[0]?.lessons.map(({ id }) => id) ?? []
    const { data } = await a.done(person, ids)
    expect(data.done).toEqual(ids.slice(0, 3))
    expect(data.refused).toEqual([{ lessonId: ids[3], reason: "A quiz is passed, and a task is accepted." }])
    await a.done(person, ids.slice(0, 3))
    expect((await a.portalOf(person)).progress.done).toBe(3)
    const stranger = await t.signUp({ isVerified: true })
    await calls(t, stranger, ["GET", "/learning"], undefined, 403)
    await calls(t, stranger, ["POST", "/learning/progress"], { lessonIds: ids }, 403)
  })

  test("keeps a learner's own notes beside lessons that are open, for nobody else", async () => {
    const [person, other] = [await a.learner(), await a.learner()]
    const [first, second] = (await a.modulesOf(person))[0]?.lessons ?? []
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
    const person = await a.learner()
    const scrum = (await a.modulesOf(person))[0]?.lessons ?? []
    await a.done(
      person,
      scrum.slice(0, 3).map(({ id }) => id),
    )
    const quiz = scrum[3]?.id ?? ""
    const { data } = await calls(t, person, ["GET", `/learning/lessons/${quiz}`])
    expect(JSON.stringify(data.questions)).not.toMatch(/right|because/)
    await calls(t, person, ["POST", `/learning/lessons/${quiz}/quiz`], { answers: [0] }, 400)
    const failed = await calls(t, person, ["POST", `/learning/lessons/${quiz}/quiz`], { answers: [7, 7, 7, 7] })
    expect(failed.data).toMatchObject({ right: 0, isPassed: false })
    expect((await a.portalOf(person)).progress.done).toBe(3)
  })

  test("tells which answers of a quiz were wrong, and the right ones once it was tried three times or passed", async () => {
    const [person, other] = [await a.learner(), await a.learner()]
    const scrum = (await a.modulesOf(person))[0]?.lessons ?? []
    const quiz = scrum[3]?.id ?? ""
    const rights = await rightAnswers(t, quiz)
    // One right, the others wrong: not passed.
    const mostlyWrong = rights.map((right, index) => (index === 0 ? right : right + 1))
    const answer = async (who: TestPerson, answers: number[]) =>
      (await calls(t, who, ["POST", `/learning/lessons/${quiz}/quiz`], { answers })).data
    for (const who of [person, other]) {
      await a.done(
        who,
        scrum.slice(0, 3).map(({ id }) => id),
      )
    }
    const told = rights.map((right, index) => (index === 0 ? right : null))
    const rightsIn = (result: { answers: { right: number | null }[] }) => result.answers.map(({ right }) => right)
    for (const triesLeft of [2, 1]) {
      const result = await answer(person, mostlyWrong)
      expect(result).toMatchObject({ right: 1, isPassed: false, triesLeft })
      expect(rightsIn(result)).toEqual(told)
      expect(result.answers.slice(1).map(({ because }: { because: string }) => because)).toEqual(
        told.slice(1).map(() => ""),
      )
      const { lastQuiz } = (await calls(t, person, ["GET", `/learning/lessons/${quiz}`])).data
      expect(lastQuiz).toEqual(result)
    }
    const third = await answer(person, mostlyWrong)
    expect(third).toMatchObject({ isPassed: false, triesLeft: 0 })
    expect(rightsIn(third)).toEqual(rights)
    const nearly = rights.map((right, index) => (index === rights.length - 1 ? right + 1 : right))
    const passed = await answer(other, nearly)
    expect(passed).toMatchObject({ isPassed: true, triesLeft: 0 })
    expect(rightsIn(passed)).toEqual(rights)
  })
})

describe("a task", () => {
  test("waits for a person, comes back with a comment, and is accepted once", async () => {
    const person = await a.learner()
    await a.study(person)
    const modules = await a.modulesOf(person)
    expect(modules[0]?.lessons.every(({ isDone }) => isDone)).toBe(true)
    const task = modules[1]?.lessons.find(({ kind }) => kind === "task")
    expect(task?.isDone).toBe(true)
    const again = `/learning/lessons/${task?.id}/submissions`
    await calls(t, person, ["POST", again], { text: "Once more" }, 409)
  })

  test("that is sent once more under its key counts once, also after it came back", async () => {
    const person = await a.learner()
    const task = await a.study(person, "task")
    const send = async (key: string, text = "One page") => {
      const options = { person, body: { text }, headers: { "idempotency-key": key } }
      return t.request("POST", `/learning/lessons/${task}/submissions`, options)
    }
    const first = (await send("the-first-line")).json()
    const again = await send("the-first-line")
    expect([again.statusCode, again.json().data.id]).toEqual([201, first.data.id])
    expect((await send("another-line")).statusCode).toBe(409)
    await a.mark(first.data.id, { state: "again", comment: "Score all five." })
    expect((await send("the-first-line")).json().data).toMatchObject({ id: first.data.id, state: "again" })
    expect((await send("another-line", "All five")).statusCode).toBe(201)
    const { submissions } = (await calls(t, person, ["GET", `/learning/lessons/${task}`])).data
    expect(submissions).toHaveLength(2)
  })

  test("is refused when it is empty or names other people's files; what teachers read is theirs to see only", async () => {
    const [person, other] = [await a.learner(), await a.learner()]
    const [theirs] = await buildPhotos(t, other.accountId, { count: 1 })
    const [own] = await buildPhotos(t, person.accountId, { count: 1 })
    const task = await a.study(person, "task")
    const path = `/learning/lessons/${task}/submissions`
    const files = (fileId = "") => ({ files: [{ bucketId: "images", fileId }] })
    await calls(t, person, ["POST", path], {}, 400)
    await calls(t, person, ["POST", path], { link: "javascript:alert(1)" }, 400)
    await calls(t, person, ["POST", path], files(theirs?.id), 400)
    const sent = await calls(t, person, ["POST", path], { text: "One page", ...files(own?.id) }, 201)
    const waiting = (await calls(t, teacher, ["GET", "/operator/learning/submissions"])).data
    expect(waiting.find(({ id }: { id: string }) => id === sent.data.id)).toMatchObject({
      text: "One page",
      files: sent.data.files.map((file: { fileId: string }) => ({
        ...file,
        url: `/operator/learning/submissions/${sent.data.id}/files/${file.fileId}`,
      })),
      cohortName: "Strategy & Consulting, cohort 3",
    })
    await calls(t, person, ["GET", "/operator/learning/submissions"], undefined, 403)
    await a.mark(sent.data.id, { state: "again", comment: "" }, 400)
    await a.mark(sent.data.id, { state: "again", comment: "Score all five." })
    await a.mark(sent.data.id, { state: "accepted", comment: "" }, 404)
    const seen = (await calls(t, person, ["GET", `/learning/lessons/${task}`])).data
    expect(seen.submissions[0]).toMatchObject({ state: "again", comment: "Score all five." })
    // What comes again has what came before and how it was answered beside it.
    const anew = await calls(t, person, ["POST", path], { text: "All five" }, 201)
    const list = (await calls(t, teacher, ["GET", "/operator/learning/submissions"])).data
    expect(list.find(({ id }: { id: string }) => id === anew.data.id).earlier).toMatchObject([
      { id: sent.data.id, text: "One page", state: "again", comment: "Score all five.", files: 1 },
    ])
    await a.mark(anew.data.id, { state: "accepted", comment: "" })
    expect((await calls(t, person, ["GET", `/learning/lessons/${task}`])).data.isDone).toBe(true)
  })

  test("keeps its files as they were handed in: their maker changes, removes and swaps none of them", async () => {
    const person = await a.learner()
    const lesson = await a.study(person, "task")
    const first = Buffer.from("%PDF-1.7 the work that was handed in")
    const mine = { person, bucket: "documents", name: "work.pdf" }
    const { $id: fileId } = await uploaded(t, first, mine)
    const body = { files: [{ bucketId: "documents", fileId }] }
    const sent = await calls(t, person, ["POST", `/learning/lessons/${lesson}/submissions`], body, 201)
    await a.mark(sent.data.id, { state: "again", comment: "More, please." })
    await t.request("DELETE", filesAt("documents", fileId), { person, body: {} })
    await uploaded(t, Buffer.from("%PDF-1.7 something else"), { ...mine, fileId })
    const [copy] = sent.data.files
    const at = filesAt("documents", copy.fileId)
    for (const who of [teacher, person]) {
      expect((await t.request("GET", copy.url, { person: who })).rawPayload).toEqual(first)
    }
    for (const [method, change] of [
      ["PUT", { name: "other.pdf" }],
      ["PUT", { permissions: [`delete("user:${person.accountId}")`] }],
      ["DELETE", {}],
    ] as const) {
      expect((await t.request(method, at, { person, body: change })).statusCode).toBe(401)
    }
    expect((await upload(t, first, { ...mine, fileId: copy.fileId })).statusCode).toBe(409)
    const seen = (await calls(t, person, ["GET", `/learning/lessons/${lesson}`])).data
    expect(seen.submissions[0].files).toEqual(sent.data.files)
  })

  test("has a last day: afterwards nothing is handed in but what came back to be improved", async () => {
    const [early, late] = [await a.learner(), await a.learner()]
    const task = await a.study(early, "task")
    await a.study(late, "task")
    const path = `/learning/lessons/${task}/submissions`
    const seen = async (who: TestPerson) => (await calls(t, who, ["GET", `/learning/lessons/${task}`])).data
    expect((await a.portalOf(early)).next).toMatchObject({ kind: "lesson", lessonId: task, dueOn: "2027-03-31" })
    a.clock.set("2027-03-31T22:50:00Z")
    const sent = await calls(t, early, ["POST", path], { text: "In time, at ten to midnight in Lagos" }, 201)
    expect(await seen(late)).toMatchObject({ dueOn: "2027-03-31", isHandInOver: false })
    a.clock.set("2027-03-31T23:10:00Z")
    expect(await calls(t, late, ["POST", path], { text: "Too late" }, 409)).toMatchObject({
      type: "time_over",
      message: expect.stringContaining("31 March 2027"),
    })
    expect(await seen(late)).toMatchObject({ isHandInOver: true, submissions: [] })
    await a.mark(sent.data.id, { state: "again", comment: "Score all five." })
    expect(await seen(early)).toMatchObject({ isHandInOver: false })
    await calls(t, early, ["POST", path], { text: "Now all five" }, 201)
    // Whoever asks in time or later gets more days from teaching staff.
    const { data: modules } = await calls(t, teacher, ["GET", "/operator/learning/modules"])
    const all = modules.flatMap(({ lessons }: { lessons: { id: string }[] }) => lessons)
    const { id, moduleId: _m, position: _p, kind: _k, ...lesson } = all.find((one: { id: string }) => one.id === task)
    const change = (dueAfterDays: number | null, { version, status = 200 }: { version: number; status?: number }) => {
      const body = { ...lesson, dueAfterDays, version }
      return calls(t, teacher, ["PATCH", `/operator/learning/lessons/${id}`], body, status)
    }
    for (const outside of [0, 366]) await change(outside, { version: lesson.version, status: 400 })
    const { data: longer } = await change(37, lesson)
    await calls(t, late, ["POST", path], { text: "With a week more" }, 201)
    await change(lesson.dueAfterDays, longer)
  })

  test("takes words, links and files up to their bounds, and says at which field it is too much", async () => {
    const person = await a.learner()
    const path = `/learning/lessons/${await a.study(person, "task")}/submissions`
    const file = { bucketId: "images", fileId: "one" }
    for (const [field, body] of [
      ["text", { text: "x".repeat(10_001) }],
      ["link", { link: `https://example.com/${"x".repeat(1_000)}` }],
      ["files", { files: Array(7).fill(file) }],
    ] as const) {
      expect(Object.keys((await calls(t, person, ["POST", path], body, 400)).fields)).toEqual([field])
    }
  })
})

test("a live class opens its door on its day, for its cohort, and notes who came", async () => {
  const person = await a.learner()
  const body = {
    title: "First class",
    startsAt: "2027-03-01T17:00:00Z",
    minutes: 90,
    joinUrl: "https://meet.example.com/a",
  }
  await calls(t, teacher, ["POST", "/operator/learning/classes"], { ...body, cohortId: "nothing" }, 404)
  await calls(t, teacher, ["POST", "/operator/learning/classes"], { ...body, cohortId: a.cohortId }, 201)
  await calls(
    t,
    teacher,
    ["POST", "/operator/learning/announcements"],
    { cohortId: a.cohortId, title: "Hello", body: "**Welcome**" },
    201,
  )
  const portal = await a.portalOf(person)
  expect(portal.announcements[0]).toMatchObject({ title: "Hello", blocks: [{ kind: "paragraph" }] })
  const [live] = portal.classes
  expect(live).toMatchObject({ title: "First class", isOpen: false })
  expect(JSON.stringify(portal)).not.toContain("meet.example.com")
  const join = `/learning/classes/${live.id}/join`
  await calls(t, person, ["POST", join], {}, 409)
  a.clock.set("2027-03-01T16:50:00Z")
  const now = "2027-03-01T16:50:00.000Z"
  expect(await a.portalOf(person)).toMatchObject({ now, next: { kind: "class" }, classes: [{ isOpen: true }] })
  expect((await calls(t, person, ["POST", join], {})).data).toEqual({ joinUrl: body.joinUrl })
  const { classes } = (await calls(t, teacher, ["GET", "/operator/learning/classes"])).data
  expect(classes.find(({ id }: { id: string }) => id === live.id).attended).toEqual(["Ada Obi"])
  a.clock.set("2027-03-01T18:31:00Z")
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
  const { kind: _, ...change } = { ...lesson, title: "A budget", version: data.version }
  const changed = await calls(t, teacher, ["PATCH", `/operator/learning/lessons/${data.id}`], change)
  expect(changed.data).toMatchObject({ title: "A budget", version: data.version + 1 })
  const preview = await calls(t, teacher, ["POST", "/operator/learning/preview"], { text: "<script>x</script>**a**" })
  expect(JSON.stringify(preview.data)).not.toContain("script")
  const support = await buildOperator(t, "support")
  await calls(t, support, ["POST", path], lesson, 403)
  await t.s.db.deleteFrom("lessons").where("id", "=", data.id).execute()
})

test("a text that cannot be read in time is refused at its field, and one from before is shown as its words", async () => {
  const person = await a.learner()
  const [cohort, module] = [a.cohortId, (await calls(t, teacher, ["GET", "/operator/learning/modules"])).data[0]]
  const { id, moduleId: _m, position: _p, kind: _k, ...lesson } = module.lessons[0]
  const dear = "*a_".repeat(18_000)
  const announcement = { cohortId: cohort, title: "Hello", body: dear.slice(0, 10_000) }
  for (const [method, path, body, field] of [
    ["PATCH", `/operator/learning/lessons/${id}`, { ...lesson, body: dear }, "body"],
    ["PATCH", `/operator/learning/lessons/${id}`, { ...lesson, body: ">".repeat(20_000) }, "body"],
    ["POST", "/operator/learning/preview", { text: dear }, "text"],
    ["POST", "/operator/learning/announcements", { ...announcement, body: ">".repeat(9_000) }, "body"],
  ] as const) {
    const reply = await calls(t, teacher, [method, path], body, 400)
    expect(Object.keys(reply.fields)).toEqual([field])
  }
  const keep = (body: string) => t.s.db.updateTable("lessons").set({ body }).where("id", "=", id).execute()
  await sql`update lessons set blocks = null where id = ${id}`.execute(t.s.db)
  await keep(">".repeat(20_000))
  try {
    const words = [{ kind: "paragraph", spans: [{ text: ">".repeat(20_000) }] }]
    const read = async () => (await calls(t, person, ["GET", `/learning/lessons/${id}`])).data.blocks
    expect(await read()).toEqual(words)
    await keep("What is kept is shown.")
    expect(await read()).toEqual(words)
  } finally {
    await keep(lesson.body)
    await sql`update lessons set blocks = null where id = ${id}`.execute(t.s.db)
  }
})

test("of two teachers who change the same lesson, the later one is told and undoes nothing", async () => {
  const colleague = await buildOperator(t, "content")
  const { data: modules } = await calls(t, teacher, ["GET", "/operator/learning/modules"])
  const { id, moduleId: _m, position: _p, kind: _k, ...text } = modules[0].lessons[0]
  const lines = async () =>
    (await t.s.db.selectFrom("operatorLog").select("id").where("action", "=", "lessons.change").execute()).length
  const before = await lines()
  const change = (person: TestPerson, body: object) =>
    t.request("PATCH", `/operator/learning/lessons/${id}`, { person, body: { ...text, ...body } })
  const both = await Promise.all([
    change(teacher, { title: "Told by one" }),
    change(colleague, { title: "Told by the other" }),
  ])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const [kept, refused] = both.sort((a, b) => a.statusCode - b.statusCode).map((reply) => reply.json())
  expect(refused).toMatchObject({
    type: "version_changed",
    message: "Somebody else changed this lesson. Look at it again.",
  })
  const { data: now } = await calls(t, teacher, ["GET", "/operator/learning/modules"])
  const { people, ...lesson } = now[0].lessons[0]
  expect(lesson).toEqual(kept.data)
  expect(people).toBeGreaterThan(0)
  expect(await lines()).toBe(before + 1)
  const { version } = kept.data
  expect((await change(teacher, { version })).statusCode).toBe(200)
})
