/**
 * Two web and two worker processes on PostgreSQL and S3 under mixed calls, one process killed each minute:
 *   npm run bench mixed            thirty minutes
 *   npm run bench mixed 5          so many minutes
 *   npm run bench mixed 5 40       with so many people at once
 * Tells how long calls take, whether everybody gets their turn, what a request and a picture cost, and whether memory and
 * descriptors stay flat in the processes that are not killed; at the end, how somebody fares beside the free work of another. What is known so far is told every five minutes, and at once
 * when it is asked to end (Ctrl+C, SIGTERM); it then goes on with what it can still look at. Asked twice, it ends.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import { migrate } from "#server/db/migrate.ts"
import { type Db, openPostgres } from "#server/db/open.ts"
import { findPostgres, startCluster } from "#server/testing/databases/postgres-cluster.ts"
import { freePort, type RunningProcess, startProcess, withConformance } from "#server/testing/processes/processes.ts"
import { spawnTied } from "#server/testing/processes/tied-children.ts"
import { until } from "#server/testing/wait.ts"
import { atMost, type Figure, holds, percentile, plain, print, report, show } from "./figures.ts"
import { measureFreeWork } from "./free-work.ts"
import { openListeners, untilHeard } from "./listeners.ts"
import { compareTables, findLost, repeatUnanswered, verifyInstallation } from "./nothing-lost.ts"
import { makePhoto } from "./photo.ts"
import { fillPeople } from "./pictures.ts"
import { coreSecondsOfFamily, readUse, type Use } from "./processes.ts"
import { type Doing, type Sample, startTraffic } from "./traffic.ts"

const [minutesGiven = "30", peopleGiven = "20"] = process.argv.slice(2)
const minutes = Number(minutesGiven)
const people = Number(peopleGiven)
if (!Number.isInteger(minutes) || minutes < 1 || !(people >= 2)) {
  process.stdout.write("mixed takes a whole number of minutes, and how many people.\n")
  process.exit(2)
}

/** What a person does, in this order, over and over. */
const mix: readonly Doing[] = [
  ...(["session", "list", "create", "session", "list", "download"] as const),
  ...(["draw", "session", "create", "list", "upload", "session", "remove", "buy"] as const),
]
const pauseMs = 150

/** Longest p99 of a call that waits for no picture, in milliseconds. */
const callBarMs = 1_000

/** Of the draws that people had: the most of anybody's against the fewest. */
const fairnessBar = 2

/** What memory and descriptors may grow by from the sixteenth minute on. */
const flatAfterMinutes = 15
const flatBar = 1.15

/** How often the table is told, in minutes. */
const toldEvery = 5

const ending = new AbortController()
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => ending.abort())

/** Waits, unless the bench is asked to end. */
async function wait(ms: number): Promise<void> {
  await sleep(ms, undefined, { signal: ending.signal }).catch(() => {})
}

interface Place {
  role: "web" | "worker"
  running: RunningProcess | null
  /** Core time at its first readiness; what starting costs is not what a call costs. */
  coreSecondsAtStart: number
  /** Of the processes that stood here before. */
  coreSecondsBefore: number
}

const programs = findPostgres()
if (!programs) throw new Error("This bench needs PostgreSQL 15 or newer on this machine.")
const dir = mkdtempSync(join(tmpdir(), "aworan-mixed-"))
const cluster = await startCluster(programs)
const storage = await startStorage()
const settings = {
  CONFORMANCE: "1",
  SHOWCASE_WAIT_HOURS: "0",
  DATA_DIR: join(dir, "data"),
  DATABASE_URL: `${cluster.baseUrl}/postgres`,
  STORAGE: "s3",
  S3_ENDPOINT: storage.url,
  S3_BUCKET: "media",
  S3_ACCESS_KEY_ID: "S3RVER",
  S3_SECRET_ACCESS_KEY: "S3RVER",
}
const figures: Figure[] = []
try {
  await measure()
} finally {
  await cluster.stop()
  storage.child.kill()
  rmSync(dir, { recursive: true, force: true })
}
report(figures)

async function measure(): Promise<void> {
  const database = openPostgres(settings.DATABASE_URL)
  await migrate(database)
  // One more than those who do everything: who keeps a process busy with what costs nothing.
  await fillPeople(database.db, { from: 0, to: people + 1 })
  // The first of each role is killed again and again; the second lives through all of it.
  const places: Place[] = (["web", "web", "worker", "worker"] as const).map((role) => ({
    role,
    running: null,
    coreSecondsAtStart: 0,
    coreSecondsBefore: 0,
  }))
  await Promise.all(places.map(begin))
  const [mortalWeb, steadyWeb, mortalWorker, steadyWorker] = places as [Place, Place, Place, Place]
  const steady = steadyWeb.running as RunningProcess
  const listeners = await openListeners(steady.url, people)
  const before = await sizesOf(database.db)
  const postgresBefore = coreSecondsOfFamily(cluster.pid())
  let turn = 0
  const options = {
    url: () => {
      const open = [mortalWeb, steadyWeb].filter(({ running }) => running !== null)
      return (open[turn++ % open.length]?.running ?? steady).url
    },
    people,
    mix,
    pauseMs,
    photo: await makePhoto(),
    prompt: "[slow 300] a clay pot",
    onCreated: listeners.created,
  }
  const began = performance.now()
  const traffic = startTraffic(options)
  const perMinute: Use[][] = []
  const killedAt: number[] = []
  const soFar = (): Figure[] => [
    ...timesOf(traffic.samples, killedAt),
    ...fairnessOf(traffic.samples),
    ...flatness("web", perMinute, 1),
    ...flatness("worker", perMinute, 3),
  ]
  for (let minute = 1; minute <= minutes && !ending.signal.aborted; minute++) {
    const killed = minute % 2 ? mortalWeb : mortalWorker
    // In the middle of the minute, so that its figures are taken from a process that works.
    await wait(30_000)
    if (ending.signal.aborted) break
    killedAt.push(performance.now())
    await end(killed)
    await begin(killed)
    await wait(Math.max(0, began + minute * 60_000 - performance.now()))
    const uses = places.map(({ running }) => readUse(running?.child.pid ?? 0)).filter((use) => use !== null)
    perMinute.push(uses)
    process.stderr.write(
      `minute ${minute}: ${uses.map(({ megabytes, descriptors }) => `${show(megabytes)} MB ${descriptors} fd`).join(" | ")}\n`,
    )
    if (minute % toldEvery === 0 && minute < minutes) tell(`after ${minute} minutes`, soFar())
  }
  if (ending.signal.aborted) tell("asked to end", soFar())
  await traffic.stop()
  const seconds = (performance.now() - began) / 1_000
  await untilHeard(listeners)
  const coreSeconds = (role: Place["role"]): number =>
    places.filter((place) => place.role === role).reduce((sum, place) => sum + usedBy(place), 0)
  const used = { web: coreSeconds("web"), worker: coreSeconds("worker") }
  const postgres = coreSecondsOfFamily(cluster.pid()) - postgresBefore
  const after = await sizesOf(database.db)
  const { acknowledged, samples } = traffic
  figures.push(...timesOf(samples, killedAt), ...fairnessOf(samples))
  figures.push(
    atMost("events to sockets, p99 after the answer", percentile(listeners.delays(), 0.99), callBarMs, "ms"),
    holds(
      "  events that were missed",
      listeners.missed() === 0,
      `${listeners.missed()} of ${listeners.delays().length}`,
      "0",
    ),
  )
  listeners.close()
  const calls = samples.filter(({ status }) => status !== null && status > 0).length
  const pictures = samples.filter(({ doing, status }) => doing === "draw" && status === 200).length
  figures.push(
    plain("calls a second, all of them", show(calls / seconds)),
    plain("a call costs web processes", `${show((used.web / calls) * 1_000)} ms of a core`),
    plain(
      "a picture costs workers",
      `${show((used.worker / pictures) * 1_000)} ms of a core, without the engine's drawing`,
    ),
    plain("a call costs PostgreSQL", `${show((postgres / calls) * 1_000)} ms of a core`),
    plain("a call grows the database by", `${show((after.database - before.database) / calls / 1_024)} kB`),
    plain("a call writes to the log", `${show((after.log - before.log) / calls / 1_024)} kB`),
    plain("commits a second", show((after.commits - before.commits) / seconds)),
    ...flatness("web", perMinute, 1),
    ...flatness("worker", perMinute, 3),
  )
  await repeatUnanswered(options.url, options.prompt, acknowledged)
  const lost = await findLost(options.url, acknowledged)
  for (const line of lost.slice(0, 20)) process.stdout.write(`${line}\n`)
  figures.push(holds("acknowledged and lost", lost.length === 0, String(lost.length), "0"))
  figures.push(...(await compareTables(database.db, acknowledged)))
  figures.push(...(await measureFreeWork(steady.url, people, 0)))
  for (const place of [mortalWeb, steadyWeb, mortalWorker, steadyWorker]) await place.running?.stop()
  figures.push(...(await verifyInstallation(settings)))
  await database.close()
}

function tell(when: string, known: readonly Figure[]): void {
  process.stdout.write(`\n${when}\n`)
  print(known)
}

async function begin(place: Place): Promise<void> {
  place.running = await startProcess({ ...settings, ROLE: place.role }, withConformance)
  place.coreSecondsAtStart = readUse(place.running.child.pid ?? 0)?.coreSeconds ?? 0
}

async function end(place: Place): Promise<void> {
  const { running } = place
  place.coreSecondsBefore = usedBy(place)
  place.running = null
  await running?.kill()
}

function usedBy({ running, coreSecondsAtStart, coreSecondsBefore }: Place): number {
  const now = readUse(running?.child.pid ?? 0)?.coreSeconds ?? coreSecondsAtStart
  return coreSecondsBefore + now - coreSecondsAtStart
}

/** What of a call was not answered is expected for a few seconds after a kill, and nowhere else. */
function timesOf(samples: readonly Sample[], killedAt: readonly number[]): Figure[] {
  const doings = [...new Set(samples.map(({ doing }) => doing))]
  const isNearKill = ({ at, ms }: Sample): boolean =>
    killedAt.some((kill) => at < kill + 5_000 && at + ms > kill - 1_000)
  const failed = samples.filter(({ status }) => status === null || status >= 500)
  const far = failed.filter((sample) => !isNearKill(sample))
  return [
    ...doings.flatMap((doing) => {
      const good = samples.filter(
        (sample) => sample.doing === doing && sample.status !== null && sample.status > 0 && sample.status < 300,
      )
      const times = good.map(({ ms }) => ms)
      const words = `${doing}: ${good.length} calls, p50 ${show(percentile(times, 0.5))} ms, p99`
      const p99 = percentile(times, 0.99)
      return doing === "draw" ? plain(words, `${show(p99)} ms`) : atMost(words, p99, callBarMs, "ms")
    }),
    plain("calls without an answer while a process died", String(failed.length - far.length)),
    holds("  at any other time", far.length === 0, String(far.length), "0"),
  ]
}

/** Everybody orders alike, so everybody should have as many pictures. */
function fairnessOf(samples: readonly Sample[]): Figure[] {
  const draws = samples.filter(({ doing, status }) => doing === "draw" && status === 200)
  const counts = Array.from({ length: people }, (_, person) => draws.filter((one) => one.person === person).length)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  return [
    atMost(`fairness: pictures of the luckiest to the unluckiest, ${most} to ${least}`, most / least, fairnessBar, "×"),
  ]
}

/** Of one process that lives through all of it. */
function flatness(name: string, perMinute: readonly Use[][], place: number): Figure[] {
  const of = (minute: number): Use | undefined => perMinute[minute - 1]?.[place]
  const minute = perMinute.length
  const [first, last] = [of(Math.min(minute, flatAfterMinutes)), of(minute)]
  if (!first || !last) return []
  const words = `${name} that is not killed, minute by minute`
  const line = perMinute.map((uses) => `${Math.round(uses[place]?.megabytes ?? 0)}/${uses[place]?.descriptors ?? 0}`)
  return [
    plain(`${words}: MB/descriptors`, line.join(" ")),
    ...(minute > flatAfterMinutes
      ? [
          atMost(`  memory, last minute to minute ${flatAfterMinutes}`, last.megabytes / first.megabytes, flatBar, "×"),
          atMost("  descriptors, likewise", last.descriptors / first.descriptors, flatBar, "×"),
        ]
      : []),
  ]
}

interface Sizes {
  /** Bytes. */
  database: number
  /** Bytes ever written to the write-ahead log. */
  log: number
  commits: number
}

async function sizesOf(db: Db): Promise<Sizes> {
  const { rows } = await sql<{ database: string; log: string; commits: string }>`
    select pg_database_size(current_database()) as database, pg_current_wal_lsn() - '0/0'::pg_lsn as log,
      (select xact_commit from pg_stat_database where datname = current_database()) as commits`.execute(db)
  const [row] = rows
  return { database: Number(row?.database), log: Number(row?.log), commits: Number(row?.commits) }
}

/** An S3 service of this machine, in a process of its own so that its work is nobody else's. */
async function startStorage() {
  const port = await freePort()
  const objects = join(dir, "objects")
  mkdirSync(objects)
  const program = `import("@20minutes/s3rver").then(({ default: S3rver }) => new S3rver({ port: ${port}, address: "127.0.0.1",
    silent: true, directory: ${JSON.stringify(objects)}, configureBuckets: [{ name: "media" }] }).run())`
  // It makes the marks of its lists' pages with a cipher that Node keeps for old programs only.
  const args = ["--openssl-legacy-provider", "--eval", program]
  const child = spawnTied(process.execPath, args, { cwd: import.meta.dirname, stdio: "inherit" })
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(url).catch(() => null)) !== null)
  return { url, child }
}
