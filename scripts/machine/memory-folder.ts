import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs"
import { freemem } from "node:os"
import { join } from "node:path"

/** Where Linux keeps files in memory. */
const memoryRoot = "/dev/shm"
const namePrefix = "aworan-tests-"

/** Free bytes there and of the machine's memory that it takes: a whole run held 622 MB at most. */
const neededBytes = 4 * 1024 ** 3

/**
 * Makes a folder in memory for what a run of the tests writes and throws away: thousands of databases and files, none of
 * which has to outlive the machine. It goes with this process; one that was killed leaves its folder to the next.
 * @returns null where there is no such place, or no room
 */
export function makeMemoryFolder(): string | null {
  try {
    removeLeftFolders()
    const { bavail, bsize } = statfsSync(memoryRoot)
    if (Math.min(bavail * bsize, freemem()) < neededBytes) return null
    const folder = join(memoryRoot, `${namePrefix}${process.pid}`)
    mkdirSync(folder)
    // PostgreSQL runs as another user where the tests run as root.
    chmodSync(folder, 0o755)
    process.once("exit", () => remove(folder))
    return folder
  } catch {
    return null
  }
}

function removeLeftFolders(): void {
  for (const name of readdirSync(memoryRoot)) {
    if (name.startsWith(namePrefix) && !isRunning(Number(name.slice(namePrefix.length)))) remove(join(memoryRoot, name))
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

function remove(folder: string): void {
  // What is being stopped may still write.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
