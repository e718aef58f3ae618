import { pino } from "pino"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type OpenDatabase, transact } from "#server/db/open.ts"
import { type Notifications, notify, openNotifications } from "#server/platform/realtime/notifications.ts"
import { throughPort } from "#server/testing/databases/postgres-cluster.ts"
import { isPostgres, openTestDatabase } from "#server/testing/databases/test-database.ts"
import { type SlowProxy, startSlowProxy } from "#server/testing/processes/slow-proxy.ts"

let database: OpenDatabase
let notifications: Notifications
const heard: string[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  notifications = await openNotifications(database, ["news"], pino({ level: "silent" }))
  notifications.on("news", (message) => heard.push(message))
})
beforeEach(() => {
  heard.length = 0
})
afterAll(async () => {
  await notifications.close()
  await database.close()
})

/** Says something last and waits until it is heard, so that nothing is still to come. */
async function heardInAll(): Promise<string[]> {
  await notify(database.db, "news", "last")
  await expect.poll(() => heard).toContain("last")
  return heard.filter((message) => message !== "last")
}

test.each([{ isCertain: false }, { isCertain: true }])(
  "a transaction that is undone tells nobody ($isCertain)",
  async (options) => {
    const undone = transact(database.db, async (tx) => {
      await notify(tx, "news", "undone", options)
      throw new Error("no")
    })
    await expect(undone).rejects.toThrow("no")
    expect(await heardInAll()).toEqual([])
  },
)

test("a transaction tells what it did in its order, also when a part of it must be certain", async () => {
  await transact(database.db, async (tx) => {
    await notify(tx, "news", "one")
    await notify(tx, "news", "two")
  })
  await transact(database.db, async (tx) => {
    await notify(tx, "news", "three")
    await notify(tx, "news", "four", { isCertain: true })
    await notify(tx, "news", "five")
  })
  expect(await heardInAll()).toEqual(["one", "two", "three", "four", "five"])
})

test("what is told without waiting is heard in its order", async () => {
  const wanted = Array.from({ length: 200 }, (_, n) => `message ${n}`)
  const all: Promise<void>[] = []
  for (const [n, message] of wanted.entries()) {
    all.push(notify(database.db, "news", message))
    if (n % 7 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(all)
  expect(await heardInAll()).toEqual(wanted)
})

test("what cannot be told leaves what was done as it is", async () => {
  const tooLong = "x".repeat(10_000)
  await expect(transact(database.db, (tx) => notify(tx, "news", tooLong))).resolves.toBeUndefined()
  await expect(transact(database.db, (tx) => notify(tx, "news", tooLong, { isCertain: true }))).rejects.toThrow()
  expect(await heardInAll()).toEqual([])
})

describe.runIf(isPostgres())("over a network that breaks while it connects anew", () => {
  let proxy: SlowProxy
  let far: OpenDatabase
  beforeEach(async () => {
    if (database.raw.kind !== "postgres") throw new Error("PostgreSQL was expected.")
    proxy = await startSlowProxy(Number(new URL(database.raw.url).port || 5432))
    far = { ...database, raw: { ...database.raw, url: throughPort(database.raw.url, proxy.port) } }
  })
  afterEach(() => proxy.close())

  test("one connection listens afterwards, and ends when it is closed", async () => {
    const listening = await openNotifications(far, ["news"], pino({ level: "silent" }))
    let reconnects = 0
    listening.onReconnect(() => reconnects++)
    proxy.cutAt("listen ")
    proxy.cut()
    proxy.restore()
    await expect.poll(() => reconnects, { timeout: 10_000 }).toBeGreaterThan(0)
    await listening.close()
    await expect.poll(() => proxy.open()).toBe(0)
    expect(reconnects).toBe(1)
  })

  test("one that was closed meanwhile does not listen after all", async () => {
    const listening = await openNotifications(far, ["news"], pino({ level: "silent" }))
    const before = proxy.taken()
    proxy.cut()
    proxy.restore()
    proxy.freeze()
    await expect.poll(() => proxy.taken(), { timeout: 10_000 }).toBeGreaterThan(before)
    await listening.close()
    proxy.thaw()
    await expect.poll(() => proxy.open()).toBe(0)
  })
})
