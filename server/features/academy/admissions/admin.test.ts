import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { declineReasons } from "#contract/catalogue/applications.ts"
import { holdOpen, untilWaiting } from "#server/testing/databases/locks.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import { readCsv } from "#server/testing/read-csv.ts"
import {
  buildApplicant,
  buildOperator,
  calls,
  journey,
  mailAbout,
  openSlot,
  passAssessment,
  passInterview,
} from "#server/testing/records/build-applicant.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp
let operator: TestPerson

beforeAll(async () => {
  t = await openTestApp()
  operator = await buildOperator(t)
})
afterAll(() => t.close())

describe("an interview time that is taken back", () => {
  const book = (person: TestPerson, slotId: string, status = 200) =>
    calls(t, person, ["PUT", "/academy/interview"], { slotId, timeZone: "Africa/Lagos" }, status)
  const idsOf = async (person: TestPerson, path: string): Promise<string[]> =>
    (await calls(t, person, ["GET", path])).data.map(({ id }: { id: string }) => id)

  test("is not while somebody has it, and is for good once the interview was called off", async () => {
    const [person, other] = [await t.signUp({ isVerified: true }), await t.signUp({ isVerified: true })]
    const id = await buildApplicant(t, person)
    await buildApplicant(t, other)
    for (const one of [person, other]) await passAssessment(t, one, operator)
    const slotId = await openSlot(t, operator)
    await book(person, slotId)
    const close: ["DELETE", string] = ["DELETE", `/operators/admissions/slots/${slotId}`]
    await calls(t, operator, close, undefined, 409)
    await calls(t, operator, ["POST", `/operators/admissions/applications/${id}/interview`], { outcome: "cancelled" })
    expect(await idsOf(other, "/academy/interview/slots")).toContain(slotId)
    await calls(t, operator, close)
    expect(await idsOf(other, "/academy/interview/slots")).not.toContain(slotId)
    expect(await idsOf(operator, "/operators/admissions/slots")).not.toContain(slotId)
    await book(other, slotId, 404)
    await calls(t, operator, close, undefined, 404)
    const again = await openSlot(t, operator)
    await book(person, again)
  })
})

describe("a cohort", () => {
  const values = {
    startsOn: "2090-03-06",
    applyBy: "2090-02-01",
    enrolBy: "2090-02-20",
    seats: 20,
    fullScholarships: 1,
    partialScholarships: 2,
    isOpen: false,
  }
  const program = "strategy_and_consulting"
  const add = () =>
    t.request("POST", "/operators/admissions/cohorts", {
      person: operator,
      body: { program, values, reason: "The next one" },
    })
  const change = async (id: string, isOpen: boolean) => {
    const { data } = await calls(t, operator, ["GET", "/operators/admissions/cohorts"])
    const { version } = data.find((cohort: { id: string }) => cohort.id === id)
    return t.request("PUT", `/operators/admissions/cohorts/${id}`, {
      person: operator,
      body: { values: { ...values, isOpen }, version, reason: "The next one" },
    })
  }

  test.runIf(isPostgres())("added twice at once is added once, and the second press hears so", async () => {
    const release = await holdOpen(t.s.db, (tx) => sql`lock table cohorts in share mode`.execute(tx))
    const adding = [add(), add()]
    await untilWaiting(t.s.db, 2)
    await release()
    const replies = await Promise.all(adding)
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ type: "step_not_allowed" })
  })

  test.runIf(isPostgres())("is the only open one of its program, also when two are opened at once", async () => {
    await change(`${program}-3`, false)
    if ((await add()).statusCode !== 201) throw new Error("A cohort could not be added.")
    const release = await holdOpen(t.s.db, (tx) => sql`lock table cohorts in share mode`.execute(tx))
    const opening = [change(`${program}-3`, true), change(`${program}-4`, true)]
    await untilWaiting(t.s.db, 2)
    await release()
    const codes = (await Promise.all(opening)).map(({ statusCode }) => statusCode)
    expect(codes.sort()).toEqual([200, 409])
  })
})

describe("a cohort that somebody else changed meanwhile", () => {
  const path = "/operators/admissions/cohorts"
  const cohort = async () =>
    (await calls(t, operator, ["GET", path])).data.find(({ id }: { id: string }) => id === "systems_intergration-3")
  const reason = "Looked at together"
  const put = (sub: string, body: object) =>
    t.request("PUT", `${path}/systems_intergration-3${sub}`, { person: operator, body: { ...body, reason } })

  test("is not opened again by who saves what they saw before, and says so", async () => {
    const seen = await cohort()
    expect((await put("", { values: { ...seen, isOpen: false }, version: seen.version })).statusCode).toBe(200)
    const late = await put("", { values: { ...seen, isOpen: true, seats: 40 }, version: seen.version })
    expect(late.json()).toMatchObject({ code: 409, type: "version_changed" })
    expect(await cohort()).toMatchObject({ isOpen: false, seats: seen.seats })
  })

  test("keeps the words and the fees that were written first", async () => {
    const owner = await buildOperator(t, "owner")
    const seen = await cohort()
    const words = { ...seen.terms.texts, card: "New words on the card.", version: seen.version }
    const fees = { ...seen.terms.tuition, applicationFee: 12_500, version: seen.version }
    const send = (sub: string, body: object) =>
      t.request("PUT", `${path}/systems_intergration-3${sub}`, { person: owner, body: { ...body, reason } })
    expect((await send("/texts", words)).statusCode).toBe(200)
    expect((await send("/texts", { ...words, card: "Older words." })).json()).toMatchObject({ type: "version_changed" })
    expect((await send("/fees", fees)).json()).toMatchObject({ type: "version_changed" })
    expect((await cohort()).terms).toMatchObject({
      ...{ applicationFee: seen.terms.applicationFee, texts: { card: "New words on the card." } },
    })
    expect((await send("/fees", { ...fees, version: (await cohort()).version })).statusCode).toBe(200)
    expect((await cohort()).terms.applicationFee).toBe(12_500)
  })

  test.runIf(isPostgres())("at the same moment is changed by one of two", async () => {
    const { version, ...values } = await cohort()
    const release = await holdOpen(t.s.db, (tx) => sql`lock table cohorts in share mode`.execute(tx))
    const saving = [1, 2].map((more) => put("", { values: { ...values, seats: values.seats + more }, version }))
    await untilWaiting(t.s.db, 2)
    await release()
    const replies = await Promise.all(saving)
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ type: "version_changed" })
  })
})

test("a decision about many does what it can, each with its line of the log, and tells what stayed as before", async () => {
  const people = [await t.signUp({ isVerified: true }), await t.signUp({ isVerified: true })]
  const ids: string[] = []
  for (const person of people) ids.push(await buildApplicant(t, person))
  const many = {
    ids: [...ids, "none"],
    outcome: "declined",
    declineReason: "seats",
    note: "Not this time.",
    reason: "Too few points",
  }
  const first = await calls(t, operator, ["POST", "/operators/admissions/decisions"], many)
  expect(first.data).toMatchObject({ done: 2, skipped: [{ id: "none" }] })
  const again = await calls(t, operator, ["POST", "/operators/admissions/decisions"], many)
  expect(again.data.done).toBe(0)
  expect(again.data.skipped.map(({ id }: { id: string }) => id)).toEqual(many.ids)
  const lines = await t.s.db
    .selectFrom("operatorLog")
    .select(["subjectId", "reason", "detail"])
    .where("action", "=", "admissions.decide")
    .where("reason", "=", "Too few points")
    .orderBy("id")
    .execute()
  expect(lines).toMatchObject(
    people.map(({ accountId }) => ({ subjectId: accountId, detail: { about: "declined", after: "declined" } })),
  )
})

test("a decision about many that breaks in the middle goes on with the others, and tells what was done", async () => {
  const ids: string[] = []
  for (let count = 0; count < 3; count++) ids.push(await buildApplicant(t, await t.signUp({ isVerified: true })))
  const [first, broken, last] = ids
  await sql`create function break_one() returns trigger language plpgsql
    as $$ begin raise exception 'The disk is full.'; end $$`.execute(t.s.db)
  await sql`create trigger break_one before update on applications for each row
    when (new.id = ${sql.lit(broken)}) execute function break_one()`.execute(t.s.db)
  const many = {
    ids,
    outcome: "declined",
    declineReason: "seats",
    note: "Not this time.",
    reason: "The middle one breaks",
  }
  const { data } = await calls(t, operator, ["POST", "/operators/admissions/decisions"], many)
  await sql`drop trigger break_one on applications`.execute(t.s.db)
  expect(data).toEqual({ done: 2, skipped: [{ id: broken, why: "It could not be done just now." }] })
  const rows = await t.s.db.selectFrom("applications").select(["id", "status"]).where("id", "in", ids).execute()
  const declined = rows.filter(({ status }) => status === "declined").map(({ id }) => id)
  expect(declined.toSorted()).toEqual([first, last])
  const lines = await t.s.db
    .selectFrom("operatorLog")
    .select("detail")
    .where("reason", "=", many.reason)
    .orderBy("id")
    .execute()
  expect(lines).toMatchObject([{ detail: { application: first } }, { detail: { application: last } }])
})

test("of two operators who decide about one application, one decides and the other is told", async () => {
  const id = await buildApplicant(t, await t.signUp({ isVerified: true }))
  const other = await buildOperator(t)
  const decide = (person: TestPerson) =>
    t.request("POST", `/operators/admissions/applications/${id}/decision`, {
      person,
      body: { outcome: "declined", declineReason: "assessment", reason: "Too few points" },
    })
  const replies = await Promise.all([decide(operator), decide(other)])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ type: "step_not_allowed" })
  const lines = await t.s.db
    .selectFrom("operatorLog")
    .select("id")
    .where("action", "=", "admissions.decide")
    .where(sql<string>`detail ->> 'application'`, "=", id)
    .execute()
  expect(lines).toHaveLength(1)
})

describe("a day", () => {
  const slot = { times: ["10:00"], timeZone: "UTC", minutes: 30, place: "a place", reason: "Looked at together" }

  test.each(["2027-02-30", "2027-04-31", "0000-01-01", "2027-13-01", "2026-02-29"])(
    "%s does not exist",
    async (day) => {
      const body = { ...slot, day }
      const reply = await t.request("POST", "/operators/admissions/slots", { person: operator, body })
      expect(reply.statusCode).toBe(400)
      expect(reply.body).toContain("Please give a date")
      const [{ id, version, ...cohort }] = (await calls(t, operator, ["GET", "/operators/admissions/cohorts"])).data
      for (const name of ["startsOn", "applyBy", "enrolBy"]) {
        const values = { ...cohort, [name]: day }
        const path = `/operators/admissions/cohorts/${id}`
        const changed = { values, version, reason: slot.reason }
        const answer = await t.request("PUT", path, { person: operator, body: changed })
        expect(answer.statusCode, name).toBe(400)
        expect(answer.body, name).toContain("Please give a date")
      }
    },
  )

  test("has no two interviews at one place at once", async () => {
    const day = new Date(t.s.now().getTime() + 9 * 86_400_000).toISOString().slice(0, 10)
    const place = `https://meet.example.com/${crypto.randomUUID()}`
    const open = (times: string[], more: object = {}) =>
      t.request("POST", "/operators/admissions/slots", {
        person: operator,
        body: { ...slot, day, place, times, ...more },
      })
    expect((await open(["10:00", "10:20"])).json().message).toContain("10:20 (UTC)")
    expect((await open(["10:00", "10:30"])).statusCode).toBe(201)
    expect((await open(["09:40"])).json().message).toContain("10:00 (UTC)")
    expect((await open(["10:59"])).json().message).toContain("10:30 (UTC)")
    expect((await open(["11:00", "09:30"])).statusCode).toBe(201)
    expect((await open(["10:10"], { place: `${place}2` })).statusCode).toBe(201)
  })
})

test("interview times are told for any stretch of ten weeks at most", async () => {
  const id = await openSlot(t, operator)
  const path = "/operators/admissions/slots"
  const { startsAt } = (await calls(t, operator, ["GET", path])).data.find((slot: { id: string }) => slot.id === id)
  const after = (ms: number) => new Date(Date.parse(startsAt) + ms).toISOString()
  const told = async (from: string, until: string, status = 200): Promise<string[] | undefined> =>
    (await calls(t, operator, ["GET", `${path}?from=${from}&until=${until}`], undefined, status)).data?.map(
      (slot: { id: string }) => slot.id,
    )
  expect(await told(startsAt, after(1))).toContain(id)
  expect(await told(after(1), after(70 * 86_400_000))).not.toContain(id)
  for (const until of [startsAt, after(72 * 86_400_000)]) await told(startsAt, until, 400)
  await calls(t, operator, ["GET", `${path}?from=${startsAt}`], undefined, 400)
})

describe("the lists for operators", () => {
  const [own, other] = ["systems_intergration", "strategy_and_consulting"]
  const adminPath = "/operators/admissions"
  type Row = Record<string, unknown>
  const rowsOf = async (path: string): Promise<Row[]> =>
    (await calls(t, operator, ["GET", `${adminPath}/${path}`])).data
  const linesOf = async (path: string): Promise<string[]> => {
    const reply = await t.request("GET", `${adminPath}/${path}`, { person: operator })
    expect(reply.headers["content-type"]).toContain("text/csv")
    return readCsv(reply.body)
      .slice(1)
      .map((cells) => cells.join(","))
  }

  test("narrow interview times down by program and state, and the file the same", async () => {
    const place = `https://meet.example.com/${crypto.randomUUID()}`
    for (const [time, program] of [
      ["08:00", own],
      ["09:00", other],
      ["10:00", null],
    ] as const) {
      const day = new Date(t.s.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10)
      const body = { day, times: [time], timeZone: "UTC", minutes: 30, place, program }
      await calls(t, operator, ["POST", `${adminPath}/slots`], body, 201)
    }
    const programsAt = async (query: string) => {
      const rows = (await rowsOf(`slots?${query}`)).filter((slot) => slot.place === place)
      const lines = (await linesOf(`slots.csv?${query}`)).filter((line) => line.includes(place))
      expect(lines).toHaveLength(rows.length)
      return rows.map(({ programId }) => programId)
    }
    expect(await programsAt("")).toEqual([own, other, null])
    expect(await programsAt(`program=${other}`)).toEqual([other, null])
    expect(await programsAt(`program=${own}&state=free`)).toEqual([own, null])
    expect(await programsAt("state=booked")).toEqual([])
    expect((await t.request("GET", `${adminPath}/slots?state=late`, { person: operator })).statusCode).toBe(400)
  })

  test("narrow cohorts down by program and state, and the file the same", async () => {
    const all = await rowsOf("cohorts")
    for (const state of ["open", "closed"]) {
      const expected = all.filter(({ programId, isOpen }) => programId === other && isOpen === (state === "open"))
      const query = `program=${other}&state=${state}`
      expect((await rowsOf(`cohorts?${query}`)).map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      const lines = await linesOf(`cohorts.csv?${query}`)
      expect(lines.map((line) => line.split(",")[0])).toEqual(expected.map(({ id }) => id))
    }
  })

  test("give those that wait for marks as a file too, of one program when it is asked for", async () => {
    const person = await t.signUp({ isVerified: true, name: "=Ada Obi" })
    await buildApplicant(t, person)
    await until(async () => (await journey(t, person)).assessment?.state === "ready")
    const { id, questions } = (await calls(t, person, ["POST", "/academy/assessment"], {})).data
    // Words wait for somebody; what is empty does not.
    const { id: textId } = questions.find(({ kind }: { kind: string }) => kind === "text")
    const answer: ["PUT", string] = ["PUT", `/academy/assessment/${id}/answers/${textId}`]
    await calls(t, person, answer, { value: "It saves time.", revision: 1 })
    await calls(t, person, ["POST", `/academy/assessment/${id}/hand-in`], {})
    const [shown] = (await rowsOf(`assessments?program=${own}`)).filter((row) => row.id === id)
    expect(shown).toMatchObject({ attempt: 1, email: person.email })
    const [line] = (await linesOf(`assessments.csv?program=${own}`)).filter((text) => text.startsWith(id))
    // A spreadsheet must not take a name for a formula.
    expect(line).toBe(`${id},${shown?.submittedAt},1,${shown?.program},'=Ada Obi,${person.email}`)
    expect(await rowsOf(`assessments?program=${other}`)).toEqual([])
    expect(await linesOf(`assessments.csv?program=${other}`)).toEqual([])
  })
})

test("nobody is declined without a reason from the list, which the letter and the dashboard tell before the operator's words", async () => {
  const person = await t.signUp({ isVerified: true })
  const id = await buildApplicant(t, person)
  await passInterview(t, person, operator, id)
  const url = `/operators/admissions/applications/${id}`
  const given = { outcome: "declined", note: "Your shop is well told." }
  for (const path of ["letter", "decision"]) {
    const body = { ...given, declineReason: null }
    const refused = await calls(t, operator, ["POST", `${url}/${path}`], body, 400)
    expect(Object.keys(refused.fields)).toEqual(["declineReason"])
  }
  const { letter } = declineReasons.seats
  const shown = await calls(t, operator, ["POST", `${url}/letter`], { ...given, declineReason: "seats" })
  expect(shown.data.text).toContain(`${letter}\n\nYour shop is well told.`)
  await calls(t, operator, ["POST", `${url}/decision`], { ...given, declineReason: "seats" })
  expect((await mailAbout(t, person, /^Your application for/)).text).toContain(letter)
  expect((await journey(t, person)).application.steps.at(-1).note).toContain(letter)
})
