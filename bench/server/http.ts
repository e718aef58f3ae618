/**
 * The calls that every page leans on, against one web process on PostgreSQL: session check, a list of 25 out of
 * 100,000 pictures, what the engine reads in words, and new orders. The process and this load share the machine.
 */
import { migrate } from "#server/db/migrate.ts"
import type { Db } from "#server/db/open.ts"
import { startProcess } from "#server/testing/processes/processes.ts"
import { onPostgres } from "./databases.ts"
import { atMost, type Figure, holds, plain, report, show } from "./figures.ts"
import { type Call, load } from "./load.ts"
import { memoryOf } from "./memory.ts"
import { cookieOf, fillPeople, fillPictures, newest, ownNewest, personOf, picturesPath, query } from "./pictures.ts"

/** Most memory of the process after the load, in megabytes (architecture). */
const memoryBarMegabytes = 300
/** Most time a reading of words may take while somebody types, in ms: 99 of 100 of them. */
const readingBarMs = 150
const connections = 16
const people = 100
const pictures = 100_000

async function fill(db: Db): Promise<void> {
  await fillPeople(db, { from: 0, to: people })
  await fillPictures(db, { from: 1, to: pictures + 1, people, privateOf: 3 })
}

const json = { "content-type": "application/json" }
const order = JSON.stringify({ prompt: "a clay pot on a table", aspect_ratio: "1:1" })

/** Other words each time, as somebody types them. */
const reading = (n: number): string =>
  JSON.stringify({ prompt: `an aviator handbag on the beach, golden light, number ${n}`, mode: "flux1.1-pro" })

const loads: { what: string; count: number; status: number; barMs?: number; call: (n: number) => Call }[] = [
  { what: "session check", count: 6_000, status: 200, call: () => ({ method: "GET", path: "/v1/account" }) },
  {
    what: "own 25 newest",
    count: 3_000,
    status: 200,
    call: (n) => ({ method: "GET", path: ownNewest(personOf(n, people)) }),
  },
  {
    what: "everybody's 25 newest",
    count: 2_000,
    status: 200,
    call: () => ({ method: "GET", path: `${picturesPath}?${query(newest, "limit(25)")}` }),
  },
  {
    what: "reading of words",
    count: 2_000,
    status: 200,
    barMs: readingBarMs,
    call: (n) => ({ method: "POST", path: "/studio/readings", headers: json, body: reading(n) }),
  },
  {
    what: "new order",
    count: 2_000,
    status: 202,
    call: () => ({ method: "POST", path: "/image-gen-with-flux-1.1", headers: json, body: order }),
  },
]

const figures: Figure[] = []
await onPostgres(async ({ settings, open }) => {
  const database = await open()
  await migrate(database)
  await fill(database.db)
  await database.close()
  // Orders stay in line: what is measured is taking them, not drawing.
  const running = await startProcess({ ...settings, ROLE: "web", GENERATION_WAIT_SECONDS: "0" })
  const atStart = memoryOf(running.child.pid ?? 0).now
  for (const { what, count, status, barMs, call } of loads) {
    const cookies = Array.from({ length: people }, (_, n) => cookieOf(personOf(n, people)))
    const full = (n: number): Call => {
      const wanted = call(n)
      return { ...wanted, headers: { ...wanted.headers, cookie: cookies[n % people] ?? "" } }
    }
    await load(running.url, { count: 100, connections, call: full })
    const result = await load(running.url, { count, connections, call: full })
    const good = result.statuses.get(status) ?? 0
    figures.push(
      plain(what, `${show(result.perSecond)}/s, p50 ${show(result.medianMs)} ms, p99 ${show(result.p99Ms)} ms`),
      ...(barMs === undefined ? [] : [atMost("  99 of 100 within", result.p99Ms, barMs, "ms")]),
      holds(`  answered with ${status}`, good === count, `${good}`, `${count}`),
    )
  }
  const { now, most } = memoryOf(running.child.pid ?? 0)
  await running.stop()
  figures.push(
    atMost("memory after the load", now, memoryBarMegabytes, "MB"),
    plain("  before the load", `${show(atStart)} MB`),
    plain("  the most it ever was", `${show(most)} MB`),
  )
})
report(figures)
