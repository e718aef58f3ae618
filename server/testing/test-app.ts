import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify"
import { type Logger, pino } from "pino"
import { vi } from "vitest"
import { createApp } from "#server/composition/app.ts"
import { compose, type Replacements } from "#server/composition/compose.ts"
import { jobs } from "#server/composition/jobs.ts"
import { startWorker } from "#server/composition/worker.ts"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { grant } from "#server/features/money/credits/service.ts"
import { type Config, readConfig } from "#server/settings/config.ts"
import { conformanceCollections } from "./conformance-collections.ts"
import { openTestDatabase } from "./databases/test-database.ts"

/** A signed-in person of a test. */
export interface TestPerson {
  accountId: string
  email: string
  password: string
  /** Value of the Cookie header. */
  cookie: string
}

/** The real product in this process, on a real database, with a fake engine. */
export interface TestApp {
  app: FastifyInstance
  s: Services
  /**
   * Makes an account and signs in, through the product's own calls. Whoever has credits has a confirmed address; without
   * `details` a phone and a place are missing, which are asked before something is paid.
   */
  signUp(options?: { credits?: number; isVerified?: boolean; name?: string; details?: boolean }): Promise<TestPerson>
  /** Sends a request, as `person` when given, with a JSON body when given. */
  request(
    method: NonNullable<InjectOptions["method"]>,
    url: string,
    options?: { person?: TestPerson; body?: object; headers?: Record<string, string> },
  ): Promise<LightMyRequestResponse>
  /** Stops the app's worker before the app. */
  stopWorker(graceMs: number): Promise<void>
  close(): Promise<void>
}

export interface TestAppOptions {
  settings?: Record<string, string>
  replace?: Replacements
  /** False leaves jobs in line until the test starts a worker of its own. */
  hasWorker?: boolean
  /** Multiplies the pauses of jobs that failed; 0 when absent. */
  backOffFactor?: number
  log?: Logger
}

/** A test that gets a 5xx it did not expect should not leave anybody guessing why. */
const unexpectedFailures = pino(
  { level: "error" },
  { write: (line: string) => line.includes('"unexpected failure"') && process.stderr.write(line) },
)

let clocksHeld = 0

/** The clock of this process stands still, so that no minute ends between two requests that are counted. @returns what lets it go on */
function holdClock(): () => void {
  if (clocksHeld++ === 0) vi.useFakeTimers({ toFake: ["Date"] })
  return () => {
    if (--clocksHeld === 0) vi.useRealTimers()
  }
}

let people = 0

export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), "aworan-app-"))
  const config: Config = readConfig(
    {
      DATA_DIR: dataDir,
      ENGINE: "fake",
      LOG_LEVEL: "silent",
      RATE_LIMIT_FACTOR: "1000",
      SHOWCASE_WAIT_HOURS: "0",
      ...options.settings,
    },
    { threads: 1 },
  )
  const database = options.replace?.database ?? (await openTestDatabase())
  const log = options.log ?? unexpectedFailures
  const composed = await compose(config, log, { passwordStrength: "weak", ...options.replace, database })
  const s = composed.services
  const app = await createApp(s, { otherCollections: config.isConformance ? conformanceCollections : [] })
  await app.ready()
  const worker =
    options.hasWorker === false ? null : startWorker(s, jobs, { backOffFactor: options.backOffFactor ?? 0 })

  // A test about limits sets its own factor.
  const releaseClock = options.settings?.RATE_LIMIT_FACTOR ? holdClock() : () => {}

  const request: TestApp["request"] = (method, url, { person, body, headers } = {}) =>
    app.inject({
      method,
      url,
      headers: { ...(person ? { cookie: person.cookie } : {}), ...headers },
      ...(body ? { payload: body } : {}),
    })

  return {
    app,
    s,
    request,
    async signUp({ credits = 0, isVerified = credits > 0, name = "Ada Obi", details = true } = {}) {
      const email = `person${++people}-${Date.now()}@example.com`
      const password = "a long enough password"
      const account = await request("POST", "/v1/account", { body: { userId: "unique()", email, password, name } })
      const session = await request("POST", "/v1/account/sessions/email", { body: { email, password } })
      if (session.statusCode !== 201) throw new Error(`Signing up failed: ${account.body} ${session.body}`)
      const accountId = account.json<{ $id: string }>().$id
      if (credits > 0) {
        await transact(s.db, (tx) =>
          grant(tx, { accountId, amount: credits, purpose: `test:${accountId}`, note: "Test" }),
        )
      }
      if (isVerified) {
        await s.db.updateTable("accounts").set({ isEmailVerified: true }).where("id", "=", accountId).execute()
      }
      if (details) {
        const known = { phoneNumber: "+233241234567", country: "Ghana", state: "Accra" }
        await s.db.updateTable("profiles").set(known).where("accountId", "=", accountId).execute()
      }
      const cookie = session.cookies.map(({ name: key, value }) => `${key}=${encodeURIComponent(value)}`).join("; ")
      return { accountId, email, password, cookie }
    },
    stopWorker: async (graceMs) => worker?.stop(graceMs),
    async close() {
      releaseClock()
      await worker?.stop(5_000)
      await app.close()
      await composed.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
