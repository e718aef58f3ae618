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
})

describe("the embedded database on its thread", () => {
  let database: EmbeddedDatabase
  beforeAll(async () => {
    database = await EmbeddedDatabase.open({ dir: join(dir, "thread"), reserveDir: null })
    await database.exec("create table counts (n int primary key)")
  })
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

  test("answers a statement that comes again as it did the first time, also when its table changed", async () => {
    await database.exec("create table things (id int primary key, name text, tags text[], made timestamptz)")
    const insert = "insert into things values ($1, $2, $3, $4) returning id, name, tags, made"
    const made = new Date("2026-11-24T10:00:00.000Z")
    for (let id = 0; id < 4; id++) {
      const { rows, affectedRows } = await database.query(insert, [id, id % 2 ? null : "tin", ["a", 'b,"c'], made])
      expect(rows).toEqual([{ id, name: id % 2 ? null : "tin", tags: ["a", 'b,"c'], made }])
      expect(affectedRows).toBe(1)
    }
    const find = "select id from things where name = $1 order by id"
    const all = "select * from things where id = $1"
    for (let n = 0; n < 3; n++) {
      expect((await database.query(find, ["tin"])).rows).toEqual([{ id: 0 }, { id: 2 }])
      expect((await database.query(find, ["tin"], { rowMode: "array" })).rows).toEqual([[0], [2]])
      expect((await database.query<{ name: string }>(all, [0])).rows[0]?.name).toBe("tin")
      await expect(database.query(insert, [0, "twice", [], made])).rejects.toMatchObject({ code: "23505" })
      await expect(database.query("select nothing from things where id = $1", [0])).rejects.toMatchObject({
        code: "42703",
      })
      await expect(database.query(find, ["tin", "more"])).rejects.toMatchObject({ code: "08P01" })
    }
    await database.exec("alter table things drop column tags; alter table things add column price int default 5")
    expect((await database.query(find, ["tin"])).rows).toEqual([{ id: 0 }, { id: 2 }])
    expect((await database.query(all, [1])).rows).toEqual([{ id: 1, name: null, made, price: 5 }])
    await expect(database.query(insert, [9, "tin", [], made])).rejects.toThrow()
    expect((await database.query("select $1::text as long", ["é".repeat(300_000)])).rows).toEqual([
      { long: "é".repeat(300_000) },
    ])
    const [first, second] = await database.exec("select 1 as a; update things set price = 6 where id < 2")
    expect([first?.rows, second?.affectedRows]).toEqual([[{ a: 1 }], 2])
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
})
