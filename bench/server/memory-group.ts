import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** A control group with a limit of memory. */
export interface MemoryGroup {
  /** File that a process writes its id into. */
  processes: string
  /** Whether the kernel had to end a process of it. */
  hasKilled(): boolean
  remove(): void
}

/** Folders and names of the two kinds that Linux has. */
const kinds = [
  { root: "/sys/fs/cgroup/memory", limit: "memory.limit_in_bytes", events: "memory.oom_control" },
  { root: "/sys/fs/cgroup", limit: "memory.max", events: "memory.events" },
] as const

/** @returns null where this user may make none */
export function openMemoryGroup(megabytes: number): MemoryGroup | null {
  const kind = kinds.find(({ root }) => existsSync(join(root, "cgroup.procs")))
  if (!kind) return null
  const folder = join(kind.root, `aworan-bench-${process.pid}`)
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, kind.limit), String(megabytes * 1_048_576))
  } catch {
    return null
  }
  return {
    processes: join(folder, "cgroup.procs"),
    hasKilled: () => /oom_kill [1-9]/.test(readFileSync(join(folder, kind.events), "utf8")),
    remove: () => rmdirSync(folder),
  }
}
