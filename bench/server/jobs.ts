/** The bars of the job queue (architecture): start within 150 ms of the commit, forty short jobs, and after a crash. */
import { setTimeout as sleep } from "node:timers/promises"
import { pino } from "pino"
import { z } from "zod"
import { startWorker } from "#server/composition/worker.ts"
import { type OpenDatabase, transact } from "#server/db/open.ts"
import { type Job, job } from "#server/declarations/job.ts"
import type { Services } from "#server/declarations/services.ts"
import { jobsChannel, openQueue } from "#server/platform/jobs/queue.ts"
import { createMetrics } from "#server/platform/observability/metrics.ts"
import { openNotifications } from "#server/platform/realtime/notifications.ts"
import { crashWhileDrawing } from "#server/testing/processes/crash.ts"
import { signUpAt, startProcess } from "#server/testing/processes/processes.ts"
import { until } from "#server/testing/wait.ts"
import { onBothDatabases } from "./databases.ts"
import { atMost, type Figure, percentile, report } from "./figures.ts"

const bars = { startMs: 150, fortySeconds: 1.5, againSeconds: 15 }
const singleJobs = 60
const jobMs = 20

const begun = new Map<number, number>()
let ended = 0

const note: Job = job({
  name: "bench.note",
  payload: z.object({ n: z.number() }),
  attempts: 1,
  timeLimitSeconds: 10,
  concurrency: () => 2,
  async run(_s, { n }) {
    begun.set(n, performance.now())
    await sleep(jobMs)
    ended++
  },
})

async function measureQueue(database: OpenDatabase): Promise<{ waits: number[]; fortySeconds: number }> {
  const log = pino({ level: "error" })
  const notifications = await openNotifications(database, [jobsChannel], log)
  const queue = await openQueue(database, [note], log)
  const s = { db: database.db, queue, notifications, log, metrics: createMetrics() } as unknown as Services
  const enqueue = (n: number) => transact(s.db, (tx) => queue.enqueue(tx, note, { n }))

  const worker = startWorker(s, [note])
  const waits: number[] = []
  begun.clear()
  for (let n = 0; n < singleJobs; n++) {
    await enqueue(n)
    const committed = performance.now()
    // A job may begin before the commit's own answer is back.
    waits.push(Math.max(0, (await until(async () => begun.get(n))) - committed))
    await until(async () => ended > n)
  }
  await worker.stop(1_000)

  for (let n = 0; n < 40; n++) await enqueue(1_000 + n)
  ended = 0
  const began = performance.now()
  const second = startWorker(s, [note])
  await until(async () => ended === 40, 60_000)
  const fortySeconds = (performance.now() - began) / 1_000
  await second.stop(1_000)
  await queue.stop()
  await notifications.close()
  ended = 0
  return { waits, fortySeconds }
}

const figures: Figure[] = []
await onBothDatabases(async ({ kind, settings, open }) => {
  const database = await open()
  const { waits, fortySeconds } = await measureQueue(database)
  await database.close()
  const restart = () => startProcess({ ...settings, WELCOME_CREDITS: "200" })
  const running = await restart()
  const visitor = await signUpAt(running, "jobs@example.com")
  const crash = await crashWhileDrawing(visitor, running, restart, 1)
  await crash.process.stop()
  figures.push(
    atMost(`${kind}: commit to start, median of ${singleJobs}`, percentile(waits, 0.5), bars.startMs, "ms"),
    atMost(`${kind}: commit to start, 95 of 100`, percentile(waits, 0.95), bars.startMs, "ms"),
    atMost(`${kind}: forty jobs of ${jobMs} ms, two at once`, fortySeconds, bars.fortySeconds, "s"),
    atMost(`${kind}: kill to the job being done again`, crash.recoverySeconds, bars.againSeconds, "s"),
  )
})
report(figures)
