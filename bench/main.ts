/**
 * Measurements of the product:
 *   npm run bench              all that need neither photos nor much time
 *   npm run bench jobs http    those named
 * Each prints a table with the bar beside the figure; a missed bar ends with 1.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"

interface Bench {
  file: string
  what: string
  /** Left out unless it is named. */
  isLong?: true
  /** What may follow its name. */
  takes?: string
}

const benches: Record<string, Bench> = {
  start: { file: "server/start.ts", what: "a start to the first answer, with a new and with a known database" },
  "small-machine": {
    file: "server/small-machine.ts",
    what: "a first start, pictures, a cut-out, an enlargement, a training and its shoot in one gigabyte; fifteen minutes",
    isLong: true,
  },
  jobs: {
    file: "server/jobs.ts",
    what: "how soon jobs begin, forty jobs in a row, and after a crash; both databases",
  },
  spends: { file: "server/spends.ts", what: "a thousand spends at once; both databases" },
  http: { file: "server/http.ts", what: "session check, a list out of 100,000 rows, new orders; PostgreSQL" },
  parse: {
    file: "peers/parse.ts",
    what: "session check, list, create, upload and download against Parse Server; PostgreSQL",
    isLong: true,
    takes: "names of rounds",
  },
  crash: { file: "server/crash.ts", what: "ten kills while drawing; both databases", isLong: true },
  faults: {
    file: "server/faults.ts",
    what: "five times fifty hosted orders, every tenth call of which fails: what is paid, and what memory they leave",
    isLong: true,
    takes: "how many times",
  },
  kills: {
    file: "server/kills.ts",
    what: "50 kills under mixed calls on each database, ten of them of PostgreSQL: nothing acknowledged is lost",
    isLong: true,
    takes: "embedded or postgres, how many kills, and the most minutes for them",
  },
  mixed: {
    file: "server/mixed.ts",
    what: "thirty minutes of mixed calls: two web and two worker processes, PostgreSQL, S3, a kill each minute",
    isLong: true,
    takes: "how many minutes, and how many people",
  },
  "admin-lists": {
    file: "server/admin-lists.ts",
    what: "the admin console's lists and searches among 1,000,000 people and 5,000,000 ledger entries; PostgreSQL",
    isLong: true,
    takes: "how many people",
  },
  shops: {
    file: "server/shops.ts",
    what: "a shop of 2,000 products among 10,000 shops: page, search, feed and list; PostgreSQL",
    isLong: true,
    takes: "how many shops",
  },
  office: {
    file: "server/office.ts",
    what: "discussions of 100,000 entries, and a queue of 100,000 tasks, questions and quiet learners; PostgreSQL",
    isLong: true,
    takes: "how many entries",
  },
  phone: {
    file: "web/phone.ts",
    what: "first page, studio, gallery and a cut-out on a phone at the end of a thin line",
    isLong: true,
  },
  gallery: {
    file: "web/gallery.ts",
    what: "scrolling through 10,000 pictures that are really there, searching among 100,000; PostgreSQL",
    isLong: true,
    takes: "how many pictures",
  },
  web: { file: "web/pages.ts", what: "how public pages open on a slow phone", takes: "paths of pages" },
  lighthouse: {
    file: "peers/lighthouse.ts",
    what: "what Lighthouse says of every public page",
    isLong: true,
    takes: "paths of pages",
  },
  "hand-in": { file: "web/hand-in.ts", what: "15 MB of homework on slow 3G, cut twice", isLong: true },
  imaging: {
    file: "imaging/main.ts",
    what: "the image engine: cut-outs, enlargement, renders, shoots",
    isLong: true,
    takes: "folders of photos",
  },
}

const given = process.argv.slice(2)
const end = given.findIndex((word) => !Object.hasOwn(benches, word))
// What follows the names is for the last of them.
const named = end < 0 ? given : given.slice(0, end)
const passedOn = end < 0 ? [] : given.slice(end)
const last = named.at(-1)
if (passedOn.length > 0 && (last === undefined || !benches[last]?.takes)) {
  const lines = Object.entries(benches).map(
    ([name, { what, takes }]) => `  ${name.padEnd(14)}${what}${takes ? ` (takes ${takes})` : ""}`,
  )
  process.stdout.write(`There is no bench named ${passedOn[0]}. There are:\n${lines.join("\n")}\n`)
  process.exit(2)
}

const missed: string[] = []
for (const [name, bench] of Object.entries(benches)) {
  const isWanted = named.length > 0 ? named.includes(name) : !bench.isLong
  if (!isWanted) continue
  process.stdout.write(`\n${name}: ${bench.what}\n`)
  const args = [join(import.meta.dirname, bench.file), ...(name === last ? passedOn : [])]
  if ((await run(args)) !== 0) missed.push(name)
}
if (missed.length > 0) process.stdout.write(`\nMissed or failed: ${missed.join(", ")}\n`)
process.exit(missed.length > 0 ? 1 : 0)

/** Runs one bench and lets it decide how it ends when this is asked to end. @returns its exit code */
async function run(args: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, args, { stdio: "inherit" })
  const passOn = (signal: NodeJS.Signals): void => void child.kill(signal)
  const wait = (): void => {}
  process.on("SIGTERM", passOn)
  // Ctrl+C reaches the bench by itself.
  process.on("SIGINT", wait)
  const [code] = (await once(child, "exit")) as [number | null]
  process.off("SIGTERM", passOn)
  process.off("SIGINT", wait)
  return code
}
