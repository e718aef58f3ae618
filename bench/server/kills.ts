/**
 * Kills processes while people use the product, and looks whether everything is there that was acknowledged:
 *   npm run bench kills                 fifty on each database
 *   npm run bench kills postgres 25     some, on one of them
 *   npm run bench kills postgres 50 5   as many as begin within five minutes
 * On PostgreSQL two web processes and a worker run beside each other; every fifth kill is PostgreSQL itself.
 */
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { migrate } from "#server/db/migrate.ts"
import { type OpenDatabase, openEmbedded, openPostgres } from "#server/db/open.ts"
import { findPostgres, startCluster } from "#server/testing/databases/postgres-cluster.ts"
import { type RunningProcess, startProcess, withConformance } from "#server/testing/processes/processes.ts"
import { type Figure, holds, percentile, plain, report, show } from "./figures.ts"
import { compareTables, findLost, repeatUnanswered, verifyInstallation } from "./nothing-lost.ts"
import { fillPeople } from "./pictures.ts"
import { type Doing, nothingAcknowledged, startTraffic, type TrafficOptions } from "./traffic.ts"

const people = 6

/** Writes only: what is read is compared afterwards. */
const mix: readonly Doing[] = ["create", "draw", "upload", "create", "buy", "create", "remove"]

/** Which kill of PostgreSQL's rounds is PostgreSQL's own. */
const everyFifth = 5

const settings = { CONFORMANCE: "1", SHOWCASE_WAIT_HOURS: "0" }

interface Scene {
  kind: string
  settings: Record<string, string>
  /** Processes that take calls. */
  web: () => readonly RunningProcess[]
  /** Kills something and brings it back. @returns what it was */
  kill(round: number): Promise<string>
  /** Ends the processes; the database can still be looked into. */
  stop(): Promise<void>
  close(): Promise<void>
}

async function runKills(scene: Scene, rounds: number): Promise<Figure[]> {
  let turn = 0
  const url = (): string | null => {
    const open = scene.web()
    return open[turn++ % open.length]?.url ?? null
  }
  const options: TrafficOptions = {
    url,
    people,
    mix,
    pauseMs: 5,
    photo: randomBytes(40 * 1024),
    prompt: "[slow 60] a clay pot",
  }
  const acknowledged = nothingAcknowledged()
  const killed = new Map<string, number>()
  const seconds: number[] = []
  const end = performance.now() + mostMinutes * 60_000
  for (let round = 0; round < rounds && performance.now() < end; round++) {
    const traffic = startTraffic({ ...options, acknowledged })
    // The golden ratio spreads the moments evenly, whatever the number of rounds.
    await sleep(200 + 1_000 * ((round * 0.618034) % 1))
    const began = performance.now()
    const what = await scene.kill(round)
    seconds.push((performance.now() - began) / 1_000)
    killed.set(what, (killed.get(what) ?? 0) + 1)
    await traffic.stop()
    process.stderr.write(`${scene.kind}: kill ${round + 1} of ${rounds}, ${what}\n`)
  }
  const living = (): string => url() ?? ""
  await repeatUnanswered(living, options.prompt, acknowledged)
  const lost = await findLost(living, acknowledged)
  for (const line of lost.slice(0, 20)) process.stdout.write(`${line}\n`)
  const { documents, removed, files, draws, purchases } = acknowledged
  const said = documents.size + removed.size + files.size + draws.size + purchases.size
  const verified = await verifyInstallation(scene.settings)
  await scene.stop()
  const database = scene.settings.DATABASE_URL
    ? openPostgres(scene.settings.DATABASE_URL)
    : await openEmbedded(join(scene.settings.DATA_DIR ?? "", "database"))
  const compared = await compareTables(database.db, acknowledged)
  await database.close()
  await scene.close()
  return [
    plain(`${scene.kind}: kills`, [...killed].map(([what, count]) => `${count} ${what}`).join(", ")),
    plain(
      "  kill to ready again",
      `median ${show(percentile(seconds, 0.5))} s, slowest ${show(Math.max(...seconds))} s`,
    ),
    plain(
      "  acknowledged",
      `${documents.size} documents, ${removed.size} removals, ${files.size} files, ${draws.size} orders, ${purchases.size} purchases`,
    ),
    holds("  of them lost", lost.length === 0, `${lost.length} of ${said}`, "0"),
    ...[...compared, ...verified].map((figure) => ({ ...figure, what: `  ${figure.what}` })),
  ]
}

async function fill(database: OpenDatabase): Promise<void> {
  await migrate(database)
  await fillPeople(database.db, { from: 0, to: people })
  await database.close()
}

async function embeddedScene(dir: string): Promise<Scene> {
  const own = { ...settings, DATA_DIR: join(dir, "embedded") }
  await fill(await openEmbedded(join(own.DATA_DIR, "database")))
  let running: RunningProcess | null = await startProcess(own, withConformance)
  return {
    kind: "embedded",
    settings: own,
    web: () => (running ? [running] : []),
    async kill() {
      const dying = running
      running = null
      await dying?.kill()
      running = await startProcess(own, withConformance)
      return "of the process"
    },
    stop: async () => void (await running?.stop()),
    close: async () => {},
  }
}

async function postgresScene(dir: string, programs: string): Promise<Scene> {
  const cluster = await startCluster(programs)
  const own = { ...settings, DATA_DIR: join(dir, "postgres"), DATABASE_URL: `${cluster.baseUrl}/postgres` }
  await fill(openPostgres(own.DATABASE_URL))
  const start = (role: string): Promise<RunningProcess> => startProcess({ ...own, ROLE: role }, withConformance)
  const roles = ["web", "worker", "web"] as const
  const running: (RunningProcess | null)[] = await Promise.all(roles.map(start))
  return {
    kind: "PostgreSQL",
    settings: own,
    web: () => running.filter((one, place) => one !== null && roles[place] === "web") as RunningProcess[],
    async kill(round) {
      if (round % everyFifth === everyFifth - 1) {
        await cluster.crash()
        return "of PostgreSQL"
      }
      const place = round % running.length
      const role = roles[place] ?? "web"
      const dying = running[place]
      running[place] = null
      await dying?.kill()
      running[place] = await start(role)
      return `of a ${role} process`
    },
    async stop() {
      await Promise.all(running.map((one) => one?.stop()))
    },
    close: () => cluster.stop(),
  }
}

const [only, count = "50", limit = "600"] = process.argv.slice(2)
const mostMinutes = Number(limit)
const rounds = Number(count)
if ((only && !["embedded", "postgres"].includes(only)) || !(rounds > 0) || !(mostMinutes > 0)) {
  process.stdout.write("kills takes embedded or postgres, how many kills, and the most minutes for them.\n")
  process.exit(2)
}
const dir = mkdtempSync(join(tmpdir(), "aworan-kills-"))
const figures: Figure[] = []
try {
  if (only !== "postgres") figures.push(...(await runKills(await embeddedScene(dir), rounds)))
  if (only !== "embedded") {
    const programs = findPostgres()
    if (!programs) throw new Error("This bench needs PostgreSQL 15 or newer on this machine.")
    figures.push(...(await runKills(await postgresScene(dir, programs), rounds)))
  }
} finally {
  rmSync(dir, { recursive: true, force: true })
}
report(figures)
