import { DiskFullError } from "#server/db/disk-space.ts"
import { FolderInUseError } from "#server/db/process-lock.ts"
import { DatabaseUnavailableError } from "#server/db/unavailable.ts"
import type { Config } from "#server/settings/config.ts"
import { ConfigError } from "#server/settings/config.ts"

/** @returns what keeps the process from starting in words for an operator, null for what only a programmer understands */
export function explainStart(error: unknown, config: Config | null): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof ConfigError || error instanceof FolderInUseError || error instanceof DiskFullError) {
    return error.message
  }
  const { code, path, syscall } = error as NodeJS.ErrnoException
  if (code === "EADDRINUSE") {
    const setting = config?.role === "worker" ? "WORKER_PORT" : "PORT"
    return `The port is in use by another program. Choose another one with ${setting}.`
  }
  if (syscall === "listen" && code === "EACCES") {
    return problem(`PORT is ${config?.port}; this person may not listen there. Ports below 1024 belong to the system.`)
  }
  if (code === "EADDRNOTAVAIL" && syscall === "listen") return problem(wrongHost(config))
  const cause = error instanceof DatabaseUnavailableError && error.cause instanceof Error ? error.cause : error
  const causeCode = String((cause as NodeJS.ErrnoException).code ?? "")
  if (config?.database.kind === "postgres" && isOfDatabase(error, cause, causeCode)) {
    return problem(`DATABASE_URL: PostgreSQL at ${placeOf(config.database.url)} cannot be used: ${describe(cause)}`)
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return problem(wrongHost(config))
  const isOfFolder = ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOSPC", "ENOENT"].includes(code ?? "")
  if (isOfFolder && config && path?.startsWith(config.dataDir)) {
    return problem(`DATA_DIR is "${config.dataDir}"; it cannot be written: ${error.message}`)
  }
  if (config && "errcode" in error) {
    return problem(`DATA_DIR is "${config.dataDir}"; its lock cannot be opened: ${error.message}`)
  }
  return null
}

function wrongHost(config: Config | null): string {
  return `HOST is "${config?.host}"; this machine has no such address.`
}

function problem(line: string): string {
  return new ConfigError([line]).message
}

/** Refusals of PostgreSQL carry a severity; a server that is not there gives a system's error. */
function isOfDatabase(error: Error, cause: Error, code: string): boolean {
  return (
    error instanceof DatabaseUnavailableError || "severity" in cause || (/^E[A-Z]+$/.test(code) && "address" in cause)
  )
}

function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || 5432}${pathname}`
}

function describe(cause: Error): string {
  if (cause instanceof AggregateError) return cause.errors.map((one: Error) => one.message).join("; ")
  return cause.message || cause.name
}
