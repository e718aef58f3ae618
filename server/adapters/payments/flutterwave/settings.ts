import { isOnThisMachine } from "#server/platform/http/origins.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"

/** What is needed to have Flutterwave take payments. */
export interface FlutterwaveSettings {
  publicKey: string
  secretKey: string
  /** The "secret hash" of their dashboard: what notices are signed with. */
  webhookHash: string
  /** With the version at the end, without a slash. */
  baseUrl: string
}

const usualUrl = "https://api.flutterwave.com/v3"

const keys = ["FLUTTERWAVE_PUBLIC_KEY", "FLUTTERWAVE_SECRET_KEY", "FLUTTERWAVE_WEBHOOK_HASH"] as const

export const flutterwaveSettings: readonly Setting[] = [
  { name: "FLUTTERWAVE_PUBLIC_KEY", what: "Public key of the Flutterwave account, for the browser.", default: "none" },
  { name: "FLUTTERWAVE_SECRET_KEY", what: "Secret key of it; test keys are refused in production.", default: "none" },
  { name: "FLUTTERWAVE_WEBHOOK_HASH", what: "Secret hash that its dashboard has for webhooks.", default: "none" },
  { name: "FLUTTERWAVE_BASE_URL", what: "Its API.", default: usualUrl },
]

/** @param isNeeded whether its keys must be there */
export function readFlutterwave(reader: SettingsReader, isNeeded: boolean): FlutterwaveSettings | null {
  const { text, problems, isProduction } = reader
  const missing = keys.filter((name) => text(name) === null)
  if (missing.length === keys.length && !isNeeded) return null
  for (const name of missing) {
    const cause = isNeeded ? "PAYMENTS is flutterwave" : `${keys.filter((key) => text(key) !== null).join(", ")} is set`
    problems.push(`${cause}, so ${name} is needed too.`)
  }
  const [publicKey = "", secretKey = "", webhookHash = ""] = keys.map((name) => text(name) ?? "")
  checkKeys(publicKey, secretKey, isProduction, problems)
  return { publicKey, secretKey, webhookHash, baseUrl: readBaseUrl(reader) }
}

function checkKeys(publicKey: string, secretKey: string, isProduction: boolean, problems: string[]): void {
  // Changed places, the secret one would go to every browser.
  if (publicKey && !publicKey.startsWith("FLWPUBK")) problems.push("FLUTTERWAVE_PUBLIC_KEY must begin with FLWPUBK.")
  if (secretKey && !secretKey.startsWith("FLWSECK")) problems.push("FLUTTERWAVE_SECRET_KEY must begin with FLWSECK.")
  const isTest = [publicKey, secretKey].map((key) => key.includes("_TEST"))
  if (isTest[0] !== isTest[1]) {
    problems.push("FLUTTERWAVE_PUBLIC_KEY and FLUTTERWAVE_SECRET_KEY must both be test keys, or neither.")
  } else if (isProduction && isTest[0]) {
    problems.push("FLUTTERWAVE_SECRET_KEY is a test key, which is refused when NODE_ENV is production.")
  }
}

/** The secret key travels there, so plain http is for this machine, and only while the product is on it too. */
function readBaseUrl({ text, problems, publicUrl }: SettingsReader): string {
  const value = text("FLUTTERWAVE_BASE_URL")
  if (value === null) return usualUrl
  const url = URL.canParse(value) ? new URL(value) : null
  const isLoopback = url !== null && isOnThisMachine(value)
  if (url === null || (isLoopback ? !isOnThisMachine(publicUrl) : url.protocol !== "https:")) {
    problems.push(
      `FLUTTERWAVE_BASE_URL is "${value}"; it must be an https:// address, or this machine while PUBLIC_URL is too.`,
    )
  }
  return value.replace(/\/+$/, "")
}
