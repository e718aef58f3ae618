import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Cluster, findPostgres, startCluster } from "#server/testing/databases/postgres-cluster.ts"
import { type OpenDatabase, openPostgres } from "./open.ts"
import { createStatementNames } from "./statement-names.ts"

describe("names of statements", () => {
  const often = (nameOf: (text: string) => string | undefined, text: string): (string | undefined)[] =>
    Array.from({ length: 6 }, () => nameOf(text))

  test("are given to what comes again and again, each its own", () => {
    const nameOf = createStatementNames()
    const first = often(nameOf, "select id from a where id = $1")
    const second = often(nameOf, "select id from b where id = $1")
    expect(first[0]).toBeUndefined()
    expect(first.at(-1)).toBeDefined()
    expect(second.at(-1)).toBeDefined()
    expect(second.at(-1)).not.toBe(first.at(-1))
  })

  test("are few, however many statements there are", () => {
    const nameOf = createStatementNames()
    const names = Array.from({ length: 1_000 }, (_, n) => often(nameOf, `select ${n} where 1 = $1`).at(-1))
    expect(new Set(names.filter((name) => name !== undefined)).size).toBe(200)
  })

  test.each([
    "select * from accounts where id = $1",
    'select "document".*, (select 1) as one from files as document where id = $1',
    "insert into accounts (id) values ($1) returning *",
  ])("are not for what changes with its table: %s", (text) => {
    expect(often(createStatementNames(), text)).toEqual(Array.from({ length: 6 }))
  })

  test.each([
    "select id from accounts where lower(name) like $1",
    'select "id" from "accounts" where "email" LIKE $2 and id = $1',
  ])("are not for a search by a beginning, whose plan goes by what is searched: %s", (text) => {
    expect(often(createStatementNames(), text)).toEqual(Array.from({ length: 6 }))
  })
})

describe.runIf(findPostgres())("on a connection", () => {
  let cluster: Cluster
  let database: OpenDatabase
  beforeAll(async () => {
    cluster = await startCluster(findPostgres() ?? "")
    database = openPostgres(`${cluster.baseUrl}/postgres`)
  })
  afterAll(async () => {
    await database.close()
    await cluster.stop()
  })

  test("a frequent statement is kept prepared, and answers as before", async () => {
    await database.db.connection().execute(async (db) => {
      for (let n = 0; n < 10; n++) {
        const { rows } = await sql<{ double: number }>`select ${n}::int * 2 as double`.execute(db)
        expect(rows).toEqual([{ double: n * 2 }])
      }
      const kept = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
      expect(kept.rows).toEqual([{ statement: "select $1::int * 2 as double" }])
    })
  })

  test("a table may get a column while its rows are read as a whole again and again", async () => {
    await database.db.connection().execute(async (db) => {
      await sql`create table notes (id int)`.execute(db)
      const read = (): Promise<unknown> => sql`select * from notes where id = ${1}`.execute(db)
      for (let n = 0; n < 10; n++) await read()
      await sql`alter table notes add column body text`.execute(db)
      await expect(read()).resolves.toMatchObject({ rows: [] })
    })
  })
})
