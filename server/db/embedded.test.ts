import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { afterAll, describe, expect, test } from "vitest"
import { DurableFs, durableStartParams } from "./durable-fs.ts"
import { FolderInUseError, lockFolder } from "./process-lock.ts"

const dir = mkdtempSync(join(tmpdir(), "aworan-db-"))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test("the embedded database syncs every commit to the disk before it is acknowledged", async () => {
  let syncs = 0
  const fs = new DurableFs(join(dir, "durable"), () => {
    syncs++
  })
  const db = await PGlite.create({ fs, startParams: durableStartParams })
  await db.exec("create table notes (body text)")
  const before = syncs
  for (let n = 0; n < 10; n++) await db.query("insert into notes values ($1)", [`note ${n}`])
  expect(syncs - before).toBeGreaterThanOrEqual(10)
  const { rows } = await db.query<{ fsync: string }>("show fsync")
  expect(rows[0]?.fsync).toBe("on")
  await db.close()
}, 60_000)

describe("the folder's lock", () => {
  test("keeps a second opener out, and says what to do", () => {
    // The lock of a live process: this test runner's parent stands for the other server.
    const other = mkdtempSync(join(dir, "held-"))
    writeFileSync(join(other, "process.lock"), `${process.ppid} ${startOf(process.ppid)}`)
    expect(() => lockFolder(other)).toThrow(FolderInUseError)
    expect(() => lockFolder(other)).toThrow(/DATA_DIR/)
  })

  test("of a process that died is taken over, also when its number lives again", () => {
    const dead = mkdtempSync(join(dir, "dead-"))
    writeFileSync(join(dead, "process.lock"), "999999999 123")
    lockFolder(dead)()
    const reused = mkdtempSync(join(dir, "reused-"))
    writeFileSync(join(reused, "process.lock"), `${process.ppid} an-earlier-start`)
    lockFolder(reused)()
  })
})

function startOf(pid: number): string {
  const stat = readProcess(pid)
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""
}

function readProcess(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, "utf8")
}
