import { unzipSync } from "fflate"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { discussionDeletedDays, discussionEditMinutes } from "#contract/academy/discussions.ts"
import { heardEvents, open, type TestClient, withChannels } from "#server/testing/realtime-client.ts"
import { type Academy, learnersBegin, openAcademy } from "#server/testing/records/academy.ts"
import { buildOperator, calls } from "#server/testing/records/build-applicant.ts"
import { photoWithPlace, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { tellNews } from "./digest-job.ts"

let a: Academy
let t: TestApp
let ada: TestPerson
let bola: TestPerson
let teacher: TestPerson

beforeAll(async () => {
  a = await openAcademy()
  ;({ t } = a)
  ;[ada, bola] = [await learner("Ada Obi"), await learner("Bola Ade")]
  teacher = await buildOperator(t, "teacher")
  await named(teacher, "Chidi Eze")
  await t.s.db.insertInto("operatorCohorts").values({ accountId: teacher.accountId, cohortId: a.cohortId }).execute()
})
afterAll(() => a.close())

async function named(person: TestPerson, name: string): Promise<void> {
  await calls(t, person, ["PATCH", "/v1/account/name"], { name })
}

async function learner(name: string): Promise<TestPerson> {
  const person = await a.learner()
  await named(person, name)
  return person
}

const base = "/learning/discussions"
const list = async (person: TestPerson, more = "") => calls(t, person, ["GET", `${base}?cohortId=${a.cohortId}${more}`])
const begin = async (person: TestPerson, words: object = {}, status = 201) =>
  (
    await calls(
      t,
      person,
      ["POST", base],
      { cohortId: a.cohortId, title: "How do prices work?", text: "I do **not** see it.", ...words },
      status,
    )
  ).data?.id as string
const answer = async (person: TestPerson, threadId: string, text: string, status = 201) =>
  (await calls(t, person, ["POST", `${base}/${threadId}/answers`], { text }, status)).data?.id as string
const read = async (person: TestPerson, threadId: string) =>
  (await calls(t, person, ["GET", `${base}/${threadId}`])).data
const mine = async (person: TestPerson, threadId: string, body: object = {}) =>
  expect((await t.request("PUT", `${base}/${threadId}/mine`, { person, body })).statusCode).toBe(204)
const entry = "/learning/discussion-entries"
const noticesOf = async (person: TestPerson) =>
  (await calls(t, person, ["GET", "/notices"])).data
    .filter(({ path }: { path: string }) => path.startsWith("/learn/discussion"))
    .map(({ title }: { title: string }) => title)

describe("a cohort's discussion", () => {
  test("has threads, answers, mentions, one that helped, and what is new, for its own people alone", async () => {
    const short = await learner("Bola")
    const id = await begin(ada, { text: "Who knows? @bola a. and @Chidi E." })
    expect(await noticesOf(short)).toEqual([])
    expect(await noticesOf(bola)).toEqual(["Ada O. mentioned you"])
    expect(await noticesOf(teacher)).toEqual(["Ada O. mentioned you"])
    const [listed] = (await list(bola)).data
    expect(listed).toMatchObject({ id, author: { name: "Ada O.", isTeacher: false }, isUnread: true, answers: 0 })
    expect((await list(bola)).unread).toBe(1)
    expect((await list(ada)).unread).toBe(0)
    await mine(bola, id)
    expect((await list(bola)).unread).toBe(0)

    const helped = await answer(teacher, id, "A fee has **three** parts:\n\n- one\n- two")
    expect(await noticesOf(ada)).toEqual(["Chidi E. answered you"])
    const page = await read(ada, id)
    expect(page.entries[1]).toMatchObject({
      author: { name: "Chidi E.", isTeacher: true },
      blocks: [{ kind: "paragraph" }, { kind: "list", items: [[{ text: "one" }], [{ text: "two" }]] }],
    })
    await calls(t, bola, ["PUT", `${base}/${id}/accepted`], { entryId: helped }, 403)
    await calls(t, ada, ["PUT", `${base}/${id}/accepted`], { entryId: id }, 404)
    await calls(t, ada, ["PUT", `${base}/${id}/accepted`], { entryId: helped })
    expect((await list(bola)).data[0]).toMatchObject({ isSolved: true, answers: 1, isUnread: true })
    expect(await noticesOf(teacher)).toContain("Your answer helped")

    // Who muted a thread hears no more of it, and nothing of it counts as new.
    await mine(ada, id, { isMuted: true })
    await answer(bola, id, "Thank you, @Ada O.")
    expect(await noticesOf(ada)).toEqual(["Chidi E. answered you"])
    expect((await list(ada)).unread).toBe(0)

    const found = await calls(t, bola, ["GET", `${base}/search?cohortId=${a.cohortId}&words=three%20PARTS`])
    expect(found.data).toMatchObject([{ threadId: id, entryId: helped, title: "How do prices work?" }])
    const byTitle = await calls(t, bola, ["GET", `${base}/search?cohortId=${a.cohortId}&words=prices`])
    expect(byTitle.data).toHaveLength(1)
    for (const words of ["%27%3B%20drop", "%22%26%7C!()%3A*", "%20%20zz%5C"]) {
      await calls(t, bola, ["GET", `${base}/search?cohortId=${a.cohortId}&words=${words}`])
    }
  })

  test("is nobody else's: guests, other cohorts, former learners and teachers of others see nothing of it", async () => {
    const id = await begin(ada)
    const stranger = await t.signUp({ isVerified: true })
    const otherTeacher = await buildOperator(t, "teacher")
    const support = await buildOperator(t, "support")
    const gone = await learner("Dele Gone")
    await begin(gone)
    await t.s.db.updateTable("enrolments").set({ status: "ended" }).where("accountId", "=", gone.accountId).execute()
    for (const person of [stranger, otherTeacher, support, gone]) {
      for (const [method, path, body] of [
        ["GET", `${base}?cohortId=${a.cohortId}`],
        ["GET", `${base}/search?cohortId=${a.cohortId}&words=prices`],
        ["GET", `${base}/${id}`],
        ["POST", base, { cohortId: a.cohortId, title: "Hello", text: "Words" }],
        ["POST", `${base}/${id}/answers`, { text: "Words" }],
        ["PUT", `${base}/${id}/mine`, { isMuted: true }],
        ["PUT", `${base}/${id}/accepted`, { entryId: null }],
        ["PATCH", `${entry}/${id}`, { text: "Words", version: 1 }],
        ["DELETE", `${entry}/${id}`],
        ["POST", `${entry}/${id}/reports`, { reason: "spam" }],
        ["GET", `${entry}/${id}/pictures/1`],
      ] as const) {
        const reply = await t.request(method, path, { person, ...(body && { body }) })
        expect([method, path, reply.statusCode]).toEqual([method, path, 404])
      }
    }
    expect((await t.request("GET", `${base}?cohortId=${a.cohortId}`)).statusCode).toBe(401)
    // Of the team those alone who look after every cohort.
    for (const role of ["owner", "admissions", "content"] as const) await read(await buildOperator(t, role), id)
    for (const role of ["finance", "support"] as const)
      await calls(t, await buildOperator(t, role), ["GET", `${base}/${id}`], undefined, 404)
    // What a teacher may do is nobody else's either, and a teacher's only in the cohorts given to them.
    const hide = `/operator/learning/discussion-entries/${id}/hide`
    for (const [person, status] of [
      [bola, 403],
      [support, 403],
      [otherTeacher, 404],
    ] as const) {
      await calls(t, person, ["POST", hide], { reason: "Because I can" }, status)
      const state = { isPinned: true, isClosed: true }
      await calls(t, person, ["PUT", `/operator/learning/discussions/${id}`], state, status)
    }
  })

  test("words change for half an hour, and what is deleted is gone for learners, with its answers where nobody answered", async () => {
    a.clock.set(learnersBegin)
    const id = await begin(ada)
    const change = (person: TestPerson, body: object, status = 200) =>
      calls(t, person, ["PATCH", `${entry}/${id}`], body, status)
    await change(ada, { text: "I see it now.", version: 1 })
    await change(ada, { text: "From another device.", version: 1 }, 409)
    await change(bola, { text: "Not mine.", version: 2 }, 404)
    expect((await read(ada, id)).entries[0]).toMatchObject({ text: "I see it now.", mayEdit: true, version: 2 })
    a.clock.set(new Date(new Date(learnersBegin).getTime() + discussionEditMinutes * 60_000).toISOString())
    await change(ada, { text: "Too late.", version: 2 }, 409)
    expect((await read(ada, id)).entries[0]).toMatchObject({ text: "", mayEdit: false, mayDelete: true })

    const answered = await answer(bola, id, "Good.")
    const remove = async (person: TestPerson, which: string) =>
      (await t.request("DELETE", `${entry}/${which}`, { person })).statusCode
    expect(await remove(bola, id)).toBe(404)
    expect(await remove(ada, id)).toBe(204)
    // The answer stays, without the words that were deleted; nobody answers any more.
    expect(await read(bola, id)).toMatchObject({
      thread: { title: "", answers: 1 },
      mayWrite: false,
      entries: [{ blocks: [], deletedBy: "author" }, { id: answered }],
    })
    expect((await read(teacher, id)).entries[0].blocks).not.toEqual([])
    const search = (words: string) => calls(t, bola, ["GET", `${base}/search?cohortId=${a.cohortId}&words=${words}`])
    expect((await search("Good")).data).toMatchObject([{ threadId: id, title: "" }])
    expect((await search("see%20now")).data).toEqual([])
    await answer(ada, id, "One more.", 409)
    expect(await remove(bola, answered)).toBe(204)
    expect(await remove(bola, answered)).toBe(404)
    expect((await list(bola)).data.map((one: { id: string }) => one.id)).not.toContain(id)
    await calls(t, bola, ["GET", `${base}/${id}`], undefined, 404)
    a.clock.set(learnersBegin)
  })

  test("teachers pin and close, hide what was reported with a reason that its author reads, or leave it", async () => {
    const id = await begin(bola, { title: "Buy my phone" })
    const left = await answer(bola, id, "Really cheap.")
    await calls(t, ada, ["POST", `${entry}/${id}/reports`], { reason: "spam", note: "An advert" }, 201)
    await calls(t, ada, ["POST", `${entry}/${id}/reports`], { reason: "spam" }, 201)
    await calls(t, ada, ["POST", `${entry}/${left}/reports`], { reason: "other" }, 201)
    await calls(t, bola, ["POST", `${entry}/${id}/reports`], { reason: "spam" }, 409)
    const reports = async (person: TestPerson) =>
      (await calls(t, person, ["GET", "/operator/learning/discussion-reports"])).data
    expect(await reports(teacher)).toMatchObject([
      {
        entryId: id,
        title: "Buy my phone",
        author: "Bola A.",
        cohort: "Strategy & Consulting, cohort 3",
        reports: [{ reason: "spam", note: "An advert" }],
      },
      { entryId: left, reports: [{ reason: "other" }] },
    ])
    expect(await reports(await buildOperator(t, "teacher"))).toEqual([])
    expect((await calls(t, a.teacher, ["GET", "/operators/today"])).data.tasks).toContainEqual({
      what: "discussion reports",
      count: 2,
    })
    const act = (what: string, which: string, status = 200) =>
      calls(
        t,
        teacher,
        ["POST", `/operator/learning/discussion-entries/${which}/${what}`],
        { reason: "No adverts" },
        status,
      )
    const answersTo = async (person: TestPerson) =>
      (await calls(t, person, ["GET", "/notices"])).data
        .filter(({ title }: { title: string }) => title === "Your report was looked at")
        .map(({ text }: { text: string }) => text)
    await act("dismiss", left)
    await act("dismiss", left, 409)
    expect(await answersTo(ada)).toEqual(["It may stay. Thank you for telling us."])
    await act("hide", id)
    expect(await answersTo(ada)).toHaveLength(2)
    expect(await answersTo(ada)).toContain("It was hidden from your cohort. Thank you.")
    await act("hide", id, 409)
    expect(await noticesOf(bola)).toContain("What you wrote was hidden")
    expect((await read(ada, id)).entries[0]).toMatchObject({ deletedBy: "teacher", blocks: [] })
    expect(await reports(teacher)).toEqual([])
    // Those who teach go on seeing it, but not a thread in which nobody answered.
    expect((await read(teacher, id)).entries[0].blocks).not.toEqual([])
    const unanswered = await begin(bola, { title: "Buy my bike" })
    await act("hide", unanswered)
    for (const person of [ada, teacher]) await calls(t, person, ["GET", `${base}/${unanswered}`], undefined, 404)

    const pinned = await begin(ada, { title: "Rules" })
    const set = (isPinned: boolean, isClosed: boolean) =>
      calls(t, teacher, ["PUT", `/operator/learning/discussions/${pinned}`], { isPinned, isClosed })
    await set(true, true)
    expect((await list(bola)).pinned).toMatchObject([{ id: pinned, isPinned: true, isClosed: true }])
    for (const person of [bola, teacher]) await answer(person, pinned, "May I?", 409)
    await calls(t, ada, ["PATCH", `${entry}/${pinned}`], { text: "Other rules.", version: 1 }, 409)
    await set(false, false)
    await answer(bola, pinned, "Now I may.")
  })

  test("hostile Markdown and too much of it is refused or harmless, and who may not publish reads only", async () => {
    const hostile = [
      '<script>alert(1)</script> <img src=x onerror="alert(1)">',
      "[press](javascript:alert(1)) [too](data:text/html,x)",
      "![spy](https://spy.example.com/pixel.png)",
    ].join("\n\n")
    const id = await begin(ada, { text: hostile })
    const { blocks } = (await read(bola, id)).entries[0]
    expect(JSON.stringify(blocks)).not.toMatch(/script>|onerror|javascript:|data:|spy\.example/)
    for (const text of ["", "   ", "a".repeat(5_001), `${"> ".repeat(400)}deep`]) await begin(ada, { text }, 400)
    for (const title of ["", "ab", "a".repeat(151)]) await begin(ada, { title }, 400)
    await begin(ada, { lessonId: "no-such-lesson" }, 404)
    await begin(ada, { pictures: [{ bucketId: "images", fileId: "somebody-elses" }] }, 400)
    await t.s.db.updateTable("accounts").set({ publishing: "blocked" }).where("id", "=", bola.accountId).execute()
    expect(await list(bola)).toMatchObject({ mayWrite: false })
    await begin(bola, {}, 403)
    await answer(bola, id, "Words", 403)
    await t.s.db.updateTable("accounts").set({ publishing: "new" }).where("id", "=", bola.accountId).execute()
  })

  test("about a lesson it stands under it, with pictures that the cohort alone sees", async () => {
    await a.writeLessons()
    const lessonId = (await a.modulesOf(ada)).flatMap(({ lessons }) => lessons)[0]?.id ?? ""
    const photo = { bucket: "images", name: "shop.jpg", person: ada } as const
    const { $id: fileId } = await uploaded(t, await photoWithPlace(), photo)
    const id = await begin(ada, { lessonId, pictures: [{ bucketId: "images", fileId }] })
    const under = await list(bola, `&lessonId=${lessonId}`)
    expect(under.data).toMatchObject([{ id, lesson: { id: lessonId } }])
    expect((await list(bola)).data.map((one: { id: string }) => one.id)).toContain(id)
    const [{ pictures }] = (await read(bola, id)).entries
    const picture = async (person: TestPerson) => (await t.request("GET", pictures[0].url, { person })).statusCode
    expect(await picture(bola)).toBe(200)
    expect(await picture(await t.signUp({ isVerified: true }))).toBe(404)
    await t.request("DELETE", `${entry}/${id}`, { person: ada })
    expect(await picture(bola)).toBe(404)
  })

  test("tells each learner once a day what is new, and goes with the account of who wrote", async () => {
    const reader = await learner("Efe Read")
    const writer = await learner("Femi Left")
    const id = await begin(writer, { title: "A last word" })
    await answer(ada, id, "It stays.")
    const run = () => tellNews.run(t.s, {}, new AbortController().signal)
    await run()
    await run()
    const digests = (await noticesOf(reader)).filter((title: string) => title.endsWith("something new"))
    expect(digests).toHaveLength(1)
    const copy = unzipSync((await t.request("GET", "/v1/account/export", { person: writer })).rawPayload)
    const kept = JSON.parse(Buffer.from(copy["discussions.json"] ?? []).toString())
    expect(kept).toMatchObject([{ title: "A last word" }])
    const gone = await t.request("DELETE", "/v1/account", { person: writer, body: { password: writer.password } })
    expect(gone.statusCode).toBe(204)
    expect(await read(ada, id)).toMatchObject({
      thread: { title: "", author: { name: "" }, answers: 1 },
      entries: [{ blocks: [], deletedBy: "author" }, { author: { isMe: true } }],
    })
    const words = await t.s.db.selectFrom("discussionEntries").select(["title", "body"]).where("id", "=", id).execute()
    expect(words).toEqual([{ title: "", body: "" }])

    const own = await begin(ada)
    await t.request("DELETE", `${entry}/${own}`, { person: ada })
    const bodyOf = async () =>
      (await t.s.db.selectFrom("discussionEntries").select("body").where("id", "=", own).executeTakeFirst())?.body
    for (const [days, body] of [
      [discussionDeletedDays - 1, "I do **not** see it."],
      [discussionDeletedDays + 1, ""],
    ] as const) {
      a.clock.set(new Date(new Date(learnersBegin).getTime() + days * 86_400_000).toISOString())
      await run()
      expect([days, await bodyOf()]).toEqual([days, body])
    }
    a.clock.set(learnersBegin)
  })
})

test("a flood is refused, whether of threads or of answers", async () => {
  const slow = await openTestApp({ settings: { RATE_LIMIT_FACTOR: "0.1" } })
  try {
    const person = await slow.signUp({ isVerified: true })
    const send = async (path: string, body: object) => (await slow.request("POST", path, { person, body })).statusCode
    expect(await send(base, { cohortId: a.cohortId, title: "A thread", text: "Words" })).toBe(404)
    expect(await send(`${base}/some-thread/answers`, { text: "Words" })).toBe(429)
  } finally {
    await slow.close()
  }
})

test("what is written shows at once to learners and to those who teach, in the cohort or all of them, and to no other", async () => {
  await t.app.listen({ port: 0, host: "127.0.0.1" })
  const query = withChannels("product")
  const elsewhere = await buildOperator(t, "teacher")
  const people = [bola, teacher, await buildOperator(t), await buildOperator(t, "content")]
  const others = [elsewhere, await buildOperator(t, "finance"), await t.signUp({ isVerified: true })]
  const [hearing, deaf] = await Promise.all(
    [people, others].map((all) => Promise.all(all.map((person) => open(t, { person, query })))),
  )
  const threadId = await begin(ada, { title: "Who hears?" })
  await answer(bola, threadId, "We do.")
  const change = { data: { events: ["discussions.changed"], payload: { cohortId: a.cohortId, threadId } } }
  const heardOn = async (page: TestClient) => {
    const changes = (await heardEvents(t, page)).filter(({ data }) => String(data.events) === "discussions.changed")
    page.socket.close()
    return changes
  }
  for (const page of hearing ?? []) expect(await heardOn(page)).toMatchObject([change, change])
  for (const page of deaf ?? []) expect(await heardOn(page)).toEqual([])
})
