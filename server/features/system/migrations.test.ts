import { type Kysely, sql } from "kysely"
import pg from "pg"
import { afterEach, beforeEach, expect, test } from "vitest"
import { migrate } from "#server/db/migrate.ts"
import type { OpenDatabase } from "#server/db/open.ts"
import { isPostgres, openTestDatabase } from "#server/testing/test-database.ts"
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
    const { rows } = await client.query(
      "select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    )
    await client.end()
    expect(rows).toEqual([])
  },
)
