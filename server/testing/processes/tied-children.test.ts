import { execFile } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { until } from "#server/testing/wait.ts"
import { endChildren, spawnTied } from "./tied-children.ts"

const isRunning = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}

test.runIf(process.platform === "linux")("a process that is killed takes along what it started", async () => {
  const program = `import(${JSON.stringify(import.meta.resolve("./tied-children.ts"))}).then(({ spawnTied }) =>
    console.log(spawnTied("sleep", ["600"], { stdio: "ignore" }).pid))`
  const parent = execFile(process.execPath, ["--eval", program])
  const [line] = await once(parent.stdout as NodeJS.ReadableStream, "data")
  const pid = Number(line)
  expect(isRunning(pid)).toBe(true)
  parent.kill("SIGKILL")
  await until(async () => !isRunning(pid))
})

test("what is left can be ended", async () => {
  const child = spawnTied("sleep", ["600"], { stdio: "ignore" })
  const ended = once(child, "exit")
  endChildren()
  expect(await ended).toEqual([null, "SIGKILL"])
})
