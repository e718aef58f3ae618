import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import { type Academy, openAcademy } from "#server/testing/records/academy.ts"
import { buildOperator, calls } from "#server/testing/records/build-applicant.ts"
import type { TestApp, TestPerson } from "#server/testing/test-app.ts"

let a: Academy
let t: TestApp
let owner: TestPerson
/** Of the cohort in which people learn, and of another one. */
let own: TestPerson
let sister: TestPerson

beforeAll(async () => {
  a = await openAcademy()
  ;({ t } = a)
  owner = await buildOperator(t, "owner")
  const other = "systems_intergration"
  const { data: cohorts } = await calls(t, owner, ["GET", "/operators/admissions/cohorts"])
  own = await teacherOf(a.cohortId)
  sister = await teacherOf(cohorts.find(({ programId }: { programId: string }) => programId === other).id)
  for (const [person, name] of [
    [owner, "Ola Ade"],
    [own, "Tunde Bello"],
  ] as const) {
    await t.s.db.updateTable("accounts").set({ name }).where("id", "=", person.accountId).execute()
  }
})
afterAll(() => a.close())

async function teacherOf(cohortId: string): Promise<TestPerson> {
  const body = { role: "teacher", cohortIds: [cohortId], reason: "Teaches this one" }
  const { data } = await calls(t, owner, ["POST", "/operators/team/invitations"], body, 201)
  const person = await t.signUp({ isVerified: true })
  const token = new URL(data.url).searchParams.get("token")
  await calls(t, person, ["POST", "/operators/claim"], { token })
  return person
}

const at = "/operator/learning"
const counts = async (person: TestPerson) => (await calls(t, person, ["GET", `${at}/queue`])).data

/** All lines of a list, page by page, and how many pages there were. */
async function all(person: TestPerson, list: string) {
  const lines: { id: string; name: string; reason: string; claimedBy: string; cohortName: string }[] = []
  for (let [after, pages] = [null, 1]; ; pages++) {
    const { data, nextCursor } = await calls(t, person, ["GET", `${at}/${list}${after ? `?after=${after}` : ""}`])
    lines.push(...data)
    if (nextCursor === null) return { lines, pages }
    after = nextCursor
  }
}

test("tasks to mark go on page by page, oldest first and each once, over all cohorts or one's own", async () => {
  a.clock.set("2027-03-02T09:00:00Z")
  await calls(t, owner, ["GET", `${at}/modules`])
  // Three at each moment, so that pages end between those of one moment.
  for (const statement of [
    sql`insert into accounts (id, name, email) select 'many-' || n, 'Many ' || n, n || '@many.example' from generate_series(1, 50) n`,
    sql`insert into applications (id, account_id, stage, program, program_id, status, cohort_id)
      select 'many-' || n, 'many-' || n, '', '', ${a.programId}, 'submitted', ${a.cohortId} from generate_series(1, 50) n`,
    sql`insert into enrolments (id, application_id, account_id, cohort_id, program_id, status, plan, offered_at, started_at)
      select 'many-' || n, 'many-' || n, 'many-' || n, ${a.cohortId}, ${a.programId}, 'active', 'full', now(), '2026-12-01'
      from generate_series(1, 50) n`,
    sql`insert into task_submissions (id, account_id, lesson_id, text, link, created_at)
      select 'many-' || n, 'many-' || n, (select lessons.id from lessons join course_modules on course_modules.id = module_id
        where kind = 'task' and program_id = ${a.programId} limit 1), 'Mine', '', '2027-03-01'::timestamptz + make_interval(mins => n / 3)
      from generate_series(1, 50) n`,
  ]) {
    await statement.execute(t.s.db)
  }
  const { lines, pages } = await all(own, "submissions")
  const moments = (lines as unknown as { createdAt: string }[]).map(({ createdAt }) => createdAt)
  expect([lines.length, new Set(lines.map(({ id }) => id)).size, pages]).toEqual([50, 50, 3])
  expect(moments).toEqual(moments.toSorted())
  expect((await all(owner, "submissions")).lines).toEqual(lines)
  expect((await all(sister, "submissions")).lines).toEqual([])
  expect([(await counts(own)).tasks, (await counts(owner)).tasks, (await counts(sister)).tasks]).toEqual([50, 50, 0])
  expect(lines[0]?.cohortName).toMatch(/, cohort 3$/)
  const [first] = lines
  await calls(t, own, ["POST", `${at}/submissions/${first?.id}/claim`], {})
  expect((await all(owner, "submissions")).lines[0]).toMatchObject({ id: first?.id, claimedBy: "Tunde Bello" })
  await sql`delete from accounts where id like 'many-%'`.execute(t.s.db)
})

test("learners who went quiet are listed with why, written to once by one press, and asked again after a week", async () => {
  const [begun, never, back, waiting] = [await a.learner(), await a.learner(), await a.learner(), await a.learner()]
  const closed = await a.learner("first")
  const called = new Map([
    [begun, "Begun"],
    [never, "Never"],
    [back, "Back"],
    [waiting, "Waiting"],
    [closed, "Closed"],
  ])
  for (const [person, name] of called) {
    await t.s.db.updateTable("accounts").set({ name }).where("id", "=", person.accountId).execute()
  }
  a.clock.set("2027-03-02T09:00:00Z")
  const [lesson] = (await a.modulesOf(begun)).flatMap(({ lessons }) => lessons)
  await a.done(begun, [lesson?.id ?? ""])
  for (const person of [back, waiting]) {
    const lessonId = await a.study(person, "task")
    const sent = await calls(t, person, ["POST", `/learning/lessons/${lessonId}/submissions`], { text: "Mine" }, 201)
    if (person === back) await a.mark(sent.data.id, { state: "again", comment: "Longer, please." })
  }
  a.clock.set("2027-03-08T08:00:00Z")
  expect((await all(own, "quiet")).lines.map(({ name }) => name).sort()).toEqual(["Closed", "Never"])
  // A week after what they did last, all are; the second instalment is long overdue by June.
  a.clock.set("2027-06-20T09:00:01Z")
  const { lines } = await all(own, "quiet")
  const why = new Map(lines.map(({ name, reason }) => [name, reason]))
  expect(Object.fromEntries(why)).toEqual({
    Begun: "stopped",
    Never: "not_begun",
    Back: "came_back",
    Waiting: "waits_for_us",
    Closed: "closed",
  })
  expect((await counts(own)).quiet).toBe(5)
  expect((await all(sister, "quiet")).lines).toEqual([])
  const idOf = (name: string) => lines.find((line) => line.name === name)?.id
  const write = (person: TestPerson, name: string, status = 200) =>
    calls(t, person, ["POST", `${at}/quiet/${idOf(name)}/message`], {}, status)
  await write(sister, "Never", 404)
  await write(begun, "Never", 403)
  for (const name of ["Closed", "Waiting"]) await write(own, name, 409)
  // Of two who press at once one writes, and the other hears who did.
  const replies = await Promise.all(
    [own, owner].map((person) => t.request("POST", `${at}/quiet/${idOf("Never")}/message`, { person, body: {} })),
  )
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(replies.find(({ statusCode }) => statusCode === 409)?.json().message).toMatch(
    /^(Ola Ade|Tunde Bello) wrote to them already\.$/,
  )
  const told = async (person: TestPerson) => (await t.request("GET", "/notices", { person })).json().data
  const heard = (await told(never)).filter(({ title }: { title: string }) => title === "Shall we begin?")
  expect(heard).toMatchObject([
    { text: expect.stringContaining("1 March 2027"), path: expect.stringMatching(/^\/learn\/[^/]+$/) },
  ])
  await write(own, "Back")
  expect((await told(back))[0]).toMatchObject({ title: "Your task waits for you" })
  expect((await all(own, "quiet")).lines.map(({ name }) => name).sort()).toEqual(["Begun", "Closed", "Waiting"])
  // Whoever does something leaves the list by that, and is not written to by a page that is older.
  await calls(t, begun, ["POST", "/learning/progress"], { lessonIds: [lesson?.id] })
  await write(own, "Begun", 409)
  a.clock.set("2027-06-27T09:00:00Z")
  expect((await all(own, "quiet")).lines.map(({ name }) => name)).not.toContain("Never")
  a.clock.set("2027-06-28T09:00:02Z")
  expect((await all(own, "quiet")).lines.map(({ name }) => name)).toContain("Never")
})

test("a learner who left, or is shut out, between the press and the letter is sent nothing", async () => {
  const [left, out] = [await a.learner(), await a.learner()]
  a.clock.set("2027-05-20T09:00:00Z")
  const place = async (person: TestPerson) => {
    const { id } = await t.s.db
      .selectFrom("enrolments")
      .select("id")
      .where("accountId", "=", person.accountId)
      .executeTakeFirstOrThrow()
    return id
  }
  const holds = t.s.noticeKinds.find(({ name }) => name === "how-it-goes")?.holds
  for (const person of [left, out]) {
    const id = await place(person)
    await calls(t, own, ["POST", `${at}/quiet/${id}/message`], {})
    const { key } = await t.s.db
      .selectFrom("notices")
      .select("key")
      .where("accountId", "=", person.accountId)
      .where("kind", "=", "how-it-goes")
      .executeTakeFirstOrThrow()
    const stands = () => holds?.(t.s.db, { accountId: person.accountId, key })
    expect(await stands()).toBe(true)
    if (person === left) await t.s.db.updateTable("enrolments").set({ status: "ended" }).where("id", "=", id).execute()
    else await t.s.db.updateTable("accounts").set({ isBlocked: true }).where("id", "=", person.accountId).execute()
    expect(await stands()).toBe(false)
  }
})

test("what learners ask on the contact page waits for those who may read messages, until it is answered", async () => {
  const learner = await a.learner()
  const ask = { subject: "Which supplier list", email: learner.email, additional_info: "The old or the new one?" }
  const { data: sent } = await calls(t, learner, ["POST", "/contact"], ask, 201)
  await calls(t, sister, ["POST", "/contact"], { ...ask, email: sister.email }, 201)
  expect((await all(owner, "questions")).lines).toMatchObject([
    {
      id: sent.id,
      text: "Which supplier list: The old or the new one?",
      path: `/operator/messages?search=${sent.number}`,
    },
  ])
  // A teacher who may not read messages sees none of it: their list is empty, not every question answered.
  expect([(await counts(owner)).questions, (await counts(own)).questions]).toEqual([1, 0])
  expect((await all(own, "questions")).lines).toEqual([])
  await calls(t, owner, ["POST", "/operators/messages/mark"], { ids: [sent.id], state: "answered" })
  expect((await counts(owner)).questions).toBe(0)
})

test("what learners ask in discussions waits for those who teach them, beside the contact page, until somebody answers", async () => {
  const learner = await a.learner()
  const ask = async (title: string) =>
    (await calls(t, learner, ["POST", "/learning/discussions"], { cohortId: a.cohortId, title, text: "Why?" }, 201))
      .data.id
  const [first, second] = [await ask("How do prices work?"), await ask("And credits?")]
  const third = await ask("Is this the place?")
  await calls(t, own, ["PUT", `/operator/learning/discussions/${third}`], { isPinned: false, isClosed: true })
  // What a teacher writes is no question.
  await calls(
    t,
    own,
    ["POST", "/learning/discussions"],
    { cohortId: a.cohortId, title: "Rules", text: "Be kind." },
    201,
  )
  expect((await all(own, "questions")).lines).toMatchObject([
    { id: first, text: "How do prices work?: Why?", path: `/learn/discussion/${first}` },
    { id: second },
  ])
  expect([(await counts(own)).questions, (await counts(sister)).questions]).toEqual([2, 0])
  const after = await calls(t, own, ["GET", `${at}/questions?after=${first}`])
  expect(after.data.map(({ id }: { id: string }) => id)).toEqual([second])
  await calls(t, own, ["POST", `/learning/discussions/${first}/answers`], { text: "Like this." }, 201)
  await t.request("DELETE", `/learning/discussion-entries/${second}`, { person: learner })
  expect((await counts(own)).questions).toBe(0)
})

test("what waits is read as fast among many thousands as among a few, by who teaches all or one cohort", async () => {
  const reads = ["queue", "submissions", "questions", "quiet"]
  /** How many times as long as a page on which nothing waits, by the shortest of several of each: the machine does more than this. */
  const timesOf = async (person: TestPerson, read: string): Promise<number> => {
    const shortest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let round = 0; round < 8; round++) {
      for (const [place, path] of [read, "modules"].entries()) {
        const began = performance.now()
        await calls(t, person, ["GET", `${at}/${path}`])
        shortest[place] = Math.min(shortest[place] ?? 0, performance.now() - began)
      }
    }
    const [ms = 0, other = 0] = shortest
    return ms / other
  }
  const readAll = async () => {
    const times = new Map<string, number>()
    for (const read of reads) {
      times.set(`${read} of all`, await timesOf(owner, read))
      times.set(`${read} of a calm cohort`, await timesOf(sister, read))
    }
    return times
  }
  a.clock.set("2027-07-20T09:00:00Z")
  await fillQueue(1, 100)
  await expectPages()
  const few = await readAll()
  await fillQueue(101, 20_000)
  const many = await readAll()
  const slower = [...many].filter(([read, times]) => times > 3 * (few.get(read) ?? 0) + 0.5)
  expect(slower).toEqual([])
  expect(await counts(owner)).toEqual({ tasks: 100, questions: 100, quiet: 100 })
}, 240_000)

/** Pages end between cohorts, and between learners who are quiet for as long: each is read once, longest first. */
async function expectPages(): Promise<void> {
  const move = (to: string) =>
    sql`update enrolments set cohort_id = ${to} where id like 'wait-%' and id like '%3'`.execute(t.s.db)
  const other = await t.s.db
    .selectFrom("operatorCohorts")
    .select("cohortId")
    .where("accountId", "=", sister.accountId)
    .executeTakeFirstOrThrow()
  await move(other.cohortId)
  const waiting = (read: { id: string }[]) => read.map(({ id }) => id).filter((id) => /^(wait|bill)-/.test(id))
  const { lines } = await all(owner, "quiet")
  const days = (lines as unknown as { quietDays: number }[]).map(({ quietDays }) => quietDays)
  expect([waiting(lines).length, new Set(waiting(lines)).size]).toEqual([100, 100])
  expect(days).toEqual(days.toSorted((one, next) => next - one))
  expect((await all(sister, "quiet")).lines).toHaveLength(10)
  await move(a.cohortId)
  const questions = waiting((await all(owner, "questions")).lines)
  expect([questions.length, new Set(questions).size]).toEqual([200, 200])
}

/** Makes learners who are quiet, wait for a mark, and asked in a discussion and on the contact page. */
async function fillQueue(from: number, to: number): Promise<void> {
  const each = sql`generate_series(${from}::int, ${to}::int) n`
  const moment = sql`'2027-03-02'::timestamptz + make_interval(mins => n)`
  await transact(t.s.db, async (tx) => {
    // Past what the product does at each of these rows, which tests take minutes for.
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of [
      sql`insert into accounts (id, name, email) select 'wait-' || n, 'Wait ' || n, n || '@wait.example' from ${each}`,
      sql`insert into enrolments (id, application_id, account_id, cohort_id, program_id, status, plan, offered_at, started_at)
        select 'wait-' || n, 'wait-' || n, 'wait-' || n, ${a.cohortId}, ${a.programId}, 'active', 'full', ${moment}, ${moment}
        from ${each}`,
      sql`insert into task_submissions (id, account_id, lesson_id, text, link, created_at)
        select 'wait-' || n, 'wait-' || n, (select lessons.id from lessons join course_modules on course_modules.id = module_id
          where kind = 'task' and program_id = ${a.programId} limit 1), 'Mine', '', ${moment} from ${each}`,
      sql`insert into discussion_threads (id, cohort_id, last_at, asked_at)
        select 'wait-' || n, ${a.cohortId}, ${moment}, ${moment} from ${each}`,
      sql`insert into discussion_entries (id, thread_id, cohort_id, author_id, title, body, blocks, created_at)
        select 'wait-' || n, 'wait-' || n, ${a.cohortId}, 'wait-' || n, 'Why?', 'Why?', '[]', ${moment} from ${each}`,
      sql`insert into contact_messages (id, account_id, subject, email, info, created_at)
        select 'bill-' || n, 'wait-' || n, 'A bill', n || '@wait.example', 'Why?', ${moment} from ${each}`,
    ]) {
      await statement.execute(tx)
    }
  })
  await sql`analyze`.execute(t.s.db)
}
