import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import { tellCohort, watchClasses } from "#server/features/academy/learning/cohort-notices-job.ts"
import { type Academy, openAcademy } from "#server/testing/records/academy.ts"
import { calls } from "#server/testing/records/build-applicant.ts"
import type { TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let a: Academy

beforeAll(async () => {
  a = await openAcademy()
})
afterAll(() => a.close())

const look = () => watchClasses.run(a.t.s, {}, new AbortController().signal)
const told = async (person: TestPerson): Promise<{ title: string; text: string }[]> =>
  (await a.t.request("GET", "/notices", { person })).json().data
const live = { minutes: 60, joinUrl: "https://meet.example.com/a" }

async function addClasses(title: string, startsAt: string, repeat?: object) {
  const body = { ...live, cohortId: a.cohortId, title, startsAt, repeat }
  await calls(a.t, a.teacher, ["POST", "/operator/learning/classes"], body, 201)
  const { data } = await calls(a.t, a.teacher, ["GET", "/operator/learning/classes"])
  return data.classes.find((each: { title: string }) => each.title === title)
}

test("learners of four zones hear of a weekly class at the same moment, each on a clock that changes when theirs does", async () => {
  const zones = ["Africa/Lagos", "Europe/London", "America/New_York", "Pacific/Auckland"]
  const learners: TestPerson[] = []
  for (const timeZone of zones) {
    const person = await a.learner()
    await a.t.request("PATCH", "/notices/settings", { person, body: { timeZone, quiet: null } })
    learners.push(person)
  }
  a.clock.set("2027-03-08T09:00:00Z")
  await addClasses("Weekly", "2027-03-09T17:00:00Z", { weekdays: [2], count: 5 })
  // New York's clock changes on 14 March, London's on the 28th, Auckland's on 4 April, where it is the next morning.
  for (const [day, ...clocks] of [
    ["2027-03-09", "18:00", "17:00", "12:00", "06:00"],
    ["2027-03-16", "18:00", "17:00", "13:00", "06:00"],
    ["2027-03-23", "18:00", "17:00", "13:00", "06:00"],
    ["2027-03-30", "18:00", "18:00", "13:00", "06:00"],
    ["2027-04-06", "18:00", "18:00", "13:00", "05:00"],
  ] as const) {
    a.clock.set(`${day}T15:59:59Z`)
    await look()
    a.clock.set(`${day}T16:00:00Z`)
    await Promise.all([look(), look()])
    for (const [place, person] of learners.entries()) {
      const heard = await until(async () => {
        const [newest] = await told(person)
        return newest?.title === "Within the hour: Weekly" && newest
      })
      expect([day, zones[place], heard.text]).toEqual([
        day,
        zones[place],
        expect.stringContaining(clocks[place] ?? "?"),
      ])
    }
    a.clock.set(`${day}T17:00:00Z`)
    await look()
    for (const person of learners)
      await until(async () => (await told(person))[0]?.title === "The class begins: Weekly")
  }
  for (const person of learners) {
    const titles = (await told(person)).map(({ title }) => title)
    for (const [title, times] of [
      ["Within a day: Weekly", 5],
      ["Within the hour: Weekly", 5],
      ["The class begins: Weekly", 5],
    ] as const) {
      expect([title, titles.filter((each) => each === title).length]).toEqual([title, times])
    }
  }
})

test("a class that is moved five minutes before it begins is not told of as beginning, but again before its new hour", async () => {
  const learner = await a.learner()
  a.clock.set("2027-04-13T16:00:00Z")
  const { id, version } = await addClasses("Clinic", "2027-04-13T17:00:00Z")
  const titles = async () => (await told(learner)).map(({ title }) => title).filter((title) => title.includes("Clinic"))
  await look()
  await until(async () => (await titles()).includes("Within the hour: Clinic"))
  a.clock.set("2027-04-13T16:55:00Z")
  const change = { ...live, title: "Clinic", startsAt: "2027-04-13T18:30:00Z", which: "one", version }
  await calls(a.t, a.teacher, ["PATCH", `/operator/learning/classes/${id}`], change)
  await until(async () => (await titles())[0] === "Moved: Clinic")
  // What was put in line for the old hour is not sent any more.
  const { key } = await a.t.s.db
    .selectFrom("notices")
    .select("key")
    .where("accountId", "=", learner.accountId)
    .where("title", "=", "Within the hour: Clinic")
    .executeTakeFirstOrThrow()
  const kind = a.t.s.noticeKinds.find(({ name }) => name === "class-hour")
  expect(await kind?.holds?.(a.t.s.db, { accountId: learner.accountId, key })).toBe(false)
  for (const [at, heard] of [
    ["17:00", "Within a day: Clinic"],
    ["17:30", "Within the hour: Clinic"],
    ["18:30", "The class begins: Clinic"],
  ] as const) {
    a.clock.set(`2027-04-13T${at}:00Z`)
    await Promise.all([look(), look()])
    await until(async () => (await titles())[0] === heard)
  }
  expect(await titles()).toEqual([
    ...["The class begins: Clinic", "Within the hour: Clinic", "Within a day: Clinic", "Moved: Clinic"],
    ...["Within the hour: Clinic", "New class: Clinic"],
  ])
})

test("what is announced to 2,000 learners is told to each once, whoever dies on the way, and their teachers' pages answer", async () => {
  const each = sql`generate_series(1, 2000) n`
  await transact(a.t.s.db, async (tx) => {
    // Past what the product does at each of these rows.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into accounts (id, name, email) select 'crowd-' || n, 'Crowd ' || n, n || '@crowd.example' from ${each}`.execute(
      tx,
    )
    await sql`insert into enrolments (id, application_id, account_id, cohort_id, program_id, status, plan, offered_at, started_at)
      select 'crowd-' || n, 'crowd-' || n, 'crowd-' || n, ${a.cohortId}, ${a.programId}, 'active', 'full', '2026-12-01', '2026-12-01'
      from ${each}`.execute(tx)
  })
  a.clock.set("2027-05-20T09:00:00Z")
  const news = { cohortId: a.cohortId, title: "Bring a pen", body: "We draw." }
  await calls(a.t, a.teacher, ["POST", "/operator/learning/announcements"], news, 201)
  const { data } = await calls(a.t, a.teacher, ["GET", "/operator/learning/announcements"])
  const { id } = data.find(({ title }: { title: string }) => title === "Bring a pen")
  // Beside the one that the press began: one that ends in the middle, and one that begins after it.
  const job = { cohortId: a.cohortId, told: { what: "announcement", id } } as const
  const heard = async () => {
    const { rows } = await sql<{ notices: number; letters: number }>`
      select count(*)::int as notices, count(distinct (notice_id, channel))::int as letters
      from notices left join notice_deliveries on notice_id = id and channel = 'mail'
      where kind = 'announcement' and key = ${id} and notices.account_id like 'crowd-%'`.execute(a.t.s.db)
    return rows[0]
  }
  const dying = new AbortController()
  const died = tellCohort.run(a.t.s, job, dying.signal)
  await until(async () => ((await heard())?.notices ?? 0) > 50, 60_000)
  dying.abort()
  await expect(died).rejects.toThrow()
  await tellCohort.run(a.t.s, job, new AbortController().signal)
  expect(await heard()).toEqual({ notices: 2_000, letters: 2_000 })

  const { data: waits } = await calls(a.t, a.teacher, ["GET", "/operator/learning/queue"])
  expect(waits.quiet).toBe(100)
  const ask = { cohortId: a.cohortId, title: "Rules", text: "Be kind." }
  await calls(a.t, a.teacher, ["POST", "/learning/discussions"], ask, 201)
  const list = await calls(a.t, a.teacher, ["GET", `/learning/discussions?cohortId=${a.cohortId}`])
  expect(list.data).toHaveLength(1)
}, 240_000)
