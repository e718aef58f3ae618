import { readdirSync } from "node:fs"
import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import pg from "pg"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { haveOwnSessions, migrate } from "#server/db/migrate.ts"
import { up } from "#server/db/migrations/0194-international-phones.ts"
import { up as writeDomains } from "#server/db/migrations/0198-email-domains.ts"
import { type Db, type OpenDatabase, openPostgres } from "#server/db/open.ts"
import { createEmptyPostgres, isPostgres, openTestDatabase } from "#server/testing/databases/test-database.ts"
import { until } from "#server/testing/wait.ts"

let database: OpenDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const names = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database.db)
  return rows.map(({ name }) => name)
}

test("a folder whose migrations came in another order gets those it lacks", async () => {
  const known = await names()
  const nothing = { up: async () => {} }
  const all = Object.fromEntries(known.map((name) => [name, nothing]))
  const added: string[] = []
  const add = (name: string) => ({
    up: async (db: Kysely<unknown>) => {
      await sql.raw(`create table ${name} (id int)`).execute(db)
      added.push(name)
    },
  })
  await migrate(database, { migrations: { ...all, "9002-late": add("late") } })
  await migrate(database, { migrations: { ...all, "9001-early": add("early"), "9002-late": add("late") } })
  expect(added).toEqual(["late", "early"])
  expect(await names()).toEqual(expect.arrayContaining(["9001-early", "9002-late"]))
})

test("the release before starts on the tables of the next one", async () => {
  await sql`
    insert into kysely_migration (name, timestamp) values ('9999-of-a-newer-release', '2030-01-01')`.execute(
    database.db,
  )
  await migrate(database)
  expect(await names()).toContain("9999-of-a-newer-release")
})

test.runIf(isPostgres())(
  "a second process waits for a long migration, says so, and has no time limit itself",
  async () => {
    if (database.raw.kind !== "postgres") throw new Error("PostgreSQL was expected.")
    const known = Object.fromEntries((await names()).map((name) => [name, { up: async () => {} }]))
    const { promise: isLong, resolve: end } = Promise.withResolvers<void>()
    const limits: string[] = []
    const migrations = {
      ...known,
      "9003-long": {
        async up(db: Kysely<unknown>) {
          for (const name of ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]) {
            const { rows } = await sql<Record<string, string>>`show ${sql.raw(name)}`.execute(db)
            limits.push(...Object.values(rows[0] ?? {}))
          }
          await isLong
        },
      },
    }
    const first = migrate(database, { migrations })
    await until(async () => limits.length === 3)
    expect(limits).toEqual(["0", "0", "0"])
    const said: string[] = []
    const second = migrate(database, { migrations, onWait: (message) => said.push(message) })
    await until(async () => said.length > 0)
    end()
    await Promise.all([first, second])
    expect(said).toEqual(["Another process brings the tables up to date. Waiting for it to end."])
    expect(limits).toHaveLength(3)
    const client = new pg.Client({ connectionString: database.raw.url })
    await client.connect()
    // A connection that was ended gives its lock back when its backend is gone, which nobody waits for.
    await until(async () => {
      const { rows } = await client.query(
        "select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
      )
      return rows.length === 0
    })
    await client.end()
  },
)

/**
 * The first migration that the release before does not have. Nothing is released yet: until then it is an earlier state that
 * stands for it, and with each release this moves on and the list below becomes empty.
 */
const firstOfThisRelease = "0080"

/** New limits on columns of before, and why the release before never meets them. */
const harmless: Readonly<Record<string, string>> = {
  payments_paid_back: "paid_back_minor is new and stays 0, and what is to go back was never below that",
  contracts_status_check: "other words for the same, from before anything was released",
  bonuses_credits_check: "wider than before",
  lessons_check1: "only where due_after_days is given, which is new",
  trainings_reference_key: "wider than before",
  operators_role_check: "wider than before",
  operator_invites_role_check: "wider than before",
  captured_mails_mail_idx: "only where mail_id is given, which is new",
}

/** Columns, and what limits the rows, of every table, as the database itself tells it; of a view, too, which may stand for one. */
async function readSchema(db: Db) {
  const columns = await sql<{ table: string; column: string; type: string; isNeeded: boolean }>`
    select relname as table, attname as column, format_type(atttypid, atttypmod) as type,
      attnotnull and not atthasdef and attidentity = '' as "isNeeded"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped`.execute(
    db,
  )
  const limits = await sql<{ table: string; name: string; text: string; columns: string[] }>`
    select relname as table, name, text, array(
      select attname::text from pg_attribute where attrelid = pg_class.oid and attnum = any(keys)) as columns
    from (
      select conrelid as of, conname::text as name, pg_get_constraintdef(oid) as text, conkey as keys from pg_constraint
      where contype in ('c', 'f')
      union all
      select indrelid, indexrelid::regclass::text, pg_get_indexdef(indexrelid), indkey::int2[] from pg_index
      where indisunique) as found
    join pg_class on pg_class.oid = of where relnamespace = 'public'::regnamespace`.execute(db)
  return { columns: columns.rows, limits: limits.rows }
}

/** A new database with the tables as they were before a migration. */
async function openBefore(first: string): Promise<OpenDatabase> {
  const folder = new URL("../../../db/migrations/", import.meta.url)
  const load = async (name: string): Promise<[string, Migration]> => [
    name.replace(/\.ts$/, ""),
    (await import(new URL(name, folder).href)) as Migration,
  ]
  const former = readdirSync(folder).filter((name) => name < first)
  const empty = openPostgres(await createEmptyPostgres())
  await migrate(empty, { migrations: Object.fromEntries(await Promise.all(former.map(load))) })
  return empty
}

test.runIf(isPostgres())(
  "lessons of before are the first edition, begun by those who did something there",
  async () => {
    const old = await openBefore("0216")
    for (const statement of [
      "insert into accounts (id, name) values ('ada', 'Ada'), ('bola', 'Bola'), ('chi', 'Chi')",
      "insert into course_modules (id, phase, position, title) values ('m', 1, 1, 'Prices')",
      `insert into lessons (id, module_id, position, kind, title, minutes, body, is_draft, version)
      values ('open', 'm', 1, 'text', 'Open', 5, 'Words', false, 7), ('draft', 'm', 2, 'text', 'Draft', 5, 'Words', true, 1)`,
      "insert into lesson_progress values ('ada', 'open', '2026-02-01')",
      "insert into lesson_notes (account_id, lesson_id, text, updated_at) values ('ada', 'open', 'Mine', '2026-01-01')",
      "insert into lesson_notes (account_id, lesson_id, text, updated_at) values ('bola', 'open', 'Mine', '2026-03-01')",
    ]) {
      await sql.raw(statement).execute(old.db)
    }
    await migrate(old)
    const lessons = await old.db.selectFrom("lessons").select(["id", "edition", "isPublished"]).orderBy("id").execute()
    const begun = await old.db.selectFrom("begunLessons").selectAll().orderBy("accountId").execute()
    await old.close()
    expect(lessons).toEqual([
      { id: "draft", edition: 1, isPublished: false },
      { id: "open", edition: 1, isPublished: true },
    ])
    expect(
      begun.map(({ accountId, edition, begunAt }) => [accountId, edition, begunAt.toISOString().slice(0, 7)]),
    ).toEqual([
      ["ada", 1, "2026-01"],
      ["bola", 1, "2026-03"],
    ])
  },
)

test.runIf(isPostgres())(
  "what the release before reads and writes goes on to work on the tables of this one",
  async () => {
    const empty = await openBefore(firstOfThisRelease)
    const before = await readSchema(empty.db)
    await migrate(empty)
    const now = await readSchema(empty.db)
    await empty.close()
    const wasThere = (table: string, column: string) =>
      before.columns.find((one) => one.table === table && one.column === column)
    const tables = new Set(before.columns.map(({ table }) => table))
    const found: string[] = []
    for (const { table, column, type } of before.columns) {
      const same = now.columns.find((one) => one.table === table && one.column === column)
      if (same?.type !== type) found.push(`${table}.${column} was ${type} and is ${same?.type ?? "gone"}`)
    }
    for (const { table, column, isNeeded } of now.columns) {
      if (tables.has(table) && isNeeded && !wasThere(table, column)?.isNeeded)
        found.push(`${table}.${column} must be given`)
    }
    for (const { table, name, text, columns } of now.limits) {
      const isOld = before.limits.some((one) => one.table === table && one.text === text)
      // The release before leaves what is new as it is.
      const isOfOldColumns = columns.some((column) => wasThere(table, column))
      if (!isOld && isOfOldColumns && !(name in harmless)) found.push(`${table} is limited by ${name}: ${text}`)
    }
    expect(found).toEqual([])
  },
)

test.runIf(isPostgres())("a pooler that lends connections by the transaction is found out", async () => {
  if (database.raw.kind !== "postgres") throw new Error("PostgreSQL was expected.")
  const [one, other] = [0, 1].map(() => new pg.Client({ connectionString: (database.raw as { url: string }).url }))
  if (!one || !other) throw new Error("Two connections were expected.")
  await Promise.all([one.connect(), other.connect()])
  expect(await haveOwnSessions(one, other)).toBe(true)
  // What a pooler makes of two connections then: one session of the database for both.
  expect(await haveOwnSessions(one, one)).toBe(false)
  await Promise.all([one.end(), other.end()])
})

test("a number that two accounts confirmed in two ways of writing ends with the one that has no other way in", async () => {
  const insert = (id: string, phone: string, passwordHash: string | null, isPhoneVerified = true) =>
    database.db
      .insertInto("accounts")
      .values({ id, email: null, name: id, passwordHash, phone, isPhoneVerified } as never)
      .execute()
  await insert("with-password", "+2348030000001", "hash")
  await insert("phone-only", "+23408030000001", null)
  await insert("noted", "+23408030000001", "hash", false)
  await insert("other", "+2348030000002", "hash")
  await up(database.db.withoutPlugins() as unknown as Kysely<unknown>)
  const rows = await database.db
    .selectFrom("accounts")
    .select(["id", "phone", "isPhoneVerified"])
    .orderBy("id")
    .execute()
  expect(rows).toEqual([
    { id: "noted", phone: "+2348030000001", isPhoneVerified: false },
    { id: "other", phone: "+2348030000002", isPhoneVerified: true },
    { id: "phone-only", phone: "+2348030000001", isPhoneVerified: true },
    { id: "with-password", phone: "+2348030000001", isPhoneVerified: false },
  ])
})

test("an address in two ways of writing ends with the account that confirmed it, and the other one loses nothing", async () => {
  const insert = (id: string, email: string, isEmailVerified: boolean, createdAt: string) =>
    database.db
      .insertInto("accounts")
      .values({ id, email, name: id, passwordHash: "hash", phone: null, isEmailVerified, createdAt } as never)
      .execute()
  await insert("unicode", "ada@bücher.example", true, "2026-02-01")
  await insert("sent", "ada@xn--bcher-kva.example", false, "2026-01-01")
  await insert("alone", "obi@bücher.example", false, "2026-01-01")
  await insert("plain", "ada@example.com", true, "2026-01-01")
  await insert("newer", "eze@例え.テスト", false, "2026-03-01")
  await insert("older", "eze@xn--r8jz45g.xn--zckzah", false, "2026-01-01")
  await database.db
    .insertInto("identities")
    .values({ id: "i", accountId: "plain", provider: "google", providerUid: "1", providerEmail: "a@bücher.example" })
    .execute()
  const said: string[] = []
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0)
  try {
    await writeDomains(database.db.withoutPlugins() as unknown as Kysely<unknown>)
  } finally {
    write.mockRestore()
  }
  const rows = await database.db
    .selectFrom("accounts")
    .select(["id", "email", "isEmailVerified"])
    .orderBy("id")
    .execute()
  expect(rows).toEqual([
    { id: "alone", email: "obi@xn--bcher-kva.example", isEmailVerified: false },
    { id: "newer", email: "eze@例え.テスト", isEmailVerified: false },
    { id: "older", email: "eze@xn--r8jz45g.xn--zckzah", isEmailVerified: false },
    { id: "plain", email: "ada@example.com", isEmailVerified: true },
    { id: "sent", email: "double-sent:ada@xn--bcher-kva.example", isEmailVerified: false },
    { id: "unicode", email: "ada@xn--bcher-kva.example", isEmailVerified: true },
  ])
  expect(said.join("")).toMatch(/Accounts unicode and sent .*\n.*Accounts older and newer /s)
  const identity = await database.db.selectFrom("identities").select("providerEmail").executeTakeFirstOrThrow()
  expect(identity.providerEmail).toBe("a@xn--bcher-kva.example")
})
