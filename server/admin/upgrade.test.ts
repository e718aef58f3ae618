import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { cp, rename } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { pino } from "pino"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { readMigrations } from "#server/db/migrate.ts"
import { type Db, type OpenDatabase, openPostgres } from "#server/db/open.ts"
import { readConfig } from "#server/settings/config.ts"
import {
  lastBefore,
  lastDone,
  lookInto,
  makeFormer,
  makeFormerFolder,
} from "#server/testing/databases/former-database.ts"
import { createEmptyPostgres, isPostgres } from "#server/testing/databases/test-database.ts"
import { freePort, startProcess } from "#server/testing/processes/processes.ts"
import { spawnTied } from "#server/testing/processes/tied-children.ts"
import { until } from "#server/testing/wait.ts"
import { runUpgrade } from "#server/upgrade/upgrade.ts"

const log = pino({ level: "silent" })

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "aworan-upgrade-"))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** What this version makes as well, so that its migration fails. */
const standsInTheWay = sql`create table private_links (id text)`

async function run(settings: Record<string, string>, ...words: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = []
  const config = { ...readConfig({ ENGINE: "fake", ...settings }, { threads: 1 }), folderWaitMs: 0 }
  try {
    return { code: await runUpgrade(config, log, words, (line) => lines.push(line)), said: lines.join("\n") }
  } catch (error) {
    return { code: 2, said: error instanceof Error ? error.message : String(error) }
  }
}

const people = [{ id: "id-1" }, { id: "id-2" }]
const accounts = (db: Db) => db.selectFrom("accounts").select("id").orderBy("id").execute()

describe.runIf(!isPostgres())("upgrading the embedded database", () => {
  let old: string
  beforeAll(async () => {
    old = join(dir, "old")
    await makeFormerFolder(old)
  }, 240_000)

  /** A data folder that the version before left. */
  async function folderOf(name: string, change?: (db: Db) => Promise<unknown>): Promise<string> {
    const folder = join(dir, name)
    await cp(old, folder, { recursive: true })
    if (change) await lookInto(folder, change)
    return folder
  }

  test("is tried on a copy, done, told, and taken back", async () => {
    const folder = await folderOf("good")
    const upgraded = await run({ DATA_DIR: folder })
    expect(upgraded).toMatchObject({ code: 0 })
    expect(upgraded.said).toMatch(/changes {3}\d+, from 0217-trash to /)
    expect(upgraded.said).toMatch(/private_links: new, then 0/)
    // Pictures lie in another table than before and are read by their former name.
    expect(upgraded.said).not.toMatch(/then gone/)
    expect(upgraded.said).toMatch(/ledger {4}adds up/)
    const [, answer, asked] = /lists {5}(\d+) of (\d+) answer/.exec(upgraded.said) ?? []
    expect(Number(asked)).toBeGreaterThan(80)
    expect(answer).toBe(asked)
    // The account that asked the lists was one of the copy.
    expect(await lookInto(folder, accounts)).toEqual(people)
    expect((await lookInto(folder, readMigrations)).pending).toEqual([])
    expect((await run({ DATA_DIR: folder })).said).toMatch(/Nothing to do/)

    const asksFirst = await run({ DATA_DIR: folder }, "back")
    expect(asksFirst).toMatchObject({ code: 1 })
    expect((await lookInto(folder, readMigrations)).pending).toEqual([])
    const back = await run({ DATA_DIR: folder }, "back", "agreed")
    expect(back.said).toContain(lastBefore)
    expect(await lookInto(folder, lastDone)).toBe(lastBefore)
    expect(await run({ DATA_DIR: folder }, "back", "agreed")).toMatchObject({ code: 2 })
    expect(await lookInto(folder, lastDone)).toBe(lastBefore)
  }, 240_000)

  test("that fails on the copy leaves everything as it was, and people read a page", async () => {
    const folder = await folderOf("bad", (db) => standsInTheWay.execute(db))
    const failed = await run({ DATA_DIR: folder })
    expect(failed).toMatchObject({ code: 1 })
    expect(failed.said).toMatch(/private_links/)
    expect(failed.said).toMatch(/Nothing was changed/)
    expect(await lookInto(folder, lastDone)).toBe(lastBefore)
    expect(readdirSync(folder)).not.toContain("rehearsal")
    expect(readdirSync(folder)).not.toContain("before-upgrade")

    const port = String(await freePort())
    const env = { PATH: "/usr/bin:/bin", DATA_DIR: folder, PORT: port, ENGINE: "fake" }
    const child = spawnTied(process.execPath, ["server/main.ts"], { env, stdio: "ignore" })
    const ask = () => fetch(`http://localhost:${port}/app`).catch(() => null)
    await until(async () => (await ask()) !== null)
    const page = await ask()
    expect(page?.status).toBe(503)
    expect(page?.headers.get("retry-after")).toBe("300")
    expect(await page?.text()).toContain("We will be right back")
    child.kill("SIGTERM")
  }, 240_000)

  test("goes by itself at a start, whatever an upgrade left that was killed", async () => {
    const folder = await folderOf("killed")
    for (const left of ["rehearsal", "before-upgrade.new/database", "before-upgrade/database"]) {
      mkdirSync(join(folder, left), { recursive: true })
      writeFileSync(join(folder, left, "PG_VERSION"), "half of it")
    }
    const product = await startProcess({ DATA_DIR: folder })
    expect(product.output()).toMatch(/upgraded {2}in /)
    await product.stop()
    expect(readdirSync(folder).filter((name) => /rehearsal|new$/.test(name))).toEqual([])
    expect(await lookInto(folder, accounts)).toEqual(people)
    expect(await run({ DATA_DIR: folder }, "back", "agreed")).toMatchObject({ code: 0 })

    // Killed between the two steps of the way back, when no folder has the database's name.
    await rename(join(folder, "database"), join(folder, "kept"))
    mkdirSync(join(folder, "before-upgrade"))
    await rename(join(folder, "kept"), join(folder, "before-upgrade/database"))
    expect(await run({ DATA_DIR: folder })).toMatchObject({ code: 0 })
    expect((await lookInto(folder, readMigrations)).pending).toEqual([])
  }, 240_000)

  test("leaves alone what a newer version changed, and what a running product holds", async () => {
    const folder = await folderOf("newer", (db) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-of-a-newer-release', '2020-01-01')`.execute(db),
    )
    const told = await run({ DATA_DIR: folder })
    expect(told).toMatchObject({ code: 0 })
    expect(told.said).toContain("A newer version has changed this database (9999-of-a-newer-release)")
    const product = await startProcess({ DATA_DIR: folder })
    expect((await run({ DATA_DIR: folder })).said).toMatch(
      /is held by another process \(process \d+ on .*If that is the product, stop it first/,
    )
    await product.stop()
    expect(existsSync(join(folder, "database"))).toBe(true)
  }, 240_000)
})

describe.runIf(isPostgres())("upgrading PostgreSQL", () => {
  let url: string
  let database: OpenDatabase
  beforeAll(async () => {
    url = await createEmptyPostgres()
    database = openPostgres(url)
    await makeFormer(database)
  }, 240_000)
  afterAll(() => database.close())

  const settings = () => ({ DATA_DIR: join(dir, "postgres"), DATABASE_URL: url })
  const copies = async () => {
    const { rows } = await sql`select 1 from pg_database where datname = current_database() || '_rehearsal'`.execute(
      database.db,
    )
    return rows.length
  }

  test("is tried in a second database, which goes again; the real one follows only when that went well", async () => {
    await standsInTheWay.execute(database.db)
    const refused = await run(settings())
    expect(refused).toEqual({
      code: 2,
      said: expect.stringContaining("has a table private_links that this product did not make"),
    })
    expect(await lastDone(database.db)).toBe(lastBefore)
    expect(await copies()).toBe(0)
    await sql`drop table private_links`.execute(database.db)

    const [upgraded, second] = (await Promise.all([run(settings()), run(settings())])).toSorted(
      (a, b) => a.code - b.code,
    )
    expect(upgraded).toEqual({ code: 0, said: expect.stringMatching(/lists {5}(\d+) of \1 answer/) })
    expect(second).toEqual({ code: 2, said: expect.stringContaining("Another process upgrades this database") })
    expect((await readMigrations(database.db)).pending).toEqual([])
    expect(await accounts(database.db)).toEqual(people)
    expect(await copies()).toBe(0)
    expect((await run(settings(), "back", "agreed")).said).toMatch(/restore your backup/)
  }, 240_000)
})
