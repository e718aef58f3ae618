import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { afterAll, expect, test } from "vitest"
import { DurableFs, durableStartParams } from "./durable-fs.ts"

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
