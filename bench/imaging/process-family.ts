import { readdirSync, readFileSync } from "node:fs"

/** How often is looked, in ms. */
const everyMs = 25
/** How much more must be held than ever before to be worth counting, in kB. */
const stepKb = 8 * 1024

/**
 * The most memory that this process and those it started held at one moment, in MB. What several of them share counts once
 * (proportional set size, Linux alone). The kernel walks all pages of a process for that figure and holds up its memory
 * meanwhile, which made a cut-out half as slow again: it is asked only when the counters at hand say more than ever before.
 */
export function watchFamilyMemory(): { peakMb(): number; stop(): void } {
  let [peak, most] = [0, 0]
  const look = (): void => {
    const family = [process.pid, ...childrenOf(process.pid)]
    const held = family.reduce((sum, pid) => sum + kbOf(pid, "status", "VmRSS"), 0)
    if (held < most + stepKb) return
    most = held
    const kb = family.reduce((sum, pid) => sum + kbOf(pid, "smaps_rollup", "Pss"), 0)
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
function kbOf(pid: number, file: "status" | "smaps_rollup", name: "VmRSS" | "Pss"): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readNow(`/proc/${pid}/${file}`))?.[1] ?? 0)
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
