import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, openSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "@playwright/test"
import { unpackDatabase } from "#server/testing/processes/processes.ts"
import { startOutput } from "./start-output.ts"

/** A product of a journey's own whose academy goes by a clock that the journey moves. */
export interface MovedClock {
  /** Lets time pass until this moment; what falls due by then is done when it returns. */
  passUntil(moment: Date): Promise<void>
  close(): Promise<void>
}

/** Starts it, with a data folder of its own, and waits until it answers. */
export async function openWithClock(port: number): Promise<MovedClock> {
  const dataDir = mkdtempSync(join(tmpdir(), "aworan-clock-"))
  unpackDatabase(dataDir)
  const product: ChildProcess = fork("server/testing/processes/run-with-clock.ts", {
    execArgv: [],
    // What it prints has the link that makes the first operator.
    stdio: ["ignore", openSync(startOutput(port), "w"), "inherit", "ipc"],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      ENGINE: "fake",
      RATE_LIMIT_FACTOR: "100",
      LOG_LEVEL: "warn",
    },
  })
  const answers = () =>
    fetch(`http://localhost:${port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(answers).toBe(200)
  return {
    async passUntil(moment) {
      const passed = once(product, "message")
      product.send(moment.toISOString())
      await passed
    },
    async close() {
      const ended = once(product, "exit")
      product.disconnect()
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
