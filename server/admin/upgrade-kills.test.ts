import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openPostgres } from "#server/db/open.ts"
import {
  countEach,
  lastBefore,
  lastDone,
  lookInto,
  makeFormer,
  makeFormerFolder,
} from "#server/testing/databases/former-database.ts"
import { createEmptyPostgres, isPostgres } from "#server/testing/databases/test-database.ts"
import { killsEachStep } from "#server/testing/processes/crash.ts"
import { upgradeAsProcess } from "#server/testing/processes/upgrade-process.ts"
import { listTables } from "./tables.ts"

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "aworan-upgrade-kills-"))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Each finds what the one before left; the last but one replaces a copy that is kept already. */
const stepsOfEmbedded = [
  "copying rehearsal",
  "said tables",
  "said lists",
  "copying before-upgrade.new",
  "renamed before-upgrade",
  "renamed before-upgrade.old",
  "migrating",
]

const stepsOfPostgres = ["made copy", "filling copy", "said copy", "said tables", "said lists", "migrating"]

/** Each step where all are asked for, else every third. */
const some = (steps: readonly string[]) => steps.filter((_step, at) => killsEachStep || at % 3 === 0)

/** Starts the command and waits until it killed itself at this step. */
async function killAt(step: string, settings: Record<string, string>, ...words: string[]): Promise<void> {
  const { code, output } = await upgradeAsProcess({ ...settings, KILL_AT: step }, ...words)
  expect({ step, code, output }).toEqual({ step, code: null, output: expect.any(String) })
}

test.runIf(!isPostgres())(
  "an upgrade ends well after it was killed at any of its steps, and so does the way back",
  async () => {
    const settings = { DATA_DIR: join(dir, "embedded") }
    const folder = settings.DATA_DIR
    await makeFormerFolder(folder)
    const tables = await lookInto(folder, listTables)
    const rows = await lookInto(folder, (db) => countEach(db, tables))
    for (const step of some(stepsOfEmbedded)) await killAt(step, settings)
    expect(await lookInto(folder, lastDone)).toBe(lastBefore)
    await killAt("said upgraded", settings)
    expect((await upgradeAsProcess(settings)).output).toMatch(/Nothing to do/)
    expect(await lookInto(folder, (db) => countEach(db, tables))).toEqual(rows)

    for (const step of ["renamed after-upgrade", "renamed database"]) {
      expect(await upgradeAsProcess(settings)).toMatchObject({ code: 0 })
      await killAt(step, settings, "back", "agreed")
      const ended = await upgradeAsProcess(settings, "back", "agreed")
      expect(ended).toEqual({ code: 0, output: expect.stringContaining("has been ended now") })
      expect(await lookInto(folder, lastDone)).toBe(lastBefore)
      expect(await lookInto(folder, (db) => countEach(db, tables))).toEqual(rows)
      expect(readdirSync(folder)).toContain("after-upgrade")
      expect(await upgradeAsProcess(settings, "back", "agreed")).toMatchObject({ code: 2 })
    }
    expect(readdirSync(folder).filter((name) => /rehearsal|new$|old$/.test(name))).toEqual([])
  },
  480_000,
)

test.runIf(isPostgres())(
  "an upgrade of PostgreSQL ends well after it was killed at any of its steps",
  async () => {
    const url = await createEmptyPostgres()
    const settings = { DATA_DIR: join(dir, "postgres"), DATABASE_URL: url }
    const database = openPostgres(url)
    try {
      await makeFormer(database)
      const tables = await listTables(database.db)
      const rows = await countEach(database.db, tables)
      for (const step of some(stepsOfPostgres)) {
        await killAt(step, settings)
        expect(await lastDone(database.db)).toBe(lastBefore)
        expect(await countEach(database.db, tables)).toEqual(rows)
      }
      await killAt("said upgraded", settings)
      expect(await upgradeAsProcess(settings)).toEqual({ code: 0, output: expect.stringContaining("Nothing to do") })
      expect(await countEach(database.db, tables)).toEqual(rows)
      const copies = sql`select 1 from pg_database where datname = current_database() || '_rehearsal'`
      expect((await copies.execute(database.db)).rows).toEqual([])
      expect(readdirSync(settings.DATA_DIR)).not.toContain("rehearsal")
    } finally {
      await database.close()
    }
  },
  480_000,
)
