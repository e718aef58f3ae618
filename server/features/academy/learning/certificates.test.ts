import { unzipSync } from "fflate"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { enrolmentOf } from "#server/features/academy/admissions/service.ts"
import { lockAccount } from "#server/features/identity/accounts/service.ts"
import { newId } from "#server/platform/ids.ts"
import { holdOpen, untilWaiting } from "#server/testing/databases/locks.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import { readCode } from "#server/testing/read-code.ts"
import { readCsv } from "#server/testing/read-csv.ts"
import { type Academy, openAcademy } from "#server/testing/records/academy.ts"
import { calls } from "#server/testing/records/build-applicant.ts"
import { check, orderFor, play } from "#server/testing/records/payments.ts"
import { expectTaggedPdf } from "#server/testing/tagged-pdf.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"
import { insertSubmission } from "./progress-queries.ts"
import { tuitionItem } from "./tuition-item.ts"

let a: Academy
let t: TestApp
let teacher: TestPerson

beforeAll(async () => {
  a = await openAcademy()
  ;({ t, teacher } = a)
})
afterAll(() => a.close())

describe("the certificate", () => {
  test("comes when everything required is done and paid, is checked by anybody, and can be withdrawn", async () => {
    const person = await a.learner()
    await a.writeLessons()
    await a.study(person)
    expect((await a.portalOf(person)).certificate).toBeNull()
    a.clock.set("2027-08-01T09:00:00Z")
    await a.study(person)
    const portal = await a.portalOf(person)
    expect(portal.progress.done).toBe(portal.progress.all)
    const { code } = portal.certificate
    const certificate = (await t.request("GET", `/certificates/${code}`)).json().data
    expect(certificate).toMatchObject({
      name: "Ada Obi",
      programName: "Strategy & Consulting",
      cohort: 3,
      isWithdrawn: false,
      isYours: false,
    })
    const readBy = async (reader: TestPerson) =>
      (await t.request("GET", `/certificates/${code}`, { person: reader })).json().data.isYours
    expect([await readBy(person), await readBy(teacher)]).toEqual([true, false])
    const { data: told } = (await t.request("GET", "/notices", { person })).json()
    expect(told.filter(({ path }: { path: string }) => path === `/certificate/${code}`)).toMatchObject([
      { title: "Your certificate is ready" },
    ])
    const pdf = await t.request("GET", `/certificates/${code}/certificate.pdf`)
    expectTaggedPdf(pdf.rawPayload)
    expect(readCode(pdf.rawPayload)).toBe(certificate.url)
    expect((await enrolmentOf(t.s.db, person.accountId))?.status).toBe("completed")
    const copy = unzipSync((await t.request("GET", "/v1/account/export", { person })).rawPayload)
    const json = (name: string) => JSON.parse(Buffer.from(copy[name] ?? []).toString())
    expect(json("learning.json").certificates).toMatchObject([{ code, programName: "Strategy & Consulting" }])
    expect(json("admissions.json").enrolments).toMatchObject([{ status: "completed", payments: [{ part: "full" }] }])
    await calls(t, person, ["POST", `/operator/learning/certificates/${code}/withdraw`], { reason: "I say so" }, 403)
    await calls(t, teacher, ["POST", `/operator/learning/certificates/${code}/withdraw`], {
      reason: "Issued in error",
    })
    expect((await t.request("GET", `/certificates/${code}`)).json().data.isWithdrawn).toBe(true)
    const desk = async (query: string) =>
      (await calls(t, teacher, ["GET", `/operator/learning/certificates${query}`])).data.map(
        (one: { code: string; withdrawnBecause: string }) => [one.code, one.withdrawnBecause],
      )
    expect(await desk("?state=withdrawn&search=ADA")).toEqual([[code, "Issued in error"]])
    expect(await desk(`?search=${code.toLowerCase()}`)).toEqual([[code, "Issued in error"]])
    expect(await desk("?state=valid")).toEqual([])
    const file = await t.request("GET", "/operator/learning/certificates.csv", { person: teacher })
    expect(
      readCsv(file.body)
        .slice(1)
        .map(([first]) => first),
    ).toEqual([code])
    expect((await t.request("GET", `/certificates/${code}/certificate.pdf`)).statusCode).toBe(409)
    expect((await t.request("GET", "/certificates/ABCD-EFGH-JKLM")).statusCode).toBe(404)
  })

  /** Pays a part of the tuition at the provider that this machine plays. */
  async function pay(person: TestPerson, enrolmentId: string, part: string): Promise<void> {
    const { tx_ref } = await orderFor(t, person, `tuition:${enrolmentId}:${part}`)
    const transaction_id = await play(t, tx_ref, { outcome: "success", notices: 0 })
    expect(await check(t, person, tx_ref, { transaction_id })).toMatchObject({ status: "paid" })
  }

  /** A learner who has done everything, and paid all but the last instalment. */
  async function studied(): Promise<{ person: TestPerson; enrolmentId: string }> {
    const person = await a.learner("first")
    await a.writeLessons()
    const enrolmentId = (await enrolmentOf(t.s.db, person.accountId))?.id ?? ""
    await pay(person, enrolmentId, "second")
    await a.study(person)
    a.clock.set("2027-05-03T09:00:00Z")
    await a.study(person)
    return { person, enrolmentId }
  }

  test("comes when paying the last instalment is the last step", async () => {
    const { person, enrolmentId } = await studied()
    const before = await a.portalOf(person)
    expect(before).toMatchObject({ tuition: "grace", certificate: null })
    expect(before.progress.done).toBe(before.progress.all)
    await pay(person, enrolmentId, "third")
    expect((await a.portalOf(person)).certificate).toMatchObject({ isWithdrawn: false })
  })

  test("waits for each lesson, quiz and task that is required", async () => {
    const { person, enrolmentId } = await studied()
    const required = (await a.modulesOf(person)).flatMap(({ isElective, lessons }) => (isElective ? [] : lessons))
    const idOf = (kind: string) => required.findLast((lesson) => lesson.kind === kind)?.id ?? ""
    const [text, quiz, task] = [idOf("text"), idOf("quiz"), idOf("task")]
    const own = (ids: readonly string[]) =>
      t.s.db.deleteFrom("lessonProgress").where("accountId", "=", person.accountId).where("lessonId", "in", ids)
    const [accepted] = await own([task]).returningAll().execute()
    if (!accepted) throw new Error("The task was accepted.")
    await own([text, quiz]).execute()
    await pay(person, enrolmentId, "third")
    const certificate = async () => (await a.portalOf(person)).certificate
    expect(await certificate()).toBeNull()
    await a.passQuiz(person, quiz)
    expect(await certificate()).toBeNull()
    await t.s.db.insertInto("lessonProgress").values(accepted).execute()
    await a.done(person, [text])
    expect(await certificate()).toMatchObject({ isWithdrawn: false })
  })

  test.each(["removed", "made a draft"])("comes when what was the last thing missing is %s", async (way) => {
    const { person, enrolmentId } = await studied()
    const text = { title: "One more", minutes: 5, body: "Words.", accepts: [], videoUrl: "", questions: [] }
    const moduleId = (await a.modulesOf(person)).findLast(({ isElective }) => !isElective)?.id
    const lessons: ["POST", string] = ["POST", `/operator/learning/modules/${moduleId}/lessons`]
    const { data: late } = await calls(t, teacher, lessons, { ...text, kind: "text" }, 201)
    await pay(person, enrolmentId, "third")
    expect((await a.portalOf(person)).certificate).toBeNull()
    const path = `/operator/learning/lessons/${late.id}`
    if (way === "removed") await t.request("DELETE", path, { person: teacher, body: {} })
    else await calls(t, teacher, ["PATCH", path], { ...text, isDraft: true, version: late.version })
    await until(async () => (await a.portalOf(person)).certificate !== null)
  })

  test("is not put out of reach: the only lesson of a required module stays", async () => {
    const person = await a.learner()
    await a.writeLessons()
    const { id: moduleId, lessons = [] } =
      (await a.modulesOf(person)).findLast((module) => !module.isElective && module.lessons.length > 0) ?? {}
    const [first] = lessons
    await t.s.db
      .deleteFrom("lessons")
      .where("moduleId", "=", moduleId ?? "")
      .where("id", "!=", first?.id ?? "")
      .execute()
    for (const kept of ["lessonProgress", "lessonNotes"] as const) {
      await t.s.db
        .deleteFrom(kept)
        .where("lessonId", "=", first?.id ?? "")
        .execute()
    }
    const refused = await calls(t, teacher, ["DELETE", `/operator/learning/lessons/${first?.id}`], {}, 409)
    expect(refused.message).toMatch(/^It is the only lesson of its module/)
  })

  test.runIf(isPostgres())("comes when the last lesson and the last payment arrive at once", async () => {
    const { person, enrolmentId } = await studied()
    const last = (await a.modulesOf(person)).flatMap(({ lessons }) => lessons).at(-1)?.id ?? ""
    await t.s.db
      .deleteFrom("lessonProgress")
      .where("accountId", "=", person.accountId)
      .where("lessonId", "=", last)
      .execute()
    const order = { txRef: "last", accountId: person.accountId, name: `${enrolmentId}:third`, title: "" }
    const paying = await holdOpen(t.s.db, (tx) => tuitionItem.grant(tx, t.s, { ...order, options: {}, details: {} }))
    const learning = a.done(person, [last])
    await untilWaiting(t.s.db, 1)
    await paying()
    await learning
    expect((await a.portalOf(person)).certificate).toMatchObject({ isWithdrawn: false })
  })

  test.runIf(isPostgres())("and a mark do not wait in a ring with the end of the account", async () => {
    const person = await a.learner()
    const { id } = await t.s.db.selectFrom("lessons").select("id").where("kind", "=", "task").executeTakeFirstOrThrow()
    const submission = {
      id: newId(),
      accountId: person.accountId,
      lessonId: id,
      text: "My page.",
      link: "",
      edition: 1,
    }
    await insertSubmission(t.s.db, { ...submission, createdAt: a.clock.now() })
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
