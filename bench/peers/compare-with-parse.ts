import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { atLeast, atMost, type Figure, holds, percentile, plain, report, show } from "#bench/server/figures.ts"
import { type Call, type LoadResult, load } from "#bench/server/load.ts"
import { memoryOf } from "#bench/server/memory.ts"
import { findPostgres, startCluster, withDatabase } from "#server/testing/databases/postgres-cluster.ts"
import { openOwnDatabase } from "#server/testing/databases/prepare-databases.ts"
import { until } from "#server/testing/wait.ts"
import { type Contender, pictures, startOurs, startParse } from "./contenders.ts"

interface Round {
  name: string
  what: string
  /** Requests of one turn. */
  count: number
  connections: number
  status: number
  /** How many times as many a second as the other's, and p99 at most how many times the other's (architecture). */
  bars: { throughput: number; p99: number }
  call: (contender: Contender) => (n: number) => Call
  /** Whether the turn ends only when a listener heard of each. */
  isHeard?: true
}

const rounds: readonly Round[] = [
  {
    name: "session",
    what: "session check",
    count: 6_000,
    connections: 32,
    status: 200,
    bars: { throughput: 3, p99: 0.6 },
    call: (one) => one.session,
  },
  {
    name: "list",
    what: `25 of ${pictures} with their number`,
    count: 2_000,
    connections: 32,
    status: 200,
    bars: { throughput: 2, p99: 0.6 },
    call: (one) => one.list,
  },
  {
    name: "create",
    what: "create, heard by a listener",
    count: 2_000,
    connections: 32,
    status: 201,
    bars: { throughput: 1.5, p99: 0.6 },
    call: (one) => one.create,
    isHeard: true,
  },
  {
    name: "upload",
    what: "upload of a photo of 660 kB",
    count: 400,
    connections: 16,
    status: 201,
    bars: { throughput: 1.3, p99: 1 },
    call: (one) => one.upload,
  },
  {
    name: "download",
    what: "download of a photo of 660 kB",
    count: 800,
    connections: 16,
    status: 200,
    bars: { throughput: 2, p99: 0.6 },
    call: (one) => one.download,
  },
]

/** Turns of each in every round; the medians count. */
const turns = 5

const memoryBarMegabytes = 300

/** Rows of the large table, and the least share of the throughput that they may leave of the list's (architecture). */
const manyPictures = 1_000_000
const manyBar = 0.8

/**
 * Measures us against Parse Server on one PostgreSQL server, each with a database and a process of its own, the same
 * data, the same load, turn by turn: what counts are the ratios within one run. Prints the table and ends the process.
 * @param peer the folder that Parse Server is installed in
 * @param names of rounds; none means all
 */
export async function compareWithParse(peer: string, names: readonly string[]): Promise<never> {
  const programs = findPostgres()
  if (!programs) throw new Error("This bench needs PostgreSQL 15 or newer on this machine.")
  const isWanted = (name: string): boolean => names.length === 0 || names.includes(name)
  const dir = mkdtempSync(join(tmpdir(), "aworan-bench-"))
  for (const name of ["ours", "many"]) mkdirSync(join(dir, name))
  const cluster = await startCluster(programs)
  const started: Contender[] = []
  const figures: Figure[] = []
  try {
    const server = openOwnDatabase(cluster.baseUrl)
    for (const name of ["ours", "many", "parse"]) await sql`create database ${sql.id(name)}`.execute(server)
    await server.destroy()
    const urls = {
      ours: withDatabase(cluster.baseUrl, "ours"),
      many: withDatabase(cluster.baseUrl, "many"),
      parse: withDatabase(cluster.baseUrl, "parse"),
    }
    const ours = await startOurs(urls.ours, join(dir, "ours"))
    started.push(ours)
    const theirs = await startParse(urls.parse, join(dir, "parse"), peer)
    started.push(theirs)
    for (const round of rounds.filter(({ name }) => isWanted(name))) {
      process.stdout.write(`${round.what} …\n`)
      figures.push(...(await compare(round, ours, theirs)))
    }
    const { now, most } = memoryOf(ours.pid)
    figures.push(
      atMost("memory after the load", now, memoryBarMegabytes, "MB"),
      plain("  the most it ever was", `${show(most)} MB`),
    )
    if (isWanted("many")) {
      await theirs.stop()
      started.splice(started.indexOf(theirs), 1)
      const many = await startOurs(urls.many, join(dir, "many"), manyPictures)
      started.push(many)
      figures.push(...(await compareSizes(ours, many)))
    }
  } finally {
    for (const one of started) await one.stop()
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  report(figures)
}

/** One turn. @returns also how long it took until the listener had heard of everything */
async function measure(round: Round, one: Contender): Promise<LoadResult> {
  const { count, connections } = round
  const call = round.call(one)
  if (!round.isHeard) return load(one.url, { count, connections, call })
  const listener = await one.listen()
  const began = performance.now()
  const result = await load(one.url, { count, connections, call })
  await until(async () => listener.heard() >= count, 60_000)
  const seconds = (performance.now() - began) / 1_000
  listener.close()
  return { ...result, perSecond: count / seconds }
}

async function compare(round: Round, ours: Contender, theirs: Contender): Promise<Figure[]> {
  const results = new Map<Contender, LoadResult[]>([
    [ours, []],
    [theirs, []],
  ])
  for (const one of [ours, theirs]) await measure({ ...round, count: Math.ceil(round.count / 4) }, one)
  for (let turn = 0; turn < turns; turn++) {
    for (const one of turn % 2 === 0 ? [ours, theirs] : [theirs, ours]) {
      // What one leaves to be written, the next does not pay for.
      execFileSync("sync")
      results.get(one)?.push(await measure(round, one))
    }
  }
  const median = (one: Contender, read: (result: LoadResult) => number): number =>
    percentile((results.get(one) ?? []).map(read), 0.5)
  const throughput = (one: Contender): number => median(one, (result) => result.perSecond)
  const p99 = (one: Contender): number => median(one, (result) => result.p99Ms)
  const describe = (one: Contender): string =>
    `${show(throughput(one))}/s, p50 ${show(median(one, (result) => result.medianMs))} ms, p99 ${show(p99(one))} ms`
  const good = [...results.values()].flat().reduce((sum, { statuses }) => sum + (statuses.get(round.status) ?? 0), 0)
  const expected = 2 * turns * round.count
  return [
    plain(round.what, describe(ours)),
    plain("  Parse Server", describe(theirs)),
    holds(`  answered with ${round.status}`, good === expected, `${good}`, `${expected}`),
    atLeast("  throughput", throughput(ours) / throughput(theirs), round.bars.throughput, "×"),
    atMost("  p99", p99(ours) / p99(theirs), round.bars.p99, "×"),
  ]
}

/** The same lists of the same people, turn by turn with a server whose database has ten times as many others. */
async function compareSizes(few: Contender, many: Contender): Promise<Figure[]> {
  const speeds = new Map<Contender, number[]>([
    [few, []],
    [many, []],
  ])
  for (let turn = -1; turn < turns; turn++) {
    for (const one of turn % 2 === 0 ? [few, many] : [many, few]) {
      const { perSecond } = await load(one.url, { count: 2_000, connections: 32, call: one.list })
      // The turns before the first warm up.
      if (turn >= 0) speeds.get(one)?.push(perSecond)
    }
  }
  const median = (one: Contender): number => percentile(speeds.get(one) ?? [], 0.5)
  return [
    plain(`the same list out of ${manyPictures}`, `${show(median(many))}/s`),
    atLeast(`  beside ${show(median(few))}/s out of ${pictures}`, median(many) / median(few), manyBar, "×"),
  ]
}
