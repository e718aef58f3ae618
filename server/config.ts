import { existsSync, readFileSync } from "node:fs"
import { isIP } from "node:net"
import { resolve } from "node:path"
import { z } from "zod"
import type { Fees } from "#contract/catalogue/fees.ts"
import { bucketBytes } from "#contract/hosted/files.ts"
import { EmailAddress } from "#contract/primitives.ts"
import type { InsideSettings } from "#server/platform/inside.ts"
import { isOnThisMachine, readOrigin } from "#server/platform/origins.ts"
import { internationalDigits } from "#server/platform/phone-numbers.ts"
import { redactText } from "#server/platform/redact.ts"
import type { TracingConfig } from "#server/platform/tracing/tracing.ts"
import { type AcademyConfig, academySettings, readAcademy } from "./settings/academy.ts"
import { type EnginesConfig, engineSettings, readEngines } from "./settings/engines.ts"
import { feeSettings, readFees } from "./settings/fees.ts"
import { type IdentityProvidersConfig, identitySettings, readIdentityProviders } from "./settings/identity-providers.ts"
import { type ImageHostConfig, imageHostSettings, readImageHost } from "./settings/image-host.ts"
import { insideSettings, readInside } from "./settings/inside.ts"
import { type MailConfig, mailSettings, readMail } from "./settings/mail.ts"
import { type OperationConfig, operationSettings } from "./settings/operation.ts"
import {
  type PaymentsConfig,
  paymentSettings,
  readPayments,
  readSeller,
  type SellerConfig,
} from "./settings/payments.ts"
import { type RetentionConfig, readRetention, retentionSettings } from "./settings/retention.ts"
import type { ReadText, Setting } from "./settings/setting.ts"
import { readStorage, type StorageConfig, storageSettings } from "./settings/storage.ts"
import { readTextMessages, type TextMessagesConfig, textMessageSettings } from "./settings/text-messages.ts"
import { readTracing, tracingSettings } from "./settings/tracing.ts"
import { readTrust, type TrustConfig, trustSettings } from "./settings/trust.ts"
import { findMistyped } from "./settings/unknown.ts"

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
  mail: MailConfig
  textMessages: TextMessagesConfig
  /** Accounts elsewhere with which people may sign in. */
  identityProviders: IdentityProvidersConfig
  academy: AcademyConfig
  payments: PaymentsConfig
  /** Who sells, as receipts say. */
  seller: SellerConfig
  storage: StorageConfig
  imageHost: ImageHostConfig
  /** What is shown to everybody, and when. */
  trust: TrustConfig
  /** For how long things are kept. */
  retention: RetentionConfig
  /** Who draws, by mode and kind of order. */
  engines: EnginesConfig
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

export const settings: readonly Setting[] = [
  { name: "PORT", what: "Port to listen on.", default: "3000" },
  { name: "HOST", what: "Address to listen on; `0.0.0.0` opens it to the network.", default: "127.0.0.1" },
  {
    name: "PUBLIC_URL",
    what: "Address people use; links in mails start with it.",
    default: "http://localhost:PORT",
  },
  { name: "DATA_DIR", what: "Folder for the embedded database, pictures and generated keys.", default: "./data" },
  {
    name: "DATA_DIR_WAIT_SECONDS",
    what: "How long a start waits for the process that holds DATA_DIR to end.",
    default: "20",
  },
  { name: "DATABASE_URL", what: "PostgreSQL 15 or newer; absent means the embedded database.", default: "none" },
  { name: "ROLE", what: "`all`, `web` or `worker`; `web` and `worker` need DATABASE_URL.", default: "all" },
  ...mailSettings,
  ...textMessageSettings,
  ...identitySettings,
  ...academySettings,
  ...paymentSettings,
  ...storageSettings,
  ...imageHostSettings,
  ...engineSettings,
  ...trustSettings,
  ...retentionSettings,
  {
    name: "SESSION_FALLBACK",
    what: "`marker` or `secret`; `secret` lets a front end on another site sign in.",
    default: "marker",
  },
  {
    name: "TRUSTED_ORIGINS",
    what: "Origins whose pages may call, as `https://shop.example`, with commas between; a bare host name means https.",
    default: "none",
  },
  {
    name: "TRUST_PROXY",
    what: "Addresses of proxies whose forwarding headers count, with commas between.",
    default: "none",
  },
  { name: "COUNTRY_HEADER", what: "Header in which the proxy tells the visitor's country.", default: "none" },
  { name: "API_KEY", what: "Server key of the hosted backend, 24 characters or more.", default: "none" },
  { name: "RATE_LIMIT_FACTOR", what: "Multiplies every rate limit.", default: "1" },
  { name: "WELCOME_CREDITS", what: "Credits given once, after the address is confirmed.", default: "20" },
  {
    name: "REFERRALS",
    what: "`1` gives 20 credits each to whoever invited a new person and to that person, with their first purchase.",
    default: "none",
  },
  ...feeSettings,
  {
    name: "WHATSAPP_NUMBER",
    what: "Number for help on WhatsApp, with + and its country code; the help panel and the contact page then lead there.",
    default: "none",
  },
  { name: "DEFAULT_COHORT", what: "Cohort of the academy that new people belong to.", default: "2" },
  {
    name: "FIRST_OPERATOR_EMAIL",
    what: "Whoever confirms this address becomes the first operator; no link is printed then.",
    default: "none",
  },
  {
    name: "OPERATOR_SECOND_FACTOR",
    what: "`required`: an operator's role counts only once the account has a second factor; `offered`: also without.",
    default: "required; `offered` where PUBLIC_URL is this machine's own",
  },
  { name: "GENERATION_WAIT_SECONDS", what: "How long a generation call waits before it answers 202.", default: "100" },
  ...insideSettings,
  ...operationSettings,
  ...tracingSettings,
  { name: "LOG_LEVEL", what: "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.", default: "info" },
  {
    name: "CONFORMANCE",
    what: "`1` adds collections and a bucket for conformance tests; refused in production.",
    default: "none",
  },
  {
    name: "CONFORMANCE_FILE_BYTES",
    what: "Largest file of that bucket, in bytes; benches raise it.",
    default: String(bucketBytes.scratch),
  },
]

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

/** Settings given as NAME_FILE: the file's content, as container platforms hand secrets over. */
function readFiles(env: Environment, problems: string[]): Map<string, string> {
  const contents = new Map<string, string>()
  for (const { name } of settings) {
    const path = env[`${name}_FILE`]?.trim()
    if (!path) continue
    if (env[name]?.trim()) problems.push(`${name} and ${name}_FILE are both set; one of them is needed.`)
    try {
      const content = readFileSync(path, "utf8").trim()
      if (content === "") problems.push(`${name}_FILE is "${path}", and that file is empty.`)
      contents.set(name, content)
    } catch (error) {
      problems.push(`${name}_FILE is "${path}", and that file cannot be read: ${(error as Error).message}`)
    }
  }
  return contents
}

/** Addresses, networks and names as Fastify takes them. */
function isProxy(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true
  const [address = "", bits, ...more] = text.split("/")
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Settings whose value opens something, or may hold a password. */
export function isSecretSetting(name: string): boolean {
  return (
    /KEY|SECRET|TOKEN|PASSWORD|HASH|HEADERS/.test(name) ||
    ["DATABASE_URL", "MAIL_URL", "MAIL", "CLOUDINARY_URL"].includes(name)
  )
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
  const files = readFiles(env, problems)
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
  const webAddress = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""))
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
  const modelsDir = text("MODELS_DIR")
  const publicUrl = parsed("PUBLIC_URL", webAddress, `http://localhost:${port}`, "an http:// or https:// address")
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
    mail: readMail(text, problems, publicUrl),
    textMessages: readTextMessages(text, problems, publicUrl),
    identityProviders: readIdentityProviders(text, problems, publicUrl),
    academy: readAcademy(text, problems),
    payments: readPayments(text, problems, { publicUrl, isProduction }),
    seller: readSeller(text),
    storage: readStorage(text, problems, dataDir),
    imageHost: readImageHost(text, problems, publicUrl),
    engines: readEngines({
      text,
      problems,
      publicUrl,
      isProduction,
      threads: parsed("ENGINE_THREADS", whole(1, 64), defaults.threads, "a number from 1 to 64"),
      pictureSeconds: parsed("ENGINE_PICTURE_SECONDS", whole(1, 600), 45, "a number of seconds from 1 to 600"),
      modelsDir: modelsDir && resolve(modelsDir),
    }),
    sessionFallback: choice("SESSION_FALLBACK", ["marker", "secret"], "marker"),
    trustedOrigins: readOrigins(list("TRUSTED_ORIGINS"), problems),
    trustProxy: list("TRUST_PROXY"),
    countryHeader: text("COUNTRY_HEADER")?.toLowerCase() ?? null,
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
  if (modelsDir && !existsSync(modelsDir)) {
    problems.push(`MODELS_DIR is "${modelsDir}"; there is no such folder.`)
  }
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
