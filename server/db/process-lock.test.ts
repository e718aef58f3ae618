import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { FolderInUseError, type FolderLockOptions, lockFolder } from "./process-lock.ts"

let dir: string
const children: ChildProcess[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "aworan-lock-"))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL")
  rmSync(dir, { recursive: true, force: true })
})

const options = (waitMs: number, more: Partial<FolderLockOptions> = {}): FolderLockOptions => ({
  waitMs,
  onWait: () => {},
  onLost: () => {},
  ...more,
})

/** A process that takes the folder, says so and keeps it until it is killed. */
const holderProgram = `
  import { lockFolder } from ${JSON.stringify(new URL("./process-lock.ts", import.meta.url).href)}
  const options = { waitMs: Number(process.argv[2] ?? 0), onWait: () => {}, onLost: () => process.exit(3) }
  try {
    await lockFolder(process.argv[1], options)
    console.log("held by " + process.pid)
    setInterval(() => {}, 1000)
  } catch (error) {
    console.log("refused: " + error.message)
  }`

async function startHolder(prefix: string[] = [], waitMs = 0): Promise<{ child: ChildProcess; word: string }> {
  const command = [...prefix, process.execPath, "--input-type=module", "-e", holderProgram, "--", dir, String(waitMs)]
  const child = spawn(command[0] ?? "", command.slice(1), { stdio: ["ignore", "pipe", "inherit"] })
  children.push(child)
  const [said] = (await once(child.stdout, "data")) as [Buffer]
  return { child, word: said.toString().trim() }
}

const ownNumbers = ["unshare", "--pid", "--fork", "--kill-child"]

function canUnshare(): boolean {
  try {
    execFileSync("unshare", ["--pid", "--fork", "true"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

describe("the lock of the data folder", () => {
  test("keeps a second holder out, and lets it in after the first gave it back", async () => {
    const { child } = await startHolder()
    await expect(lockFolder(dir, options(0))).rejects.toThrow(FolderInUseError)
    child.kill("SIGKILL")
    const lock = await lockFolder(dir, options(5_000))
    lock.release()
    expect(existsSync(join(dir, "process.lock"))).toBe(false)
  })

  test("goes with a killed holder, also one that nobody buried", async () => {
    // The shell does not wait for its child, so that one stays as a zombie.
    const command = `"$0" --input-type=module -e "$1" -- "$2" 0 & echo $!; exec sleep 60`
    const shell = spawn("sh", ["-c", command, process.execPath, holderProgram, dir], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    children.push(shell)
    let said = ""
    await new Promise<void>((resolve) => {
      shell.stdout.on("data", (text: Buffer) => {
        said += text
        if (said.includes("held by")) resolve()
      })
    })
    const holder = Number(said.split("\n")[0])
    process.kill(holder, "SIGKILL")
    const lock = await lockFolder(dir, options(5_000))
    process.kill(holder, 0)
    lock.release()
  })

  test("waits for a holder that is ending, and says so", async () => {
    const { child } = await startHolder()
    const onWait = vi.fn((message: string) => {
      expect(message).toMatch(/held by another process \(process \d+ on .+\)\. Waiting up to 20 s/)
      child.kill("SIGKILL")
    })
    const lock = await lockFolder(dir, options(20_000, { onWait }))
    expect(onWait).toHaveBeenCalledOnce()
    lock.release()
  })

  test.runIf(canUnshare())("is seen by containers in which every process has the number 1", async () => {
    const first = await startHolder(ownNumbers)
    expect(first.word).toBe("held by 1")
    const second = await startHolder(ownNumbers)
    expect(second.word).toMatch(/refused: .*in use by another running Aworan \(process 1 on/)
    first.child.kill("SIGKILL")
    const third = await startHolder(ownNumbers, 5_000)
    expect(third.word).toBe("held by 1")
  })

  test("lets one of many starters in over what a killed one left behind", async () => {
    for (let round = 0; round < 3; round++) {
      const { child } = await startHolder()
      child.kill("SIGKILL")
      await once(child, "exit")
      const words = await Promise.all(Array.from({ length: 5 }, () => startHolder()))
      expect(words.filter(({ word }) => word.startsWith("held"))).toHaveLength(1)
      for (const starter of words) starter.child.kill("SIGKILL")
      await Promise.all(words.map(({ child: one }) => one.exitCode ?? one.signalCode ?? once(one, "exit")))
    }
  })

  test("is told when the folder itself is removed", async () => {
    const lost = Promise.withResolvers<void>()
    const lock = await lockFolder(dir, options(0, { onLost: lost.resolve, beatMs: 50 }))
    rmSync(dir, { recursive: true })
    await lost.promise
    lock.release()
  })

  test("is refused while a holder on another machine beats, and told when somebody else took it", async () => {
    const path = join(dir, "process.lock")
    const elsewhere = { token: "a", host: "other", boot: "another-kernel", pid: 7, beat: 0 }
    const write = () => writeFileSync(path, JSON.stringify({ ...elsewhere, beat: elsewhere.beat++ }))
    write()
    const beat = setInterval(write, 100)
    await expect(lockFolder(dir, options(700, { beatMs: 200 }))).rejects.toThrow(/process 7 on other/)
    clearInterval(beat)
    // Its beat stands still from now on.
    const lost = Promise.withResolvers<void>()
    const lock = await lockFolder(dir, options(20_000, { onLost: lost.resolve, beatMs: 200 }))
    expect(JSON.parse(readFileSync(path, "utf8")).pid).toBe(process.pid)
    writeFileSync(path, JSON.stringify(elsewhere))
    await lost.promise
    lock.release()
  })
})
