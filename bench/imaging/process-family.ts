import { readdirSync, readFileSync } from "node:fs"

/** How often is looked, in ms: reading takes one or two. */
const everyMs = 25

/**
 * The most memory that this process and those it started held at one moment, in MB. What several of them share counts once
 * (proportional set size, Linux alone).
 */
export function watchFamilyMemory(): { peakMb(): number; stop(): void } {
  let peak = 0
  const look = (): void => {
    const kb = [process.pid, ...childrenOf(process.pid)].reduce((sum, pid) => sum + sharedKb(pid), 0)
    peak = Math.max(peak, kb / 1024)
  }
  const timer = setInterval(look, everyMs)
  look()
  return { peakMb: () => peak, stop: () => clearInterval(timer) }
}

/** Ticks of /proc in a second, on every Linux that Node runs on. */
const ticksASecond = 100

/**
 * Processor time that this process and those it started and that still run have taken, in seconds (those started: Linux alone).
 */
export function familyProcessorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + childrenOf(process.pid).reduce((sum, pid) => sum + ticksOf(pid), 0) / ticksASecond
}

/** User and system time are the 14th and 15th field; the second one, the name, may hold blanks. */
function ticksOf(pid: number): number {
  const stat = readNow(`/proc/${pid}/stat`)
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number)
  return user + system
}

function childrenOf(pid: number): number[] {
  const found: number[] = []
  for (const thread of listed(`/proc/${pid}/task`)) {
    for (const child of readNow(`/proc/${pid}/task/${thread}/children`).split(" ")) {
      if (child.trim() !== "") found.push(Number(child), ...childrenOf(Number(child)))
    }
  }
  return found
}

/** In kB; 0 for a process that is gone. */
function sharedKb(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readNow(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

function readNow(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
