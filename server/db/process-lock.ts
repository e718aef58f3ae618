import { randomBytes } from "node:crypto"
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"

/** Thrown when another live process works on the same data folder. */
export class FolderInUseError extends Error {
  /** Who holds it, in words that begin with a space; "" when that is not known. */
  readonly who: string
  constructor(dir: string, holder: Holder | null) {
    super(
      `The data folder ${dir} is in use by another running Aworan${nameOf(holder)}. ` +
        "Stop that one first, or start this one with another DATA_DIR. " +
        "To run several processes, give them a PostgreSQL database with DATABASE_URL.",
    )
    this.name = "FolderInUseError"
    this.who = nameOf(holder)
  }
}

/** A data folder that this process holds. */
export interface FolderLock {
  /** Gives the folder back. */
  release(): void
}

export interface FolderLockOptions {
  /** How long to wait for a former holder to end, in milliseconds. */
  waitMs: number
  /** Says in words that it waits; called once. */
  onWait(message: string): void
  /** The folder is gone, or somebody else took it although this process holds it: nothing may be written any more. */
  onLost(): void
  /** How often a holder shows that it lives, in milliseconds; one that shows nothing for three times that has ended. */
  beatMs?: number
}

/** What a holder writes beside its lock, for people and for machines that share a disk. */
interface Holder {
  /** Random for each holder. */
  token: string
  host: string
  /** The running kernel; the same for all containers of a machine. */
  boot: string
  pid: number
  /** Counts up while the holder lives. */
  beat: number
}

const usualBeatMs = 2_000

const askAgainMs = 200

/**
 * Takes the folder for this process. The embedded database has no lock of its own: two openers destroy each other's data.
 *
 * The lock is an exclusive transaction on a small SQLite file: an advisory lock of the system on an open file, which other
 * containers on the same folder see, and which goes with its process however that ends. Locks do not always reach over
 * machines that share a disk, so the holder's beat is looked at as well.
 * @throws FolderInUseError when another live process still holds it after `waitMs`
 */
export async function lockFolder(dir: string, options: FolderLockOptions): Promise<FolderLock> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, "process.lock")
  const end = Date.now() + options.waitMs
  const beatMs = options.beatMs ?? usualBeatMs
  let isTold = false
  const waitFor = async (ask: () => boolean): Promise<void> => {
    while (!ask()) {
      const holder = readHolder(path)
      if (Date.now() >= end) throw new FolderInUseError(dir, holder)
      if (!isTold) {
        const seconds = Math.ceil(options.waitMs / 1_000)
        options.onWait(
          `The data folder ${dir} is held by another process${nameOf(holder)}. Waiting up to ${seconds} s for it to end.`,
        )
      }
      isTold = true
      await sleep(askAgainMs)
    }
  }
  let lock = tryLock(`${path}.db`)
  await waitFor(() => {
    lock ??= tryLock(`${path}.db`)
    return lock !== null
  })
  try {
    await waitFor(standsStill(path, 3 * beatMs))
  } catch (error) {
    lock?.close()
    throw error
  }
  return keep(path, lock, options.onLost, beatMs)
}

/**
 * Locks a small file of its own, which goes on being locked until it is closed or its process ends.
 * @returns null when somebody else has it
 */
export function tryLock(path: string): DatabaseSync | null {
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec("begin exclusive")
    return file
  } catch (error) {
    file.close()
    const isHeld = error instanceof Error && "errcode" in error && (error.errcode === 5 || error.errcode === 6)
    if (isHeld) return null
    throw error
  }
}

/** @returns asks whether a holder elsewhere, whom the lock does not keep out, has ended */
function standsStill(path: string, deadAfterMs: number): () => boolean {
  let seen = readHolder(path)?.beat
  let since = Date.now()
  return () => {
    const holder = readHolder(path)
    // With one kernel the lock itself is the truth.
    if (!holder || holder.boot === bootId() || ageOf(path) > 10 * deadAfterMs) return true
    if (holder.beat !== seen) {
      seen = holder.beat
      since = Date.now()
    }
    return Date.now() - since >= deadAfterMs
  }
}

function keep(path: string, lock: DatabaseSync | null, onLost: () => void, beatMs: number): FolderLock {
  const holder: Holder = {
    token: randomBytes(8).toString("hex"),
    host: hostname(),
    boot: bootId(),
    pid: process.pid,
    beat: 0,
  }
  const write = (): void => writeFileSync(path, JSON.stringify(holder), { mode: 0o600 })
  write()
  const timer = setInterval(() => {
    const found = readHolder(path)
    if (found && found.token !== holder.token) {
      clearInterval(timer)
      return onLost()
    }
    holder.beat++
    try {
      write()
    } catch (error) {
      // A full disk keeps nobody from working; the lock itself needs no room.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") return
      clearInterval(timer)
      onLost()
    }
  }, beatMs)
  timer.unref()
  return {
    release() {
      clearInterval(timer)
      rmSync(path, { force: true })
      lock?.close()
    },
  }
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Holder
  } catch {
    return null
  }
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
  } catch {
    return hostname()
  }
}

function nameOf(holder: Holder | null): string {
  return holder ? ` (process ${holder.pid} on ${holder.host})` : ""
}
