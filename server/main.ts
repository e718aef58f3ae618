import { availableParallelism } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { product } from "#contract/product/brand.ts"
import { createApp } from "./app.ts"
import { type Composed, compose } from "./compose.ts"
import { type Config, ConfigError, readConfig } from "./config.ts"
import { FolderInUseError } from "./db/process-lock.ts"
import { inviteFirstOperator } from "./features/operators/service.ts"
import { jobs } from "./jobs.ts"
import { createLog } from "./platform/log.ts"
import { startWorker, type Worker } from "./worker.ts"

/** Time for running requests and jobs to end after a stop signal (checklist 9.5). */
const graceMs = 10_000

/** Most threads that the local engine takes by itself. */
const maxThreads = 8

/** Where the built browser app lies. */
const webDir = new URL("../dist/web/", import.meta.url).pathname

// Under load V8 lets short-lived memory grow to 128 MB and the rest to a multiple of what is in use, and gives little of
// it back. With less, calls are served as quickly (`npm run bench http` shows it), uploads up to a fifth more slowly.
setFlagsFromString("--semi-space-growth-factor=1")
setFlagsFromString("--heap-growing-percent=30")

async function main(): Promise<void> {
  const config = readConfig(process.env, { threads: Math.min(maxThreads, availableParallelism()) })
  const log = createLog(config.logLevel)
  const composed = await compose(config, log)
  let isStopping = false
  const app =
    config.role === "worker" ? null : await createApp(composed.services, { isStopping: () => isStopping, webDir })
  const worker = config.role === "web" ? null : startWorker(composed.services, jobs)
  if (app) await app.listen({ port: config.port, host: config.host })
  await greet(config, composed)

  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, "stopping")
    await drain(app, worker)
    await composed.close()
    process.exit(0)
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal).catch(fail))
}

/** With its cause: a failed call to another service says there what went wrong. */
async function drain(app: Awaited<ReturnType<typeof createApp>> | null, worker: Worker | null): Promise<void> {
  const closing = app?.close()
  await worker?.stop(graceMs)
  await Promise.race([closing, sleep(graceMs, undefined, { ref: false })])
}

/** Says in words what runs here; printed for people, beside the log. */
async function greet(config: Config, { services: s }: Composed): Promise<void> {
  const secret = await inviteFirstOperator(s.db)
  const lines = [
    config.role === "worker" ? `${product.name} worker runs.` : `${product.name} runs at ${config.publicUrl}`,
    `  database  ${config.database.kind === "embedded" ? "embedded, one process" : "PostgreSQL"}`,
    `  pictures  ${s.engine.name} engine${s.engine.capabilities.isLocal ? ", drawn on this computer" : ""}`,
    `  files     ${s.storage.kind}`,
    `  mail      ${s.mailer.kind === "captured" ? `captured, read it at ${config.publicUrl}/dev/mail` : "SMTP"}`,
  ]
  if (secret) {
    lines.push("", "  Sign up, then open this link once to become the first operator:")
    lines.push(`  ${config.publicUrl}/operator?token=${secret}`)
  }
  process.stdout.write(`${lines.join("\n")}\n`)
}

function fail(error: unknown): never {
  const isExpected = error instanceof ConfigError || error instanceof FolderInUseError
  const isPortTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE"
  if (isExpected) process.stderr.write(`${error.message}\n`)
  else if (isPortTaken) process.stderr.write("The port is in use by another program. Choose another one with PORT.\n")
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
}

process.on("uncaughtException", fail)
process.on("unhandledRejection", fail)
main().catch(fail)
