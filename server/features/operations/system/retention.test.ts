import { mkdirSync, readdirSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { jobs } from "#server/composition/jobs.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

/** Days of each setting, none of them the usual one or another's. */
const days = { activity: 11, captured: 12, undelivered: 13, upgradeCopy: 15 }

let t: TestApp
let person: TestPerson

beforeAll(async () => {
  t = await openTestApp({
    hasWorker: false,
    settings: {
      KEEP_ACTIVITY_DAYS: String(days.activity),
      KEEP_CAPTURED_DAYS: String(days.captured),
      KEEP_UNDELIVERED_DAYS: String(days.undelivered),
      KEEP_UPGRADE_COPY_DAYS: String(days.upgradeCopy),
    },
  })
  person = await t.signUp()
})
afterAll(() => t.close())

const ago = (hours: number) => sql<Date>`now() - make_interval(hours => ${hours})`

/** Two ages in hours, on either side of so many days. */
const around = (limit: number): [old: number, young: number] => [limit * 24 + 1, limit * 24 - 1]

/** Jobs of one name, as their schedule runs them. */
async function run(name: string): Promise<void> {
  const job = jobs.find((one) => one.name === name)
  expect(job?.schedule).toMatch(/\S/)
  await job?.run(t.s, {}, new AbortController().signal)
}

test.runIf(!isPostgres())("the embedded database gets the room of deleted rows back by a job", async () => {
  const { db } = t.s
  const sizeOf = async (): Promise<number> => {
    const { rows } = await sql<{ size: number }>`select pg_relation_size('vacuum_check')::int as size`.execute(db)
    return rows[0]?.size ?? -1
  }
  await sql`create table vacuum_check as select repeat('x', 1000) as text from generate_series(1, 500)`.execute(db)
  await sql`delete from vacuum_check`.execute(db)
  expect(await sizeOf()).toBeGreaterThan(400_000)
  await run("system.vacuum")
  expect(await sizeOf()).toBe(0)
})

test("what happened to an account goes after its days", async () => {
  const [old, young] = around(days.activity)
  const line = { accountId: person.accountId, ip: "203.0.113.9", userAgent: "", countryCode: "ng" }
  await t.s.db
    .insertInto("accountLogs")
    .values([
      { ...line, event: "old", createdAt: ago(old) },
      { ...line, event: "young", createdAt: ago(young) },
    ])
    .execute()
  await run("accounts.sweep")
  const { logs } = (await t.request("GET", "/v1/account/logs", { person })).json<{ logs: { event: string }[] }>()
  const events = logs.map(({ event }) => event)
  expect(events).toContain("young")
  expect(events).not.toContain("old")
})

test("captured mails and text messages go after their days", async () => {
  const [old, young] = around(days.captured)
  const recipient = "kept@example.com"
  for (const [hours, text] of [
    [old, "old"],
    [young, "young"],
  ] as const) {
    const row = { recipient, text, createdAt: ago(hours) }
    await t.s.db
      .insertInto("capturedMails")
      .values({ ...row, subject: text, html: "" })
      .execute()
    await t.s.db.insertInto("capturedMessages").values(row).execute()
  }
  await run("system.sweep")
  for (const path of ["/dev/mail.json", "/dev/messages.json"]) {
    const kept = (await t.request("GET", `${path}?to=${recipient}`)).json<{ text: string }[]>()
    expect(
      kept.map(({ text }) => text),
      path,
    ).toEqual(["young"])
  }
})

test("mails that did not arrive go after their days, sent again or not", async () => {
  const [old, young] = around(days.undelivered)
  const row = { job: "contact.forward", payload: "{}", accountId: null, outcome: "refused", reason: "No." } as const
  const resentAt = new Date()
  await t.s.db
    .insertInto("undeliveredMails")
    .values([
      { ...row, id: "old", createdAt: ago(old), resentAt: null },
      { ...row, id: "old and sent again", createdAt: ago(old), resentAt },
      { ...row, id: "young", createdAt: ago(young), resentAt: null },
    ])
    .execute()
  await run("system.sweep")
  const kept = await t.s.db.selectFrom("undeliveredMails").select("id").execute()
  expect(kept.map(({ id }) => id)).toEqual(["young"])
})

test("what the database was before an upgrade goes after its days", async () => {
  const { dataDir } = t.s.config
  const [old, young] = around(days.upgradeCopy)
  const keep = (name: string, hours: number): void => {
    mkdirSync(join(dataDir, name, "database"), { recursive: true })
    const at = Date.now() / 1_000 - hours * 3_600
    utimesSync(join(dataDir, name), at, at)
  }
  keep("before-upgrade", old)
  keep("after-upgrade", young)
  await run("system.sweep")
  const left = readdirSync(dataDir)
  expect(left).not.toContain("before-upgrade")
  expect(left).toContain("after-upgrade")
})
