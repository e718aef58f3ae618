import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"

/** Longest wait for the product to be built and ready, in ms. */
const startMs = 300_000

export interface OpenProduct {
  url: string
  close(): Promise<void>
}

/** Starts the product on a free port with an empty data folder, as `npm start` does. @throws Error when it does not get ready */
export async function openProduct(): Promise<OpenProduct> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), "aworan-looks-"))
  const child = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: fileURLToPath(new URL("../../", import.meta.url)),
    env: {
      ...process.env,
      // The page of all parts is photographed too.
      VITE_PARTS_PAGE: "1",
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      RATE_LIMIT_FACTOR: "100",
      GENERATION_WAIT_SECONDS: "1",
    },
    stdio: ["ignore", "ignore", "inherit"],
  })
  const close = async (): Promise<void> => {
    await stop(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  const deadline = performance.now() + startMs
  while (child.exitCode === null && performance.now() < deadline) {
    if (await isReady(url)) return { url, close }
    await sleep(500)
  }
  await close()
  throw new Error("The product did not get ready.")
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGTERM")
  await ended
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject)
    probe.listen(0, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })
}
