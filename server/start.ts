import { availableParallelism } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { setFlagsFromString } from "node:v8"
import type { FastifyInstance } from "fastify"
import type { Logger } from "pino"
import { product } from "#contract/brand.ts"
import { invitationDays } from "#contract/identity/operators.ts"
import { hasRightKey } from "./admin/check.ts"
import { openControl } from "./admin/control.ts"
import { createApp } from "./composition/app.ts"
import { type Composed, compose, type Replacements, UpgradePending } from "./composition/compose.ts"
import { jobs } from "./composition/jobs.ts"
import { explainStart } from "./composition/start-problem.ts"
import { startWorker } from "./composition/worker.ts"
import { createWorkerApp } from "./composition/worker-app.ts"
import { compileForMemory } from "./db/compile.ts"
import type { Collection } from "./declarations/collection.ts"
import type { Services } from "./declarations/services.ts"
import { inviteFirstOperator } from "./features/identity/operators/service.ts"
import { tellPasskeysElsewhere } from "./features/identity/passkeys/service.ts"
import { tellCutOuts } from "./features/operations/models/service.ts"
import { createLog } from "./platform/observability/log.ts"
import { type Config, readConfig } from "./settings/config.ts"
import { serveFailedUpgrade, upgradeInOwnProcess } from "./upgrade/before-start.ts"

/** Time for calls and jobs under way to end after a stop signal, and for the whole stop: `docker stop` waits ten seconds. */
const graceMs = 8_000
const stopMs = 9_700

/** Most threads that the local engine takes by itself. */
const maxThreads = 8

/** Where the built browser app lies. */
const webDir = fileURLToPath(new URL("../dist/web/", import.meta.url))

// Under load V8 lets short-lived memory grow to 128 MB and the rest to a multiple of what is in use, and gives little of
// it back. With less, calls are served as quickly (`npm run bench http` shows it), uploads up to a fifth more slowly.
setFlagsFromString("--semi-space-growth-factor=1")
setFlagsFromString("--heap-growing-percent=30")

let config: Config | null = null
let hasStarted = false

/** What only programs of tests have. */
interface OfTests {
  otherCollections?: readonly Collection[]
  replace?: Replacements
}

async function run(env: NodeJS.ProcessEnv, { otherCollections = [], replace }: OfTests): Promise<void> {
  config = readConfig(env, { threads: Math.min(maxThreads, availableParallelism()) })
  if (config.database.kind === "embedded") compileForMemory(config.memoryMb)
  const log = createLog(config.logLevel)
  const composed = await composeUpToDate(config, log, env, replace)
  if (!composed) return
  const { services } = composed
  let isStopping = false
  const app =
    config.role === "worker"
      ? await openWorkerApp(services, () => isStopping)
      : await createApp(services, { isStopping: () => isStopping, webDir, otherCollections })
  if (config.role !== "worker") await app?.listen({ port: config.port, host: config.host })
  hasStarted = true
  // Last: a process that cannot listen must not have taken jobs, each of which would count as tried.
  const worker = config.role === "web" ? null : startWorker(services, jobs)

  const closeControl = config.database.kind === "embedded" ? await openControl(services) : () => {}
  if (!(await hasRightKey(services))) {
    log.error("keys/token.key is not the key with which this database was begun: npm run admin -- check tells more")
  }
  const { stopDelayMs } = config
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return
    isStopping = true
    log.info({ signal, stopDelayMs }, "stopping")
    // Load balancers ask for readiness now and then; until they have, calls still come here.
    if (stopDelayMs > 0) await sleep(stopDelayMs)
    setTimeout(() => process.exit(0), stopMs).unref()
    closeControl()
    await Promise.allSettled([drain(app), worker?.stop(graceMs)])
    await composed.close()
    process.exit(0)
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal).catch(fail))
  await greet(config, composed)
}

/** @returns null where an upgrade failed its rehearsal: a page then says so to whoever comes, until this is stopped */
async function composeUpToDate(
  config: Config,
  log: Logger,
  env: NodeJS.ProcessEnv,
  replace?: Replacements,
): Promise<Composed | null> {
  try {
    return await compose(config, log, replace, { refusesUpgrade: true })
  } catch (error) {
    if (!(error instanceof UpgradePending)) throw error
  }
  const code = await upgradeInOwnProcess(env)
  if (code === 0) return compose(config, log, replace)
  if (code !== 1) process.exit(code)
  await serveFailedUpgrade(config)
  return null
}

async function drain(app: FastifyInstance | null): Promise<void> {
  await Promise.race([app?.close(), sleep(graceMs, undefined, { ref: false })])
}

/** A worker's own address; several workers on one machine do without unless each is given a port. */
async function openWorkerApp(s: Services, isStopping: () => boolean): Promise<FastifyInstance | null> {
  const { workerPort, host } = s.config
  if (workerPort === null) return null
  const app = createWorkerApp(s, isStopping)
  try {
    await app.listen({ port: workerPort, host })
    return app
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE" || s.config.given.has("WORKER_PORT")) throw error
    s.log.warn({ workerPort }, "the worker's port is taken, so it serves no figures: give it one with WORKER_PORT")
    await app.close()
    return null
  }
}

/** Says in words what runs here; printed for people, beside the log. */
async function greet(config: Config, { services: s }: Composed): Promise<void> {
  const secret = config.firstOperatorEmail === null ? await inviteFirstOperator(s.db) : null
  const lines = [
    config.role === "worker" ? `${product.name} worker runs.` : `${product.name} runs at ${config.publicUrl}`,
    `  database  ${config.database.kind === "embedded" ? "embedded, one process" : "PostgreSQL"}`,
    `  pictures  ${s.engine.name} engine${s.engine.capabilities.isLocal ? ", drawn on this computer" : ""}`,
    `  cut-outs  ${await tellCutOuts(s)}`,
    `  files     ${s.storage.kind}`,
    `  mail      ${s.mailer.kind === "captured" ? `captured, read it at ${config.publicUrl}/dev/mail` : s.mailer.kind}`,
  ]
  for (const line of await tellPasskeysElsewhere(s)) lines.push("", `  ${line}`)
  if (secret) {
    lines.push("", `  Sign up, then open this link once, within ${invitationDays} days, to become the first operator:`)
    lines.push(`  ${config.publicUrl}/operator?token=${secret}`)
  }
  process.stdout.write(`${lines.join("\n")}\n`)
  await s.mailer.check?.().catch((error: Error) => process.stdout.write(`\n  No mail leaves. ${error.message}\n`))
}

function fail(error: unknown): never {
  const explained = hasStarted ? null : explainStart(error, config)
  const shown = explained ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.stderr.write(`${shown}\n`)
  process.exit(1)
}

/** Runs the product by the settings of `env` until it is asked to stop. */
export function start(env: NodeJS.ProcessEnv, ofTests: OfTests = {}): void {
  process.on("uncaughtException", fail)
  process.on("unhandledRejection", fail)
  run(env, ofTests).catch(fail)
}
