import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs"
import { cp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { migrateAsFarAs, readMigrations } from "#server/db/migrate.ts"
import { openEmbedded } from "#server/db/open.ts"
import { lockFolder } from "#server/db/process-lock.ts"
import { lastBefore, lastDone, lookInto, makeFormerFolder } from "#server/testing/databases/former-database.ts"
import { startProcess, unpackDatabase } from "#server/testing/processes/processes.ts"
import { canMount, mountDisk } from "#server/testing/processes/small-disk.ts"
import { upgradeAsProcess } from "#server/testing/processes/upgrade-process.ts"

let dir: string
let former: string
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "aworan-upgrade-processes-"))
  former = join(dir, "former")
  await makeFormerFolder(former)
}, 240_000)
afterAll(() => rmSync(dir, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

const isLatest = async (folder: string) => (await lookInto(folder, readMigrations)).pending.length === 0

/** What is left of a rehearsal or of a copy that is not whole. */
const leftIn = (folder: string) => readdirSync(folder).filter((name) => /rehearsal|new$|old$/.test(name))

describe("two at once", () => {
  test("one upgrades, and the other says that it is being done", async () => {
    const folder = join(dir, "twice")
    await cp(former, folder, { recursive: true })
    const settings = { DATA_DIR: folder }
    const both = await Promise.all([upgradeAsProcess(settings), upgradeAsProcess(settings)])
    const [done, refused] = both.toSorted((one, other) => Number(one.code) - Number(other.code))
    expect(done).toEqual({ code: 0, output: expect.stringMatching(/upgraded {2}in /) })
    expect(refused).toEqual({ code: 2, output: expect.stringMatching(/^The data folder .* if it upgrades, wait/) })
    expect(await isLatest(folder)).toBe(true)
    expect(leftIn(folder)).toEqual([])
  }, 240_000)

  test("nothing is upgraded under a product that runs", async () => {
    const folder = join(dir, "running")
    const product = await startProcess({ DATA_DIR: folder })
    for (const words of [[], ["back"], ["back", "agreed"]]) {
      const refused = await upgradeAsProcess({ DATA_DIR: folder }, ...words)
      expect(refused).toEqual({ code: 2, output: expect.stringMatching(/If that is the product, stop it first/) })
    }
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
    expect(await product.stop()).toBe(0)
  })

  test("a way back that was broken off is ended by the one that holds the folder", async () => {
    const folder = join(dir, "broken off")
    unpackDatabase(folder)
    vi.stubEnv("TEST_EMBEDDED_IMAGE", "")
    const [database, kept] = [join(folder, "database"), join(folder, "before-upgrade/database")]
    mkdirSync(join(folder, "before-upgrade"))
    renameSync(database, kept)
    mkdirSync(join(folder, "after-upgrade"))
    const start = () => startProcess({ DATA_DIR: folder, DATA_DIR_WAIT_SECONDS: "0" })
    // Somebody goes back at this moment, and is between the two steps.
    const lock = await lockFolder(folder, { waitMs: 0, onWait: () => {}, onLost: () => {} })
    await expect(start()).rejects.toThrow(/in use by another running Aworan/)
    expect(existsSync(kept)).toBe(true)
    lock.release()

    const starts = await Promise.allSettled([start(), start()])
    const running = starts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
    expect(running).toHaveLength(1)
    expect(starts.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { message: expect.stringContaining("in use by another running Aworan") },
    })
    expect([existsSync(database), existsSync(join(folder, "before-upgrade"))]).toEqual([true, false])
    await running[0]?.stop()
  })
})

test("a database of before the first version is left alone, and the sentence says why", async () => {
  const folder = join(dir, "ancient")
  const database = await openEmbedded(join(folder, "database"))
  const { pending } = await readMigrations(database.db)
  await migrateAsFarAs(
    database,
    pending.filter((name) => name < "0041"),
  )
  await database.close()
  const refused = await upgradeAsProcess({ DATA_DIR: folder })
  expect(refused).toEqual({
    code: 2,
    output: expect.stringMatching(/^This database was made before the first version/),
  })
  expect(await lookInto(folder, lastDone)).toBe("0040-payments")
})

describe.runIf(canMount())("on a disk that is full", () => {
  /** The former version's folder on a disk of so many MiB. */
  async function onDisk<T>(mib: number, work: (folder: string) => Promise<T>): Promise<T> {
    const folder = mkdtempSync(join(dir, "disk-"))
    const unmount = mountDisk(folder, mib)
    try {
      await cp(former, folder, { recursive: true })
      return await work(folder)
    } finally {
      unmount()
    }
  }

  const noRoom =
    /There is no room to copy the database: (\d+) MiB are needed, and (\d+) are free\.\n.*Nothing was changed/

  test("an upgrade is not begun", async () => {
    await onDisk(150, async (folder) => {
      const refused = await upgradeAsProcess({ DATA_DIR: folder })
      expect(refused).toEqual({ code: 1, output: expect.stringMatching(noRoom) })
      expect(await lookInto(folder, lastDone)).toBe(lastBefore)
    })
  })

  test.each(["copying rehearsal", "said copy", "copying before-upgrade.new"])(
    "since it was %s, everything is as before, and goes once there is room",
    async (step) => {
      await onDisk(600, async (folder) => {
        const refused = await upgradeAsProcess({ DATA_DIR: folder, FILL_AT: step })
        expect(refused).toEqual({ code: 1, output: expect.stringMatching(noRoom) })
        const [, needed, free] = noRoom.exec(refused.output) ?? []
        expect(Number(needed)).toBeGreaterThan(Number(free))
        expect(leftIn(folder)).toEqual([])
        rmSync(join(folder, "filler"))
        expect(await lookInto(folder, lastDone)).toBe(lastBefore)
        expect(await upgradeAsProcess({ DATA_DIR: folder })).toMatchObject({ code: 0 })
        expect(await isLatest(folder)).toBe(true)
      })
    },
    240_000,
  )

  test("while the real database is brought up to date, it is as before, and goes once there is room", async () => {
    await onDisk(600, async (folder) => {
      const ended = await upgradeAsProcess({ DATA_DIR: folder, FILL_AT: "said kept" })
      expect(ended).toEqual({ code: 1, output: expect.stringMatching(/no room to change .* Nothing was changed/) })
      rmSync(join(folder, "filler"))
      expect(await lookInto(folder, lastDone)).toBe(lastBefore)
      expect(await upgradeAsProcess({ DATA_DIR: folder })).toMatchObject({ code: 0 })
      expect(await isLatest(folder)).toBe(true)
    })
  }, 240_000)
})
