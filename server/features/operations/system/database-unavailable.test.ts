import { Writable } from "node:stream"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openPostgres } from "#server/db/open.ts"
import { createLog } from "#server/platform/observability/log.ts"
import { notify, openNotifications } from "#server/platform/realtime/notifications.ts"
import { throughPort } from "#server/testing/databases/postgres-cluster.ts"
import { isPostgres, openTestDatabase } from "#server/testing/databases/test-database.ts"
import { type SlowProxy, startSlowProxy } from "#server/testing/processes/slow-proxy.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

/** Longest time to an answer and to being back, with what a busy machine adds. */
const soonMs = 5_000
const slackMs = 2_500

let proxy: SlowProxy
let t: TestApp
let person: TestPerson
let closeReal: () => Promise<void>
const lines: string[] = []

describe.runIf(isPostgres())("while the database is away", () => {
  beforeAll(async () => {
    const real = await openTestDatabase()
    closeReal = () => real.close()
    if (real.raw.kind !== "postgres") throw new Error("PostgreSQL was expected.")
    proxy = await startSlowProxy(Number(new URL(real.raw.url).port || 5432))
    const url = throughPort(real.raw.url, proxy.port)
    const to = new Writable({
      write(bytes, _encoding, done) {
        lines.push(String(bytes))
        done()
      },
    })
    t = await openTestApp({ replace: { database: openPostgres(url) }, log: createLog("warn", to) })
    person = await t.signUp({ credits: 50 })
  })
  afterAll(async () => {
    await t.close()
    await proxy.close()
    await closeReal()
  })

  const order = { prompt: "a clay pot", aspect_ratio: "1:1" }
  const draw = () => t.request("POST", "/image-gen-with-flux-1.1", { person, body: order })

  async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
    const start = performance.now()
    const result = await work()
    return { result, ms: performance.now() - start }
  }

  test.each(["freeze", "cut"] as const)(
    "by a %s: calls get a 503 soon, and everything goes on afterwards",
    async (way) => {
      await until(async () => (await t.request("GET", "/readyz")).statusCode === 200)
      expect((await draw()).statusCode).toBe(200)
      lines.length = 0
      const back = way === "freeze" ? "thaw" : "restore"
      proxy[way]()
      const awayAt = Date.now()
      const ready = await timed(() => t.request("GET", "/readyz"))
      expect(ready.ms).toBeLessThan(2_000 + slackMs)
      const calls = await Promise.all(
        Array.from({ length: 20 }, () => timed(() => t.request("GET", "/credits", { person }))),
      )
      for (const { result, ms } of calls) {
        expect(ms).toBeLessThan(soonMs + slackMs)
        expect(result.statusCode, result.body).toBe(503)
        expect(result.headers["retry-after"]).toBe("2")
        expect(result.json().type).toBe("service_unavailable")
      }
      const notReady = await timed(() => t.request("GET", "/readyz"))
      expect(notReady.result.statusCode).toBe(503)
      expect(notReady.result.json().hindrances).toContain("database")
      const status = await timed(() => t.request("GET", "/service-status"))
      expect(status.ms).toBeLessThan(soonMs + slackMs)
      expect(status.result.json().data.parts[0]).toEqual({ part: "accounts", state: "down" })
      for (let n = 0; n < 40; n++) await t.request("GET", "/credits", { person })
      const seconds = (Date.now() - awayAt) / 1_000
      expect(lines.length, lines.join("")).toBeLessThanOrEqual(Math.ceil(seconds) + 1)

      proxy[back]()
      const again = await timed(() => until(async () => (await t.request("GET", "/readyz")).statusCode === 200))
      expect(again.ms).toBeLessThan(soonMs + slackMs)
      // The worker claims again, and what it draws is heard of.
      const drawn = await timed(draw)
      expect(drawn.result.statusCode, drawn.result.body).toBe(200)
      expect(drawn.ms).toBeLessThan(soonMs + slackMs)
    },
    60_000,
  )

  test("a cut that is over before anybody looks is no loss of the database", async () => {
    const real = await openTestDatabase()
    if (real.raw.kind !== "postgres") throw new Error("PostgreSQL was expected.")
    const line = await startSlowProxy(Number(new URL(real.raw.url).port || 5432))
    const database = openPostgres(throughPort(real.raw.url, line.port))
    if (database.raw.kind !== "postgres") throw new Error("PostgreSQL was expected.")
    const changes: boolean[] = []
    database.raw.pools.onChange((isUnavailable) => changes.push(isUnavailable))
    // What watches the database has asked it once.
    const asked = sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and state = 'idle' and query = 'select 1'`
    await until(async () => (await asked.execute(real.db)).rows.length > 0)
    line.cut()
    line.restore()
    const before = line.taken()
    await until(async () => line.taken() > before)
    await until(async () => (await asked.execute(real.db)).rows.length > 0)
    expect(changes).toEqual([])
    await database.close()
    await line.close()
    await real.close()
  })

  test("a listening connection that goes silent alone is given up, and what is told afterwards is heard", async () => {
    const { raw } = t.s.database
    if (raw.kind !== "postgres") throw new Error("PostgreSQL was expected.")
    const line = await startSlowProxy(proxy.port)
    const alone = { ...t.s.database, raw: { ...raw, url: throughPort(raw.url, line.port) } }
    const listening = await openNotifications(alone, ["check"], t.s.log, { probeEveryMs: 100 })
    const heard: string[] = []
    listening.on("check", (message) => heard.push(message))
    const isBack = Promise.withResolvers<void>()
    listening.onReconnect(isBack.resolve)
    await notify(t.s.db, "check", "before")
    await until(async () => heard.length === 1)
    line.freeze()
    // Nobody tells that it went silent: it is asked, given up, and tried anew.
    await until(async () => line.taken() > 1)
    line.thaw()
    await isBack.promise
    await notify(t.s.db, "check", "after")
    await until(async () => heard.includes("after"))
    await listening.close()
    await line.close()
  })

  test("it stops in good time", async () => {
    proxy.freeze()
    const stopped = await timed(() => t.stopWorker(1_000))
    expect(stopped.ms).toBeLessThan(7_500 + slackMs)
    proxy.thaw()
    await until(async () => (await t.request("GET", "/readyz")).statusCode === 200)
  })
})
