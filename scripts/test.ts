import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { z } from "zod"
import { buildWeb } from "./build/build-web.ts"
import { findBrowser } from "./machine/browser.ts"
import { makeMemoryFolder } from "./machine/memory-folder.ts"

/**
 * Everything there is to test, or some stages of it:
 *   npm test                 rules and features on both databases, screens, then journeys in a real browser
 *   npm test -- STAGE…       some of: server web journeys
 *   npm test -- WORDS        what Vitest runs with these words, such as a path
 */

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})

const Spec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
    }),
  ),
})
const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional()
  },
})
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(Suite),
})

interface Outcome {
  status: number
  passed: number
  failed: number
  /** What failed and why, said once more at the end, where a long log is read first. */
  failures: string[]
  /** Journeys that failed once and passed when they were tried again: each is a race, in the product or in the journey. */
  flaky: string[]
}

const memoryFolder = process.env.TMPDIR ? null : makeMemoryFolder()
if (memoryFolder) process.env.TMPDIR = memoryFolder

const reports = mkdtempSync(join(tmpdir(), "aworan-reports-"))

const stages: Record<string, () => Outcome | Promise<Outcome>> = {
  server: () => testUnits("server", ["--project", "imaging", "--project", "server*"]),
  web: () => testUnits("web", ["--project", "web*"]),
  journeys: testJourneys,
}

function run(command: string, args: string[], env: Record<string, string> = {}): number {
  const result = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } })
  return result.status ?? 1
}

function readReport<T>(name: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(join(reports, name), "utf8")))
  } catch {
    return null
  }
}

/** The first lines of what a test said when it failed: enough for a difference of some lines. */
function printReason(message: string | undefined): string {
  return (message ?? "").split("\n").slice(0, 24).join("\n    ")
}

/** @param words what Vitest runs */
function testUnits(name: string, words: readonly string[]): Outcome {
  const output = join(reports, `${name}.json`)
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${output}`]
  const status = run("vitest", ["run", ...reporters, ...words])
  const report = readReport(`${name}.json`, VitestReport)
  if (!report) return { status, passed: 0, failed: 1, failures: [`The tests ${name} left no report.`], flaky: [] }
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => `${name} > ${test.fullName}\n    ${printReason(test.failureMessages?.[0])}`)
    return status === "failed" && failed.length === 0 ? [`${name}\n    ${printReason(message)}`] : failed
  })
  return { status, passed: report.numPassedTests, failed: report.numFailedTests, failures, flaky: [] }
}

function listSpecs(suites: z.infer<typeof Suite>[]): z.infer<typeof Spec>[] {
  return suites.flatMap((suite) => [...suite.specs, ...listSpecs(suite.suites ?? [])])
}

/**
 * The journeys in four parts that take about as long, each with a product of its own at a port of its own: much of a
 * journey waits, for a slow network or for what must not happen, so four side by side use two cores. A journey that is
 * not named here goes with the last part.
 */
const journeyParts = [
  ["own-model", "provider-sign-in", "own-data"],
  ["admission", "photo-tools", "first-picture", "review", "guards", "payments", "not-drawn", "first-visit", "board"],
  [
    ...["public-pages", "hosted", "accessibility", "looks", "added-model", "invitation", "bad-line"],
    ...["phone/uploads", "phone/notices", "phone/push"],
  ],
]
const named = journeyParts.flat()
const others = readdirSync("e2e", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".spec.ts"))
  .map((file) => file.slice(0, -".spec.ts".length))
  .filter((name) => !named.includes(name))
// A part without a file would be all of them.
const journeyRuns = [...journeyParts, others]
  .filter((journeys) => journeys.length > 0)
  .map((journeys, index) => ({ name: `journeys-${index + 1}`, journeys }))

const firstPort = 3877
/** The product's, the outside services', and some between. */
const portsOfRun = 10

async function testJourneys(): Promise<Outcome> {
  return addUp(await Promise.all(journeyRuns.map((run, index) => testPart(run, firstPort + index * portsOfRun))))
}

function addUp(outcomes: readonly Outcome[]): Outcome {
  return {
    status: outcomes.find(({ status }) => status !== 0)?.status ?? 0,
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    flaky: outcomes.flatMap(({ flaky }) => flaky),
  }
}

async function testPart({ name, journeys }: (typeof journeyRuns)[number], port: number): Promise<Outcome> {
  const output = `${name}.json`
  const args = ["test", ...journeys.map((journey) => `e2e/${journey}.spec.ts`), "--output", join("test-results", name)]
  const env = {
    CHROMIUM: findBrowser(),
    E2E_PORT: String(port),
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, output),
    // Four browsers and four products on two cores: one stumble is named at the end, two are a failure.
    E2E_RETRIES: "1",
  }
  const child = spawn("playwright", args, { stdio: "inherit", env: { ...process.env, ...env } })
  const [code] = await once(child, "exit")
  const status = typeof code === "number" ? code : 1
  const report = readReport(output, PlaywrightReport)
  if (!report) return { status, passed: 0, failed: 1, failures: [`${name} left no report.`], flaky: [] }
  const specs = listSpecs(report.suites)
  const failures = specs.flatMap((spec) => (spec.ok ? [] : describeTests(spec, spec.tests)))
  const flaky = specs.flatMap((spec) =>
    describeTests(
      spec,
      spec.tests.filter((test) => test.status === "flaky"),
    ),
  )
  if (status !== 0 && failures.length === 0) failures.push("The journeys ended early; what they printed says why.")
  const { expected, unexpected } = report.stats
  return { status, passed: expected + flaky.length, failed: Math.max(failures.length, unexpected), failures, flaky }
}

/** The tests of a journey by name and size of the screen, with why each failed first. */
function describeTests({ file, title }: z.infer<typeof Spec>, tests: z.infer<typeof Spec>["tests"]): string[] {
  return tests.map(({ projectName, results }) => {
    const message = results.flatMap((result) => result.errors)[0]?.message
    return `${file} [${projectName}] > ${title}\n    ${printReason(message)}`
  })
}

/** Longest whole run on two free cores, in minutes: the bar that keeps the tests usable as the product grows. */
const barMinutes = 15

/** Says how long the run took beside the bar. */
function printTime(minutes: number): void {
  process.stdout.write(`${minutes.toFixed(1)} minutes; the bar for a whole run is ${barMinutes} on two free cores\n`)
}

/**
 * Processor seconds of all that this process started and that has ended: on a busy machine they say what a stage costs, its time
 * does not. 0 where the system does not tell.
 */
function spentSeconds(): number {
  try {
    // After the name in brackets; the 14th and 15th are those of children, in hundredths (proc(5)).
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? []
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return 0
  }
}

const given = process.argv.slice(2)
const isOfStages = given.every((word) => Object.hasOwn(stages, word))
const wanted: [name: string, test: () => Outcome | Promise<Outcome>][] = isOfStages
  ? Object.entries(stages).filter(([name]) => given.length === 0 || given.includes(name))
  : [["chosen", () => testUnits("chosen", given)]]

const start = Date.now()
// The journeys look at it; built once for all.
process.env.VITE_PARTS_PAGE = "1"
// The server's tests make it; the products of the journeys begin with a copy.
process.env.TEST_EMBEDDED_IMAGE = join(reports, "embedded.tar")
const buildBegun = Date.now()
buildWeb()
const outcomes: Outcome[] = []
const times = [
  `build: ${Math.round((Date.now() - buildBegun) / 1000)} seconds, ${Math.round(spentSeconds())} of a processor\n`,
]
for (const [name, test] of wanted) {
  const [begun, spent] = [Date.now(), spentSeconds()]
  outcomes.push(await test())
  const seconds = Math.round((Date.now() - begun) / 1000)
  times.push(`stage ${name}: ${seconds} seconds, ${Math.round(spentSeconds() - spent)} of a processor\n`)
}
rmSync(reports, { recursive: true, force: true })
const { status, passed, failed, failures, flaky } = addUp(outcomes)
for (const journey of flaky) process.stdout.write(`\nPASSED ONLY WHEN TRIED AGAIN ${journey}\n`)
for (const failure of failures) process.stdout.write(`\nFAILED ${failure}\n`)
process.stdout.write(`\n${times.join("")}`)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
if (wanted.length === Object.keys(stages).length) printTime((Date.now() - start) / 60_000)
process.exit(status)
