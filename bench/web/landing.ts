import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium } from "@playwright/test"
import { measurePage, type PageFigures } from "./measure-page.ts"

/**
 * How fast public pages open on a slow phone: median of five cold visits, against the bars. Paths may be given as
 * arguments; "/" otherwise. BENCH_URL measures a product that runs already.
 */
const bars = { lcpMs: 2_000, tbtMs: 150, cls: 0.02, scriptBytes: 120_000, allBytes: 600_000 } as const
const visits = 5
const port = 3_911

const paths = process.argv.length > 2 ? process.argv.slice(2) : ["/"]
const dataDir = mkdtempSync(join(tmpdir(), "aworan-bench-"))
const ownServer = process.env.BENCH_URL === undefined ? startProduct() : null
const base = process.env.BENCH_URL ?? `http://localhost:${port}`

let isWithinBars = true
try {
  await waitUntilReady()
  const executablePath = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path))
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}) })
  for (const path of paths) {
    const seen: PageFigures[] = []
    for (let visit = 0; visit < visits; visit++) seen.push(await measurePage(browser, new URL(path, base).href))
    isWithinBars = print(path, seen) && isWithinBars
  }
  await browser.close()
} finally {
  ownServer?.kill("SIGTERM")
  rmSync(dataDir, { recursive: true, force: true })
}
process.exitCode = isWithinBars ? 0 : 1

function startProduct(): ChildProcess {
  return spawn(process.execPath, ["scripts/start.ts"], {
    stdio: "ignore",
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, RATE_LIMIT_FACTOR: "1000", LOG_LEVEL: "silent" },
  })
}

async function waitUntilReady(): Promise<void> {
  const end = Date.now() + 120_000
  while (Date.now() < end) {
    const reply = await fetch(new URL("/readyz", base)).catch(() => null)
    if (reply?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error("The product did not start.")
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

/** @returns whether the page keeps every bar */
function print(path: string, seen: readonly PageFigures[]): boolean {
  const of = (name: keyof typeof bars): number => median(seen.map((figures) => figures[name]))
  const names = ["lcpMs", "tbtMs", "cls", "scriptBytes", "allBytes"] as const
  const shown = names.map((name) => {
    const value = of(name)
    const rounded = name === "cls" ? value.toFixed(3) : Math.round(value).toString()
    return `${name} ${rounded}${value <= bars[name] ? "" : ` (bar ${bars[name]})`}`
  })
  const complaints = [...new Set(seen.flatMap((figures) => figures.complaints))]
  process.stdout.write(`${path}: ${shown.join(", ")}, fcpMs ${Math.round(median(seen.map(({ fcpMs }) => fcpMs)))}\n`)
  for (const complaint of complaints) process.stdout.write(`  ${complaint}\n`)
  return complaints.length === 0 && names.every((name) => of(name) <= bars[name])
}
