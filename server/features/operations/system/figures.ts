import { Gauge } from "prom-client"
import type { Services } from "#server/declarations/services.ts"
import { countMoneyProblems, countWaiting, type WaitingJobs } from "./queries.ts"

/** How long figures of the database count: several readers share one question. */
const databaseEveryMs = 5_000

/** Adds the figures that are looked up when somebody reads them: work in line, room on the disk, connections. */
export function registerFigures(s: Services): void {
  const registers = [s.metrics.registry]
  // Several applications may share the services of one process.
  if (s.metrics.registry.getSingleMetric("aworan_jobs")) return
  let waiting: { at: number; rows: Promise<WaitingJobs[]> } | null = null
  const read = (): Promise<WaitingJobs[]> => {
    if (waiting === null || performance.now() - waiting.at > databaseEveryMs) {
      waiting = { at: performance.now(), rows: countWaiting(s.db).catch(() => []) }
    }
    return waiting.rows
  }
  new Gauge({
    name: "aworan_jobs",
    help: "Jobs in line, by kind and state; kinds that end in .dead were tried too often",
    labelNames: ["job", "state"],
    registers,
    async collect() {
      this.reset()
      for (const { job, state, count } of await read()) this.set({ job, state }, count)
    },
  })
  new Gauge({
    name: "aworan_job_oldest_seconds",
    help: "How long the oldest job of a kind has waited beyond its earliest start",
    labelNames: ["job", "state"],
    registers,
    async collect() {
      this.reset()
      for (const { job, state, oldestSeconds } of await read()) this.set({ job, state }, oldestSeconds)
    },
  })
  new Gauge({
    name: "aworan_money_problems",
    help: "What the last check of orders, payments and credits found wrong",
    registers,
    async collect() {
      const count = await countMoneyProblems(s.db).catch(() => null)
      if (count !== null) this.set(count)
    },
  })
  new Gauge({
    name: "aworan_disk_free_bytes",
    help: "Free bytes on the disk of DATA_DIR",
    registers,
    collect() {
      this.set(s.space.freeBytes())
    },
  })
  const { raw } = s.database
  if (raw.kind !== "postgres") return
  new Gauge({
    name: "aworan_database_away",
    help: "1 while the database does not answer",
    registers,
    collect() {
      this.set(raw.pools.isUnavailable() ? 1 : 0)
    },
  })
  new Gauge({
    name: "aworan_database_connections",
    help: "Connections of this process, by state; waiting are callers without one",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, count] of Object.entries(raw.pools.figures())) this.set({ state }, count)
    },
  })
}
