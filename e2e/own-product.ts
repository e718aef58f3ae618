import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, openSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "@playwright/test"
import { unpackDatabase } from "#server/testing/processes/processes.ts"
import { startOutput } from "./start-output.ts"

/** A product of a journey's own. */
export interface OwnProduct {
  process: ChildProcess
  close(): Promise<void>
}

/** Starts one, with a data folder of its own, and waits until it answers. @param script below server/testing/processes */
export async function startOwnProduct(
  script: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<OwnProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), "aworan-own-"))
  unpackDatabase(dataDir)
  const product = fork(join("server/testing/processes", script), {
    execArgv: [],
    // What it prints has the link that makes the first operator.
    stdio: ["ignore", openSync(startOutput(port), "w"), "inherit", "ipc"],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: "100",
      LOG_LEVEL: "warn",
      ...settings,
    },
  })
  const answers = () =>
    fetch(`http://localhost:${port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(answers).toBe(200)
  return {
    process: product,
    async close() {
      const ended = once(product, "exit")
      product.disconnect()
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
