/**
 * What Lighthouse says of every public page on its slow phone. Paths may be given as arguments; BENCH_URL takes a
 * product that runs already.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { z } from "zod"
import { browserPath, openProduct } from "#bench/web/product.ts"
import { installPeer } from "./install-peer.ts"

const version = "13.5.0"

/** Least score of each category, of 100. Source: our performance bars. */
const bars = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const
type Category = keyof typeof bars
const categories = Object.keys(bars) as Category[]

/** The performance score swings with what else the machine does: a page below the bar is visited again, the median counts. */
const visits = 3

/** On a busy machine the browser sometimes hands over no trace at all; Lighthouse then asks to be run again. */
const tries = 3

const Report = z.object({
  categories: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
  ),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), displayValue: z.string().optional() }),
  ),
})
type Report = z.output<typeof Report>

const dir = mkdtempSync(join(tmpdir(), "aworan-lighthouse-"))
const lighthouse = join(installPeer("lighthouse", version), "node_modules", "lighthouse", "cli", "index.js")
const product = await openProduct()
let isWithinBars = true
try {
  const paths = process.argv.length > 2 ? process.argv.slice(2) : product.pages
  const width = Math.max(...paths.map((path) => path.length))
  line("".padEnd(width), categories)
  line("bar".padEnd(width), Object.values(bars).map(String))
  for (const path of paths) {
    const report = visitPage(path)
    line(
      path.padEnd(width),
      categories.map((category) => `${scoreOf(report, category)}${isMet(report, category) ? "" : " MISSED"}`),
    )
    for (const finding of findings(report)) process.stdout.write(`  ${finding}\n`)
    isWithinBars = categories.every((category) => isMet(report, category)) && isWithinBars
  }
} finally {
  await product.stop()
  rmSync(dir, { recursive: true, force: true })
}
process.exit(isWithinBars ? 0 : 1)

function line(first: string, cells: readonly string[]): void {
  const text = cells.map((cell, index) => cell.padEnd((categories[index]?.length ?? 0) + 4)).join("")
  process.stdout.write(`${first}  ${text.trimEnd()}\n`)
}

function visitPage(path: string): Report {
  const seen = [runLighthouse(path)]
  if (!isMet(seen[0] as Report, "performance")) while (seen.length < visits) seen.push(runLighthouse(path))
  const sorted = seen.toSorted((one, other) => scoreOf(one, "performance") - scoreOf(other, "performance"))
  return sorted[Math.floor(sorted.length / 2)] as Report
}

function runLighthouse(path: string, triesLeft = tries): Report {
  const output = join(dir, "report.json")
  const chrome = browserPath()
  const { status } = spawnSync(
    process.execPath,
    [
      lighthouse,
      new URL(path, product.url).href,
      "--output=json",
      `--output-path=${output}`,
      `--only-categories=${categories.join(",")}`,
      "--chrome-flags=--headless=new --no-sandbox",
      "--quiet",
    ],
    {
      env: { ...process.env, ...(chrome && { CHROME_PATH: chrome }) },
      stdio: ["ignore", "ignore", triesLeft > 1 ? "ignore" : "inherit"],
    },
  )
  if (status !== 0 && triesLeft > 1) return runLighthouse(path, triesLeft - 1)
  if (status !== 0) throw new Error(`Lighthouse could not look at ${path}.`)
  return Report.parse(JSON.parse(readFileSync(output, "utf8")))
}

function scoreOf(report: Report, category: Category): number {
  return Math.round((report.categories[category]?.score ?? 0) * 100)
}

function isMet(report: Report, category: Category): boolean {
  return scoreOf(report, category) >= bars[category]
}

/** What cost points in the categories that missed their bar. */
function findings(report: Report): string[] {
  return categories
    .filter((category) => !isMet(report, category))
    .flatMap((category) => report.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${id}: ${report.audits[id]?.title ?? ""} ${report.audits[id]?.displayValue ?? ""}`.trimEnd())
}
