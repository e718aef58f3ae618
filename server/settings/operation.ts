import { totalmem } from "node:os"
import type { Setting } from "#server/platform/settings/setting.ts"

/** How a process is run and watched. */
export interface OperationConfig {
  /** How long /readyz says that the process stops before it stops, in milliseconds. */
  stopDelayMs: number
  /** Port of a worker's /healthz, /readyz and /metrics; null for none. */
  workerPort: number | null
  /** Memory that the machine has for this process, in megabytes. */
  memoryMb: number
  /** Whether every call is logged. */
  hasAccessLog: boolean
}

/** Memory of the machine, or of the container where that has less, in megabytes. */
export function machineMemoryMb(): number {
  return Math.floor(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1_048_576)
}

/** Memory that a thread of the image engine needs while it works, in megabytes, and the process beside it. */
const threadMb = 512

/** @returns so many threads for image work as there is memory for, at least one and not more than wanted */
export function threadsFor(memoryMb: number, wanted: number): number {
  return Math.max(1, Math.min(wanted, Math.floor(memoryMb / threadMb) - 1))
}

export const operationSettings: readonly Setting[] = [
  {
    name: "STOP_DELAY_SECONDS",
    what: "How long /readyz says that the process is stopping before it takes no more calls, for load balancers.",
    default: "0",
  },
  {
    name: "WORKER_PORT",
    what: "Port of a ROLE=worker process for /healthz, /readyz and /metrics; `0` for none.",
    default: "3001",
  },
  {
    name: "MEMORY_MB",
    what: "Memory that there is for this process, in megabytes. It bounds the local engine's threads, how much it works on at once, and the largest photo and enlargement. With less than 2048 the embedded database takes half a gigabyte less while it starts, and computes over many rows more slowly.",
    default: "that of the machine or container",
  },
  { name: "ACCESS_LOG", what: "`1` logs every call: method, route, status, milliseconds, account.", default: "none" },
]
