import { readFileSync } from "node:fs"

/** The most memory that a process of Linux ever held, in MiB. */
export function mostMemoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  return Number(status.match(/VmHWM:\s+(\d+) kB/)?.[1]) / 1024
}
