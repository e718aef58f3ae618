import { accessSync, constants, existsSync, statSync } from "node:fs"
import { isIP } from "node:net"
import { dirname, resolve } from "node:path"
import { z } from "zod"
import type { Fees } from "#contract/catalogue/fees.ts"
import { bucketBytes } from "#contract/hosted/files.ts"
import { EmailAddress } from "#contract/primitives.ts"
import type { ImageHostSetUp } from "#server/adapters/image-host/declaration.ts"
import type { MailSetUp } from "#server/adapters/mail/declaration.ts"
import type { MessengerSetUp } from "#server/adapters/messages/declaration.ts"
import type { ModerationSetUp } from "#server/adapters/moderation/declaration.ts"
import type { ProviderSetUp } from "#server/adapters/provider.ts"
import type { StorageSetUp } from "#server/adapters/storage/declaration.ts"
import type { InsideSettings } from "#server/platform/http/loopback.ts"
import { isOnThisMachine, readOrigin } from "#server/platform/http/origins.ts"
import { redactText } from "#server/platform/observability/redact.ts"
import type { TracingConfig } from "#server/platform/observability/tracing/tracing.ts"
import type { ReadText, SettingsReader } from "#server/platform/settings/setting.ts"
import { internationalDigits } from "#server/platform/text/phone-numbers.ts"
import { type AcademyConfig, readAcademy } from "./academy.ts"
import { isSecretSetting, settings } from "./all.ts"
import { type EnginesConfig, readEngines } from "./engines.ts"
import { readFees } from "./fees.ts"
import { readSettingFiles } from "./files.ts"
import { type IdentityProvidersConfig, readIdentityProviders } from "./identity-providers.ts"
import { readImageHost } from "./image-host.ts"
import { readInside } from "./inside.ts"
import { readMail } from "./mail.ts"
import { type ModelsConfig, readModels } from "./models.ts"
import { readModeration } from "./moderation.ts"
import { machineMemoryMb, type OperationConfig, threadsFor } from "./operation.ts"
import { type PaymentsConfig, readPayments, readSeller, type SellerConfig } from "./payments.ts"
import { type RetentionConfig, readRetention } from "./retention.ts"
import { readStorage } from "./storage.ts"
import { readTextMessages } from "./text-messages.ts"
import { readTracing } from "./tracing.ts"
import { readTrust, type TrustConfig } from "./trust.ts"
import { findMistyped } from "./unknown.ts"

/** Every setting as the process uses it. What can be swapped is a union, so half a choice cannot be written down. */
export interface Config extends OperationConfig, InsideSettings {
  port: number
  host: string
  /** Address people use, without a slash at the end; links in mails and replies start with it. */
  publicUrl: string
  dataDir: string
  /** How long a start waits for the process that held the data folder to end, in milliseconds. */
  folderWaitMs: number
  database: { kind: "embedded"; dir: string } | { kind: "postgres"; url: string }
  role: "all" | "web" | "worker"
  mail: MailSetUp
  textMessages: MessengerSetUp
  /** Accounts elsewhere with which people may sign in. */
  identityProviders: IdentityProvidersConfig
  academy: AcademyConfig
  payments: PaymentsConfig
  /** Models that operators may add, and from where. */
  models: ModelsConfig
  /** Who sells, as receipts say. */
  seller: SellerConfig
  storage: StorageSetUp
  imageHost: ImageHostSetUp
  /** Who looks through texts; null: only the installation's own list of words counts. */
  moderation: ModerationSetUp | null
  /** What is shown to everybody, and when. */
  trust: TrustConfig
  /** For how long things are kept. */
  retention: RetentionConfig
  /** Who draws, by mode and kind of order. */
  engines: EnginesConfig
  /** Everybody outside who is set up, whatever they do for us. */
  providers: readonly ProviderSetUp[]
  /** `marker`: only the http-only cookie signs in; `secret`: the fallback header does too (docs/product-rules.md#session-fallback). */
  sessionFallback: "marker" | "secret"
  /** Origins whose pages may call, besides our own. */
  trustedOrigins: string[]
  /** Proxies whose forwarding headers are believed. */
  trustProxy: string[]
  /** Header in which a proxy tells the visitor's country. */
  countryHeader: string | null
  /** Server key of the hosted backend (docs/hosted-backend.md#server-keys). */
  apiKey: string | null
  /** Multiplies every rate limit. */
  rateLimitFactor: number
  welcomeCredits: number
  /** Number of the chat for help on WhatsApp, in digits with its country code; null for none. */
  whatsAppNumber: string | null
  /** Whether invitations bring credits (docs/product-rules.md#invitations). */
  hasReferrals: boolean
  /** Cohort of the academy that new people belong to. */
  defaultCohort: string
  /** Whoever confirms this address becomes the first operator, in place of the printed link. */
  firstOperatorEmail: string | null
  /** Whether an operator's role counts only for accounts with a second factor. */
  operatorSecondFactor: "required" | "offered"
  /** Credits per piece of work. */
  fees: Fees
  /** How long a generation call waits for its pictures before it answers 202, in milliseconds (docs/product-rules.md#waiting-time). */
  generationWaitMs: number
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent"
  /** Where traces go; null for nowhere. */
  tracing: TracingConfig | null
  /** Adds the collections and the bucket used by conformance tests. */
  isConformance: boolean
  /** Largest file of the bucket for conformance tests, in bytes. */
  conformanceFileBytes: number
  isProduction: boolean
  /** What the environment sets, by name; of secrets only that they are set. */
  given: ReadonlyMap<string, string>
}

/** Settings that are wrong, all of them in one message. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(found: readonly string[]) {
    const problems = found.map(redactText)
    super(`These settings need attention:\n${problems.map((problem) => `  ${problem}`).join("\n")}`)
    this.name = "ConfigError"
    this.problems = problems
  }
}

type Environment = Record<string, string | undefined>

/** Addresses, networks and names as Fastify takes them. */
function isProxy(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true
  const [address = "", bits, ...more] = text.split("/")
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  // All addresses there are would let everybody say who they are, and the web server refuses them.
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  )
}

/** @returns why nothing can be written into a folder, which need not exist yet; null when something can */
function whyNotWritable(dir: string): string | null {
  try {
    const found = statSync(dir, { throwIfNoEntry: false })
    if (!found) return dirname(dir) === dir ? null : whyNotWritable(dirname(dir))
    if (!found.isDirectory()) return `${dir} is no folder.`
    accessSync(dir, constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Pages, links and cookies are made for the root of a host. */
function isBareOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { pathname, search, hash, username } = new URL(address)
  return /^\/+$/.test(pathname) && search + hash + username === ""
}

function listGiven(text: ReadText): Map<string, string> {
  const given = new Map<string, string>()
  for (const { name } of settings) {
    const value = text(name)
    if (value !== null) given.set(name, isSecretSetting(name) ? "set" : redactText(value))
  }
  return given
}

/**
 * Reads the environment. The only place that knows the names of settings.
 * @throws ConfigError naming every setting that is wrong or half set
 */
export function readConfig(env: Environment, defaults: { threads: number }): Config {
  const problems: string[] = []
  const files = readSettingFiles(env, settings, problems)
  for (const { name, meant } of findMistyped(
    Object.keys(env),
    settings.map(({ name }) => name),
  )) {
    problems.push(`${name} is no setting. Is ${meant} meant?`)
  }
  const text = (name: string): string | null => {
    const value = env[name]?.trim()
    return value ? value : (files.get(name) ?? null)
  }
  const parsed = <T>(name: string, schema: z.ZodType<T>, fallback: T, hint: string): T => {
    const value = text(name)
    if (value === null) return fallback
    const result = schema.safeParse(value)
    if (result.success) return result.data
    problems.push(
      `${name} is ${/KEY|SECRET|TOKEN|PASSWORD|URL$/.test(name) && name !== "PUBLIC_URL" ? "set" : `"${value}"`}; it must be ${hint}.`,
    )
    return fallback
  }
  const choice = <T extends string>(name: string, allowed: readonly [T, ...T[]], fallback: T): T =>
    parsed(name, z.enum(allowed) as unknown as z.ZodType<T>, fallback, `one of ${allowed.join(", ")}`)
  const list = (name: string): string[] =>
    (text(name) ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean)
  const whole = (low: number, high: number) => z.coerce.number().int().min(low).max(high)

  const port = parsed("PORT", whole(0, 65_535), 3000, "a port from 0 to 65535")
  const webAddress = z
    .url({ protocol: /^https?$/ })
    .refine(isBareOrigin)
    .transform((url) => url.replace(/\/+$/, ""))
  const dataDir = resolve(text("DATA_DIR") ?? "./data")
  const databaseUrl = parsed(
    "DATABASE_URL",
    z.url({ protocol: /^postgres(ql)?$/ }).nullable(),
    null,
    "a postgres:// address",
  )
  const isProduction = env.NODE_ENV === "production"
  const role = choice("ROLE", ["all", "web", "worker"], "all")
  if (role !== "all" && databaseUrl === null) {
    problems.push(`ROLE is "${role}", so DATABASE_URL is needed: the embedded database serves one process only.`)
  }
  const isConformance = parsed("CONFORMANCE", z.stringbool(), false, "1 or 0")
  if (isConformance && isProduction) problems.push("CONFORMANCE is set, which is refused when NODE_ENV is production.")
  const publicUrl = parsed(
    "PUBLIC_URL",
    webAddress,
    `http://localhost:${port}`,
    "an http:// or https:// address without a path",
  )
  const memoryMb = parsed("MEMORY_MB", whole(128, 100_000_000), machineMemoryMb(), "a whole number from 128")
  const threads = threadsFor(memoryMb, defaults.threads)
  const reader: SettingsReader = { text, problems, publicUrl, isProduction, dataDir, threads, memoryMb }
  const outside = {
    mail: readMail(reader),
    textMessages: readTextMessages(reader),
    payments: readPayments(reader),
    storage: readStorage(reader),
    imageHost: readImageHost(reader),
    moderation: readModeration(reader),
    engines: readEngines(reader),
  }
  const config: Config = {
    port,
    host: text("HOST") ?? "127.0.0.1",
    publicUrl,
    dataDir,
    folderWaitMs:
      1000 * parsed("DATA_DIR_WAIT_SECONDS", z.coerce.number().min(0).max(600), 20, "a number from 0 to 600"),
    database: databaseUrl
      ? { kind: "postgres", url: databaseUrl }
      : { kind: "embedded", dir: resolve(dataDir, "database") },
    role,
    ...outside,
    providers: [
      outside.mail,
      outside.textMessages,
      outside.storage,
      outside.imageHost,
      ...(outside.moderation ? [outside.moderation] : []),
      ...outside.engines.setUp.values(),
      ...outside.payments.setUp,
    ],
    identityProviders: readIdentityProviders(reader),
    academy: readAcademy(text, problems),
    seller: readSeller(text, problems),
    models: readModels(reader, env.npm_config_registry),
    sessionFallback: choice("SESSION_FALLBACK", ["marker", "secret"], "marker"),
    trustedOrigins: readOrigins(list("TRUSTED_ORIGINS"), problems),
    trustProxy: list("TRUST_PROXY"),
    countryHeader:
      parsed(
        "COUNTRY_HEADER",
        z
          .string()
          .regex(/^[A-Za-z0-9-]+$/)
          .nullable(),
        null,
        "the name of a header",
      )?.toLowerCase() ?? null,
    apiKey: parsed("API_KEY", z.string().min(24).nullable(), null, "24 characters or more"),
    rateLimitFactor: parsed("RATE_LIMIT_FACTOR", z.coerce.number().positive(), 1, "a number above 0"),
    defaultCohort: parsed("DEFAULT_COHORT", z.string().max(40), "2", "at most 40 characters"),
    firstOperatorEmail: parsed("FIRST_OPERATOR_EMAIL", EmailAddress.nullable(), null, "an e-mail address"),
    operatorSecondFactor: choice(
      "OPERATOR_SECOND_FACTOR",
      ["required", "offered"],
      isOnThisMachine(publicUrl) ? "offered" : "required",
    ),
    welcomeCredits: parsed("WELCOME_CREDITS", whole(0, 1_000_000), 20, "a whole number from 0"),
    whatsAppNumber: internationalDigits(
      parsed(
        "WHATSAPP_NUMBER",
        z.string().refine((value) => internationalDigits(value) !== null),
        "",
        "a number with + and its country code, as +2348012345678",
      ),
    ),
    hasReferrals: parsed("REFERRALS", z.stringbool(), false, "1 or 0"),
    fees: readFees(text, problems),
    trust: readTrust(text, problems),
    retention: readRetention(text, problems),
    generationWaitMs:
      1000 * parsed("GENERATION_WAIT_SECONDS", z.coerce.number().min(0).max(600), 100, "a number from 0 to 600"),
    logLevel: choice("LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "trace", "silent"], "info"),
    stopDelayMs: 1000 * parsed("STOP_DELAY_SECONDS", z.coerce.number().min(0).max(300), 0, "a number from 0 to 300"),
    workerPort: parsed("WORKER_PORT", whole(0, 65_535), 3001, "a port from 0 to 65535") || null,
    memoryMb,
    hasAccessLog: parsed("ACCESS_LOG", z.stringbool(), false, "1 or 0"),
    tracing: readTracing(text, problems),
    isConformance,
    conformanceFileBytes: parsed(
      "CONFORMANCE_FILE_BYTES",
      whole(1, 1_000_000_000),
      bucketBytes.scratch,
      "a number of bytes",
    ),
    isProduction,
    given: listGiven(text),
    ...readInside(text, problems),
  }
  for (const proxy of config.trustProxy) {
    if (!isProxy(proxy)) {
      problems.push(
        `TRUST_PROXY has "${proxy}"; it must be an address, a network such as 10.0.0.0/8, or loopback, linklocal, uniquelocal.`,
      )
    }
  }
  // Where rows and files lie elsewhere, a folder that only holds the key may be closed.
  const isOnlyRead =
    databaseUrl !== null && !config.storage.isOnOwnDisk && existsSync(resolve(dataDir, "keys", "token.key"))
  const unwritable = isOnlyRead ? null : whyNotWritable(dataDir)
  if (unwritable !== null) problems.push(`DATA_DIR is "${dataDir}"; it cannot be written: ${unwritable}`)
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function readOrigins(given: readonly string[], problems: string[]): string[] {
  return given.flatMap((text) => {
    const origin = readOrigin(text)
    if (origin === null) problems.push(`TRUSTED_ORIGINS has "${text}"; it must be an origin or a host name.`)
    return origin ?? []
  })
}
