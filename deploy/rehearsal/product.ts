import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { type RunningProcess, startProcess } from "#server/testing/processes/processes.ts"
import type { Stage } from "./rehearsal.ts"

/** Starts the product as an operator does, with a folder of its own. */
export async function startProduct(
  { dir, afterwards }: Stage,
  settings: Record<string, string>,
  name = "product",
): Promise<RunningProcess> {
  const dataDir = join(dir, name)
  mkdirSync(dataDir, { recursive: true })
  const running = await startProcess({ DATA_DIR: dataDir, ...settings }, "server/main.ts", [])
  afterwards(async () => {
    if (running.child.exitCode === null && running.child.signalCode === null) await running.stop()
  })
  return running
}
