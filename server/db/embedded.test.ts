import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { DurableFs, durableStartParams } from "./durable-fs.ts"
import { EmbeddedDatabase } from "./embedded-database.ts"

const dir = mkdtempSync(join(tmpdir(), "aworan-db-"))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test("the embedded database syncs every commit to the disk before it is acknowledged", async () => {
  let syncs = 0
  const fs = new DurableFs(join(dir, "durable"), { onSync: () => syncs++ })
  const db = await PGlite.create({ fs, startParams: durableStartParams })
  await db.exec("create table notes (body text)")
  const before = syncs
  for (let n = 0; n < 10; n++) await db.query("insert into notes values ($1)", [`note ${n}`])
  expect(syncs - before).toBeGreaterThanOrEqual(10)
  const { rows } = await db.query<{ fsync: string }>("show fsync")
  expect(rows[0]?.fsync).toBe("on")
  await db.close()
}, 60_000)

describe("the embedded database on its thread", () => {
  let database: EmbeddedDatabase
  beforeAll(async () => {
    database = await EmbeddedDatabase.open({ dir: join(dir, "thread"), reserveDir: null })
    await database.exec("create table counts (n int primary key)")
  }, 60_000)
  afterAll(() => database.close())

  test("leaves the process free while a long statement runs", async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await database.query("select count(*) from generate_series(1, 2000000)")
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })

  test("answers as pg does: bytes as Buffers, big whole numbers as text, refusals with their code", async () => {
    const { rows } = await database.query<{ bytes: Buffer; big: string }>("select $1::bytea as bytes, 5::int8 as big", [
      Buffer.from([0, 255]),
    ])
    expect(rows).toEqual([{ bytes: Buffer.from([0, 255]), big: "5" }])
    expect(Buffer.isBuffer(rows[0]?.bytes)).toBe(true)
    await database.query("insert into counts values (1)")
    await expect(database.query("insert into counts values (1)")).rejects.toMatchObject({
      code: "23505",
      constraint: "counts_pkey",
    })
  })

  test("keeps a transaction together, and undoes it when it fails", async () => {
    const order: string[] = []
    const failing = database.transaction(async (tx) => {
      await tx.query("insert into counts values (2)")
      order.push("inside")
      throw new Error("not today")
    })
    const beside = database.query("select 1").then(() => order.push("beside"))
    await expect(failing).rejects.toThrow("not today")
    await beside
    expect(order).toEqual(["inside", "beside"])
    expect((await database.query("select n from counts where n = 2")).rows).toEqual([])
  })

  test("gives what is told on a channel to whoever listens, until they leave", async () => {
    const heard: string[] = []
    const leave = await database.listen("news", (message) => heard.push(message))
    await database.query("select pg_notify('news', 'one')")
    await leave()
    await database.query("select pg_notify('news', 'two')")
    expect(heard).toEqual(["one"])
  })
})

test("an embedded database that cannot be opened says why", async () => {
  const damaged = join(dir, "damaged")
  mkdirSync(damaged)
  writeFileSync(join(damaged, "PG_VERSION"), "99\n")
  await expect(EmbeddedDatabase.open({ dir: damaged, reserveDir: null })).rejects.toThrow()
}, 60_000)
