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
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { until } from "#server/testing/wait.ts"

let clone: string

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "aworan-bootstrap-"))
  mkdirSync(join(clone, "scripts/launcher"), { recursive: true })
  for (const file of ["bootstrap.mjs", "run.mjs"])
    copyFileSync(join(import.meta.dirname, file), join(clone, "scripts/launcher", file))
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
const script = () => join(clone, "scripts/launcher/bootstrap.mjs")
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

describe("the launcher", () => {
  /** Installs a Node that says that it is the installed one. */
  const installsNode = () => {
    const path = join(clone, "installed-node")
    writeFileSync(path, `#!/bin/sh\nINSTALLED=yes exec ${JSON.stringify(process.execPath)} "$@"\n`, { mode: 0o755 })
    return npmThat(`fs.mkdirSync("node_modules/.bin", { recursive: true })
      fs.symlinkSync(${JSON.stringify(path)}, "node_modules/.bin/node")`)
  }
  const program = (text: string): string => {
    writeFileSync(join(clone, "program.mjs"), text)
    return "program.mjs"
  }
  const launcher = () => join(clone, "scripts/launcher/run.mjs")

  test("installs on a bare clone, then runs the program on the installed Node, from any folder", () => {
    const told = program(`console.log(process.env.INSTALLED, process.argv.slice(2).join("+"), process.env.PATH)
      process.exit(3)`)
    const options = { env: { ...installsNode(), PATH: "/elsewhere" }, encoding: "utf8", cwd: tmpdir() } as const
    const { status, stdout } = spawnSync(process.execPath, [launcher(), told, "a b", "c"], options)
    expect([status, stdout]).toEqual([3, expect.stringContaining("yes a b+c ")])
    expect(stdout).toContain(`${join(clone, "node_modules/.bin")}:/elsewhere`)
  })

  test("passes on what asks the program to stop, and ends as that did", async () => {
    const asked = program(`process.on("SIGTERM", () => process.exit(5)); setInterval(() => {}, 1000)
      console.log("ready")`)
    const child = spawn(process.execPath, [launcher(), asked], { env: installsNode() })
    const ended = once(child, "exit")
    let said = ""
    child.stdout.on("data", (text) => {
      said += text
    })
    await until(async () => said.includes("ready"))
    child.kill("SIGTERM")
    expect(await ended).toEqual([5, null])
  })

  test("ends by the signal that ended the program", () => {
    const ended = program('process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)')
    const { signal } = spawnSync(process.execPath, [launcher(), ended], { env: installsNode(), timeout: 60_000 })
    expect(signal).toBe("SIGTERM")
  })
})
