import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Writable } from "node:stream"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest"
import { handoutSlugs } from "#contract/catalogue/handouts.ts"
import type { Storage } from "#server/adapters/storage/port.ts"
import { jobs } from "#server/composition/jobs.ts"
import { startWorker } from "#server/composition/worker.ts"
import { createWorkerApp } from "#server/composition/worker-app.ts"
import { transact } from "#server/db/open.ts"
import { deadLetterOf } from "#server/platform/jobs/queue.ts"
import { createLog } from "#server/platform/observability/log.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import { clockMs, leastOf } from "#server/testing/measure.ts"
import { canMount, mountDisk } from "#server/testing/processes/small-disk.ts"
import { openTestS3 } from "#server/testing/services/s3.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"

const mailHandout = job("contact.sheet")
function job(name: string) {
  const found = jobs.find((one) => one.name === name)
  if (!found) throw new Error(`There is no job named ${name}.`)
  return found
}

let t: TestApp
beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(() => t.close())

// First, since figures of the database count for some seconds.
test("figures tell of work in line and its age, of what was tried too often, runs, calls, storage, room and the process", async () => {
  const person = await t.signUp({ credits: 5 })
  const worker = startWorker(t.s, jobs)
  const body = { prompt: "a clay pot", aspect_ratio: "1:1" }
  expect((await t.request("POST", "/image-gen-with-flux-1.1", { person, body })).statusCode).toBe(200)
  await worker.stop(5_000)
  await transact(t.s.db, (tx) => t.s.queue.enqueue(tx, mailHandout, { id: "waits", slug: handoutSlugs[0] }))
  await t.s.queue.boss.send(deadLetterOf(mailHandout.name), {})
  await sql`update jobs.job set start_after = now() - interval '90 seconds' where name = ${mailHandout.name}`.execute(
    t.s.db,
  )
  const { body: figures } = await t.request("GET", "/metrics")
  /** @returns the figure whose line begins so */
  const figure = (name: string): number =>
    Number(
      figures
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")
        .at(-1),
    )
  expect(figure(`aworan_jobs{job="${mailHandout.name}",state="waiting"}`)).toBe(1)
  expect(figure(`aworan_jobs{job="${deadLetterOf(mailHandout.name)}",state="waiting"}`)).toBe(1)
  expect(figure(`aworan_job_oldest_seconds{job="${mailHandout.name}",state="waiting"}`)).toBeGreaterThanOrEqual(90)
  expect(figure('aworan_runs_total{kind="picture",engine="fake",outcome="ready"}')).toBe(1)
  expect(figure('aworan_pictures_drawn_total{engine="fake"}')).toBe(1)
  expect(figure('aworan_storage_seconds_count{call="put",outcome="done"}')).toBeGreaterThan(0)
  const call = { method: "POST", route: "/image-gen-with-flux-1.1", status: "200" }
  const labels = Object.entries(call).map(([name, value]) => `${name}="${value}"`)
  expect(figure(`aworan_http_seconds_count{${labels}}`)).toBe(1)
  expect(figure("aworan_disk_free_bytes")).toBeGreaterThan(0)
  expect(figure("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThanOrEqual(0)
  expect(figure("process_resident_memory_bytes")).toBeGreaterThan(0)
  if (!isPostgres()) return
  expect(figure('aworan_database_connections{state="max"}')).toBe(17)
  expect(figure('aworan_database_connections{state="open"}')).toBeGreaterThan(0)
  expect(figure("aworan_database_away")).toBe(0)
})

describe("a worker's own address", () => {
  test("says that it lives, that it can work, and its figures", async () => {
    const app = createWorkerApp(t.s, () => false)
    expect((await app.inject("/healthz")).json()).toEqual({ status: "ok" })
    expect((await app.inject("/readyz")).json()).toEqual({ status: "ready" })
    expect((await app.inject("/metrics")).body).toContain("aworan_job_seconds")
    expect((await app.inject({ url: "/metrics", remoteAddress: "198.51.100.7" })).statusCode).toBe(404)
    await app.close()
  })

  test.each<[string, boolean, Storage["check"] | null, string, string[]]>([
    ["it stops", true, null, "stopping", ["stopping"]],
    ["storage fails", false, async () => Promise.reject(new Error("away")), "not ready", ["storage"]],
    ["storage is silent", false, () => new Promise(() => {}), "not ready", ["storage"]],
  ])("is not ready while %s, and says so within two seconds", async (_, isStopping, check, status, hindrances) => {
    const storage: Storage = check ? { ...t.s.storage, check } : t.s.storage
    const app = createWorkerApp({ ...t.s, storage }, () => isStopping)
    const ask = async () => {
      const reply = await app.inject("/readyz")
      expect([reply.statusCode, reply.json()]).toEqual([503, { status, hindrances }])
    }
    // Half a second more for a busy machine; without a limit of its own the silent one would never answer.
    expect(await leastOf(2_500, () => clockMs(ask))).toBeLessThan(2_500)
    await app.close()
  })
})

test("what was found out is found out again also when the clock is set back meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] })
  onTestFinished(() => void vi.useRealTimers())
  let isUnavailable = true
  const check = async (): Promise<void> => {
    if (isUnavailable) throw new Error("away")
  }
  const app = createWorkerApp({ ...t.s, storage: { ...t.s.storage, check } }, () => false)
  expect((await app.inject("/readyz")).json()).toEqual({ status: "not ready", hindrances: ["storage"] })
  isUnavailable = false
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(6_000)
  expect((await app.inject("/readyz")).json()).toEqual({ status: "ready" })
  await app.close()
})

test("the access log is a setting, and has the route, status, time and account, and nothing that people wrote", async () => {
  const logged = async (settings: Record<string, string>) => {
    const lines: string[] = []
    const to = new Writable({
      write(bytes, _encoding, done) {
        lines.push(String(bytes))
        done()
      },
    })
    const app = await openTestApp({ hasWorker: false, settings, log: createLog("info", to) })
    const person = await app.signUp()
    lines.length = 0
    await app.request("GET", "/credits?note=a-secret-note", { person, headers: { "x-forwarded-for": "198.51.100.7" } })
    await app.close()
    return { person, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
  }
  expect((await logged({})).lines).toEqual([])
  const { person, lines } = await logged({ ACCESS_LOG: "1" })
  expect(lines).toMatchObject([{ method: "GET", route: "/credits", status: 200, accountId: person.accountId }])
  expect(lines[0]?.ms).toEqual(expect.any(Number))
  expect(JSON.stringify(lines)).not.toMatch(/a-secret-note|198\.51|127\.0\.0\.1|cookie/)
})

test.runIf(canMount())("a full disk that keeps nothing but the key keeps nobody from working", async () => {
  const dir = mkdtempSync(join(tmpdir(), "aworan-key-only-"))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  onTestFinished(mountDisk(dir, 4))
  const s3 = await openTestS3()
  onTestFinished(s3.close)
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.bucket
  const elsewhere = await openTestApp({
    settings: {
      DATA_DIR: dir,
      DATABASE_URL: "postgres://aworan@127.0.0.1/aworan",
      STORAGE: "s3",
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  })
  onTestFinished(elsewhere.close)
  const person = await elsewhere.signUp({ credits: 5 })
  const body = { prompt: "a clay pot", aspect_ratio: "1:1" }
  expect((await elsewhere.request("GET", "/readyz")).json()).toEqual({ status: "ready" })
  expect((await elsewhere.request("POST", "/image-gen-with-flux-1.1", { person, body })).statusCode).toBe(200)
})
