/** From `node scripts/start.ts` to the first answer: what a person waits for after `npm start`, with the browser app built. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startProcess } from "#server/testing/processes/processes.ts"
import { atMost, percentile, plain, report, show } from "./figures.ts"

/** Longest start on a database that exists, in seconds. */
const warmBarSeconds = 5
const warmStarts = 5

const dir = mkdtempSync(join(tmpdir(), "aworan-bench-"))

/** @returns seconds from the start of the process to its answer */
async function start(): Promise<number> {
  const began = performance.now()
  const running = await startProcess({ DATA_DIR: dir, ENGINE: "local" }, "scripts/start.ts")
  const reply = await fetch(`${running.url}/readyz`)
  const seconds = (performance.now() - began) / 1_000
  await running.stop()
  if (!reply.ok) throw new Error(`The server answered ${reply.status}: ${running.output()}`)
  return seconds
}

// The first start also builds the browser app where that is stale.
await start()
rmSync(dir, { recursive: true })
const cold = await start()
const warm: number[] = []
for (let n = 0; n < warmStarts; n++) warm.push(await start())
rmSync(dir, { recursive: true })
report([
  plain("start with a new database", `${show(cold)} s`),
  atMost(`start with a known database, median of ${warmStarts}`, percentile(warm, 0.5), warmBarSeconds, "s"),
  plain("  slowest", `${show(Math.max(...warm))} s`),
])
