import { bucketBytes } from "#contract/hosted/files.ts"
import type { Setting } from "#server/platform/settings/setting.ts"
import { academySettings } from "./academy.ts"
import { engineSettings } from "./engines.ts"
import { feeSettings } from "./fees.ts"
import { identitySettings } from "./identity-providers.ts"
import { imageHostSettings } from "./image-host.ts"
import { insideSettings } from "./inside.ts"
import { mailSettings } from "./mail.ts"
import { modelSettings } from "./models.ts"
import { moderationSettings } from "./moderation.ts"
import { operationSettings } from "./operation.ts"
import { paymentSettings } from "./payments.ts"
import { retentionSettings } from "./retention.ts"
import { storageSettings } from "./storage.ts"
import { textMessageSettings } from "./text-messages.ts"
import { tracingSettings } from "./tracing.ts"
import { trustSettings } from "./trust.ts"

/** Settings that belong together, as whoever installs looks for them. */
interface SettingGroup {
  title: string
  settings: readonly Setting[]
}

/** Every setting there is, in the order in which they are listed for whoever installs. */
export const settingGroups: readonly SettingGroup[] = [
  {
    title: "Server and database",
    settings: [
      { name: "PORT", what: "Port to listen on.", default: "3000" },
      { name: "HOST", what: "Address to listen on; `0.0.0.0` opens it to the network.", default: "127.0.0.1" },
      {
        name: "PUBLIC_URL",
        what: "Address people use; links in mails and in the academy's PDFs start with it. An image built with it (`--build-arg PUBLIC_URL=…`) has those PDFs ready.",
        default: "http://localhost:PORT",
      },
      { name: "DATA_DIR", what: "Folder for the embedded database, pictures and generated keys.", default: "./data" },
      {
        name: "DATA_DIR_WAIT_SECONDS",
        what: "How long a start waits for the process that holds DATA_DIR to end.",
        default: "20",
      },
      {
        name: "DATABASE_URL",
        what: "PostgreSQL 15 or newer; absent means the embedded database.",
        default: "none",
        isSecret: true,
      },
      { name: "ROLE", what: "`all`, `web` or `worker`; `web` and `worker` need DATABASE_URL.", default: "all" },
      ...operationSettings,
    ],
  },
  { title: "Mail", settings: mailSettings },
  { title: "Text messages", settings: textMessageSettings },
  {
    title: "Signing in",
    settings: [
      ...identitySettings,
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
      {
        name: "SESSION_FALLBACK",
        what: "`marker` or `secret`; `secret` lets a front end on another site sign in.",
        default: "marker",
      },
    ],
  },
  {
    title: "Academy and help",
    settings: [
      ...academySettings,
      { name: "DEFAULT_COHORT", what: "Cohort of the academy that new people belong to.", default: "2" },
      {
        name: "WHATSAPP_NUMBER",
        what: "Number for help on WhatsApp, with + and its country code; the help panel and the contact page then lead there.",
        default: "none",
      },
    ],
  },
  { title: "Payments", settings: paymentSettings },
  {
    title: "Fees and free credits",
    settings: [
      ...feeSettings,
      { name: "WELCOME_CREDITS", what: "Credits given once, after the address is confirmed.", default: "20" },
      {
        name: "REFERRALS",
        what: "`1` gives 20 credits each to whoever invited a new person and to that person, with their first purchase.",
        default: "none",
      },
    ],
  },
  { title: "Stored files", settings: [...storageSettings, ...imageHostSettings] },
  {
    title: "Image engines",
    settings: [
      ...engineSettings,
      ...modelSettings,
      {
        name: "GENERATION_WAIT_SECONDS",
        what: "How long a generation call waits before it answers 202.",
        default: "100",
      },
    ],
  },
  { title: "Publishing and moderation", settings: [...trustSettings, ...moderationSettings] },
  { title: "How long things are kept", settings: retentionSettings },
  {
    title: "Callers and limits",
    settings: [
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
      ...insideSettings,
    ],
  },
  {
    title: "Logs, traces and tests",
    settings: [
      { name: "LOG_LEVEL", what: "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.", default: "info" },
      ...tracingSettings,
      {
        name: "CONFORMANCE",
        what: "`1` adds a bucket for conformance tests; refused in production.",
        default: "none",
      },
      {
        name: "CONFORMANCE_FILE_BYTES",
        what: "Largest file of that bucket, in bytes; benches raise it.",
        default: String(bucketBytes.scratch),
      },
    ],
  },
]

/** The same without their groups. */
export const settings: readonly Setting[] = settingGroups.flatMap((group) => group.settings)

/** Settings whose value opens something, or may hold a password. */
export function isSecretSetting(name: string): boolean {
  return (
    /KEY|SECRET|TOKEN|PASSWORD|HASH|HEADERS/.test(name) ||
    settings.some((setting) => setting.name === name && setting.isSecret === true)
  )
}
