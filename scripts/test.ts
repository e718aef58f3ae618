import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { z } from "zod"
import { findBrowser } from "./browser.ts"
import { buildWeb } from "./build-web.ts"

/** Everything there is to test: rules, features on both databases, screens, then journeys in a real browser. */

const VitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

const reports = mkdtempSync(join(tmpdir(), "aworan-reports-"))
const extra = process.argv.slice(2)

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

function testUnits(): { status: number; passed: number; failed: number } {
  const output = join(reports, "units.json")
  const status = run("vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${output}`,
    ...extra,
  ])
  const report = readReport("units.json", VitestReport)
  return { status, passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 1 }
}

function testJourneys(): { status: number; passed: number; failed: number } {
  const status = run("playwright", ["test"], {
    CHROMIUM: findBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, "journeys.json"),
  })
  const stats = readReport("journeys.json", PlaywrightReport)?.stats
  return { status, passed: stats?.expected ?? 0, failed: stats ? stats.unexpected + stats.flaky : 1 }
}

/** Longest whole run on two free cores, in minutes: the bar that keeps the tests usable as the product grows. */
const barMinutes = 15

/** Says how long the run took beside the bar. */
function printTime(minutes: number): void {
  process.stdout.write(`${minutes.toFixed(1)} minutes; the bar for a whole run is ${barMinutes} on two free cores\n`)
}

const start = Date.now()
buildWeb()
const units = testUnits()
const journeys = extra.length > 0 ? { status: 0, passed: 0, failed: 0 } : testJourneys()
rmSync(reports, { recursive: true, force: true })
process.stdout.write(`\n${units.passed + journeys.passed} passed, ${units.failed + journeys.failed} failed\n`)
printTime((Date.now() - start) / 60_000)
process.exit(units.status || journeys.status)
