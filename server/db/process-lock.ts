import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"

/** Thrown when another live process works on the same data folder. */
export class FolderInUseError extends Error {
  constructor(dir: string, pid: number) {
    super(
      `The data folder ${dir} is in use by another running Aworan (process ${pid}). ` +
        "Stop that one first, or start this one with another DATA_DIR. " +
        "To run several processes, give them a PostgreSQL database with DATABASE_URL.",
    )
    this.name = "FolderInUseError"
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** Tells a restarted process from another that was given the same number: boot and start time of the process, where known. */
function startMark(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""
  } catch {
    return ""
  }
}

/**
 * Takes the folder for this process. The embedded database has no lock of its own: two openers destroy each other's data.
 * @returns a function that gives the folder back
 * @throws FolderInUseError when another live process holds it
 */
export function lockFolder(dir: string): () => void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, "process.lock")
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const file = openSync(path, "wx", 0o600)
      writeSync(file, `${process.pid} ${startMark(process.pid)}`)
      closeSync(file)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
      const [pidText = "", mark = ""] = readFileSync(path, "utf8").split(" ")
      const pid = Number(pidText)
      if (pid > 0 && pid !== process.pid && isAlive(pid) && mark === startMark(pid)) {
        throw new FolderInUseError(dir, pid)
      }
      rmSync(path, { force: true })
    }
  }
  throw new Error(`The lock file ${path} keeps changing; another process is starting on the same folder.`)
}
