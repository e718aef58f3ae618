import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { until } from "#server/testing/wait.ts"

let clone: string

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "aworan-bootstrap-"))
  mkdirSync(join(clone, "scripts"))
  copyFileSync(join(import.meta.dirname, "bootstrap.mjs"), join(clone, "scripts/bootstrap.mjs"))
  writeFileSync(join(clone, "package-lock.json"), "{}")
})
afterEach(() => {
  chmodSync(clone, 0o755)
  rmSync(clone, { recursive: true, force: true })
})

/** Stands in for npm: counts its runs and does what `body` says. */
function npmThat(body: string): { npm_execpath: string } {
  const path = join(clone, "npm.cjs")
  writeFileSync(
    path,
    `const fs = require("fs"); fs.appendFileSync(${JSON.stringify(join(clone, "runs"))}, "x"); ${body}`,
  )
  return { npm_execpath: path }
}

const runs = (): number => (existsSync(join(clone, "runs")) ? readFileSync(join(clone, "runs"), "utf8").length : 0)
const script = () => join(clone, "scripts/bootstrap.mjs")
const bootstrap = (env: Record<string, string>) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script()], { env, encoding: "utf8", timeout: 60_000 })
  return { status, said: stdout + stderr }
}
const installs = 'fs.mkdirSync("node_modules", { recursive: true })'
const lock = () => join(clone, ".bootstrap-lock")

test("installs once, and a start after it does nothing", () => {
  const env = npmThat(installs)
  expect(bootstrap(env)).toMatchObject({ status: 0, said: /Installing packages/ })
  expect(bootstrap(env)).toEqual({ status: 0, said: "" })
  expect(runs()).toBe(1)
})

test("an installation that failed is tried again by the next start", () => {
  expect(bootstrap(npmThat("process.exit(7)"))).toMatchObject({ status: 7, said: /could not be installed/ })
  expect(existsSync(lock())).toBe(false)
  expect(bootstrap(npmThat(installs)).status).toBe(0)
  expect(runs()).toBe(2)
})

test("an installation that was interrupted holds nobody up", async () => {
  const child = spawn(process.execPath, [script()], { env: npmThat("setInterval(() => {}, 1000)"), detached: true })
  const ended = once(child, "exit")
  await until(async () => runs() > 0)
  process.kill(-(child.pid ?? 0), "SIGKILL")
  await ended
  expect(existsSync(lock())).toBe(true)
  expect(bootstrap(npmThat(installs)).status).toBe(0)
})

test("a start waits for an installation of another machine, says so, and goes on once that one has ended", async () => {
  mkdirSync(lock())
  writeFileSync(join(lock(), "pid"), `1 not-${hostname()}`)
  const child = spawn(process.execPath, [script()], { env: npmThat(installs) })
  const [said] = await once(child.stdout, "data")
  expect(String(said)).toContain("Another process installs the packages")
  rmSync(lock(), { recursive: true })
  expect(await once(child, "exit")).toEqual([0, null])
})

test("a folder that cannot be written is told", () => {
  const env = npmThat(installs)
  chmodSync(clone, 0o555)
  // Nothing is forbidden to root.
  const stranger = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const options = { env, encoding: "utf8", timeout: 60_000, ...stranger } as const
  const { status, stderr } = spawnSync(process.execPath, [script()], options)
  expect([status, stderr]).toEqual([1, expect.stringMatching(/cannot be installed in .*EACCES/)])
})
