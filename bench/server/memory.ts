import { readFileSync } from "node:fs"

/** @returns megabytes: what a process holds now, and the most it ever held */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  const read = (name: string): number => Number(status.match(new RegExp(`${name}:\\s+(\\d+) kB`))?.[1]) / 1024
  return { now: read("VmRSS"), most: read("VmHWM") }
}
