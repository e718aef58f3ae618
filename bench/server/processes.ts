import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { memoryOf } from "./memory.ts"

/** What a process uses right now. */
export interface Use {
  megabytes: number
  descriptors: number
  /** Time of a core used since it began, in seconds; its children that ended are counted in. */
  coreSeconds: number
}

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }))

/** @returns null when it has ended */
export function readUse(pid: number): Use | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The name stands in brackets and may hold blanks.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return {
      megabytes: memoryOf(pid).now,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      coreSeconds: ticks / ticksPerSecond,
    }
  } catch {
    return null
  }
}

/** Core time of a process and of all that it began, in seconds. */
export function coreSecondsOfFamily(pid: number): number {
  const own = readUse(pid)?.coreSeconds ?? 0
  return childrenOf(pid).reduce((sum, child) => sum + coreSecondsOfFamily(child), own)
}

function childrenOf(pid: number): number[] {
  try {
    const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim()
    return listed === "" ? [] : listed.split(" ").map(Number)
  } catch {
    return []
  }
}
