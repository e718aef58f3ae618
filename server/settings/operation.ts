import type { Setting } from "#server/platform/settings/setting.ts"

/** How a process is run and watched. */
export interface OperationConfig {
  /** How long /readyz says that the process stops before it stops, in milliseconds. */
  stopDelayMs: number
  /** Port of a worker's /healthz, /readyz and /metrics; null for none. */
  workerPort: number | null
  /** Whether every call is logged. */
  hasAccessLog: boolean
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
  { name: "ACCESS_LOG", what: "`1` logs every call: method, route, status, milliseconds, account.", default: "none" },
]
