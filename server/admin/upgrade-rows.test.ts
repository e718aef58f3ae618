import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import { pino } from "pino"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { parsers } from "#server/db/embedded-host.ts"
import { migrate, migrateAsFarAs, readMigrations } from "#server/db/migrate.ts"
import { type Db, type OpenDatabase, openOnThread, openPostgres } from "#server/db/open.ts"
import { readConfig } from "#server/settings/config.ts"
import { readCatalog } from "#server/testing/databases/catalog.ts"
import { fillEveryTable } from "#server/testing/databases/fill-every-table.ts"
import { createEmptyPostgres, isPostgres } from "#server/testing/databases/test-database.ts"
import { rehearse } from "#server/upgrade/rehearse.ts"
import { listTables, listViews } from "./tables.ts"

/** Rows that a migration takes out of a table, and why nobody misses them. */
const goneOnPurpose: Readonly<Record<string, string>> = {
  "0010-runs: generation_orders": "the table is named runs since then",
  "0020-media: file_leftovers": "its rows are in media_orphans",
  "0021-models: photoshoots": "nothing had made any until then",
}

/** Tables that take one row alone. */
const ofOneRow = ["receipt_counter", "switches"]

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "aworan-upgrade-rows-"))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

let database: OpenDatabase
let migrations: string[]
beforeEach(async () => {
  database = isPostgres() ? openPostgres(await createEmptyPostgres()) : openOnThread(await PGlite.create({ parsers }))
  migrations = (await readMigrations(database.db)).pending
})
afterEach(() => database.close())

/** Rows of every table, and of every view, which may stand for one of before. */
async function countAll(db: Db): Promise<Map<string, number>> {
  const names = [...(await listTables(db)), ...(await listViews(db))]
  if (names.length === 0) return new Map()
  const counts = names.map(
    (name) => sql`select ${sql.lit(name)} as name, count(*)::int as count from ${sql.table(name)}`,
  )
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

function tablesWithLess(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] {
  return [...before].filter(([table, count]) => (after.get(table) ?? 0) < count).map(([table]) => table)
}

/** What `npm run admin -- upgrade` does on a copy: the rest of the migrations in one go, balances, and every list. */
async function upgrade(): Promise<{ isWell: boolean; said: string }> {
  const said: string[] = []
  const config = readConfig({ ENGINE: "fake", DATA_DIR: dir }, { threads: 1 })
  const isWell = await rehearse(database, config, pino({ level: "silent" }), (line) => said.push(line))
  return { isWell, said: said.join("\n") }
}

test("every migration finds rows in every table, of each shape that it had had, and leaves them there", async () => {
  const shapes = new Map<string, string>()
  const gone: string[] = []
  // Without what counts the migrations, which takes longer for each than all of this.
  const plain = database.db.withoutPlugins() as unknown as Kysely<unknown>
  for (const [at, name] of migrations.entries()) {
    const before = await countAll(database.db)
    const { up } = (await import(`../db/migrations/${name}.ts`)) as Migration
    await plain.transaction().execute(up)
    gone.push(...tablesWithLess(before, await countAll(database.db)).map((table) => `${name}: ${table}`))
    const changed = new Set<string>()
    for (const table of await readCatalog(database.db)) {
      const shape = JSON.stringify(table)
      if (shapes.get(table.name) !== shape) changed.add(table.name)
      shapes.set(table.name, shape)
    }
    await fillEveryTable(database, { from: 2 * at + 1, only: changed })
  }
  expect(gone).toEqual(Object.keys(goneOnPurpose))
  const rows = await countAll(database.db)
  expect((await listTables(database.db)).filter((table) => (rows.get(table) ?? 0) < 2)).toEqual(ofOneRow)
  // Rows of every age are read now.
  await migrate(database, { migrations: Object.fromEntries(migrations.map((name) => [name, { up: async () => {} }])) })
  expect(await upgrade()).toEqual({ isWell: true, said: expect.stringMatching(/lists {5}(\d+) of \1 answer/) })
}, 240_000)

/** Nobody ran anything before the first; the others are about 900 and 300 commits older than the newest, which is one more. */
const states = ["0071-installation", "0177-terms-accepted", "0212-discussions", "newest but one"]

test.each(states)(
  "an upgrade from %s keeps the rows of every table, and they can be read",
  async (state) => {
    const last = state.startsWith("newest") ? migrations.at(-2) : migrations.find((name) => name === state)
    if (last === undefined) throw new Error(`There is no migration ${state}.`)
    await migrateAsFarAs(
      database,
      migrations.filter((name) => name <= last),
    )
    await fillEveryTable(database, { rows: 3 })
    const before = await countAll(database.db)
    const tables = await listTables(database.db)
    expect(tables.filter((table) => (before.get(table) ?? 0) < 2)).toEqual(
      ofOneRow.filter((table) => tables.includes(table)),
    )
    const { isWell, said } = await upgrade()
    expect(said).toMatch(/lists {5}(\d+) of \1 answer/)
    expect(said).toMatch(/ledger {4}adds up/)
    expect(said).toMatch(/holds {5}none forgotten/)
    expect(isWell).toBe(true)
    expect(tablesWithLess(before, await countAll(database.db))).toEqual([])
  },
  240_000,
)
