import { randomFillSync } from "node:crypto"
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, statfsSync, statSync, writeSync } from "node:fs"
import { statfs } from "node:fs/promises"
import { join } from "node:path"

const mib = 1024 * 1024

/** Kept back for the embedded database: two files of its write-ahead log. */
const reserveBytes = 32 * mib

/** With less room than this nothing new is taken, and with so much again it is. */
const lowBytes = 32 * mib
const enoughBytes = 48 * mib

const lookEveryMs = 1_000

/** Thrown at the start when the disk is too full to open the embedded database. */
export class DiskFullError extends Error {
  constructor(dir: string, free: number) {
    super(
      `The disk of the data folder ${dir} is full: ${toMib(free)} MiB are free, and ${toMib(lowBytes)} MiB are needed. ` +
        "Make room there, or start with another DATA_DIR.",
    )
    this.name = "DiskFullError"
  }
}

/** Room on the disk of the data folder. */
export interface DiskSpace {
  /** Nothing new is taken until there is room again. */
  isLow(): boolean
  /** As last seen. */
  freeBytes(): number
  /** Folder that is watched. */
  dir: string
  /** Told when what was kept back was used up. */
  reserveIsGiven(): void
  close(): void
}

/**
 * Watches the room of the data folder, and keeps some back for the embedded database: without room for its log the database ends for good,
 * and in the middle of a statement.
 * @param options.isWrittenTo false where rows and files lie elsewhere: then its room keeps nobody from anything
 * @throws DiskFullError when there is too little to begin with
 */
export function watchDiskSpace(
  dir: string,
  {
    keepsReserve,
    isWrittenTo,
    onChange,
  }: { keepsReserve: boolean; isWrittenTo: boolean; onChange: (isLow: boolean, freeBytes: number) => void },
): DiskSpace {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const path = reservePath(dir)
  let free = freeOn(statfsSync(dir))
  let hasReserve = sizeOf(path) >= reserveBytes
  if (isWrittenTo && free + (hasReserve ? reserveBytes : 0) < lowBytes) throw new DiskFullError(dir, free)
  let isLow = false

  const settle = (): void => {
    if (keepsReserve && !hasReserve && free > reserveBytes + enoughBytes) hasReserve = fillReserve(path)
    const next = isWrittenTo && (isLow ? free < enoughBytes : free < lowBytes)
    if (next === isLow) return
    isLow = next
    onChange(isLow, free)
  }
  settle()
  const timer = setInterval(() => {
    statfs(dir).then(
      (figures) => {
        free = freeOn(figures)
        settle()
      },
      () => {},
    )
  }, lookEveryMs)
  timer.unref()
  return {
    dir,
    isLow: () => isLow,
    freeBytes: () => free,
    reserveIsGiven() {
      hasReserve = false
      free = freeOn(statfsSync(dir))
      if (isLow) return
      isLow = true
      onChange(true, free)
    },
    close: () => clearInterval(timer),
  }
}

function reservePath(dir: string): string {
  return join(dir, "reserve")
}

/** Gives what was kept back to the database, which cannot go on without. @returns false when there is nothing to give */
export function dropReserve(dir: string): boolean {
  if (sizeOf(reservePath(dir)) === 0) return false
  rmSync(reservePath(dir), { force: true })
  return true
}

function freeOn({ bavail, bsize }: { bavail: number; bsize: number }): number {
  return bavail * bsize
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

/** Random bytes, since some disks store nothing for empty ones. */
function fillReserve(path: string): boolean {
  try {
    const file = openSync(path, "w", 0o600)
    try {
      const block = randomFillSync(Buffer.allocUnsafe(mib))
      for (let written = 0; written < reserveBytes; written += block.length) writeSync(file, block)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    return true
  } catch {
    rmSync(path, { force: true })
    return false
  }
}

function toMib(bytes: number): number {
  return Math.floor(bytes / mib)
}
