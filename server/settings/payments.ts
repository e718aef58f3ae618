import { EmailAddress } from "#contract/primitives.ts"
import { isOnThisMachine } from "#server/platform/http/origins.ts"
import type { ReadText, Setting } from "./setting.ts"

/** Who takes the money. */
export type PaymentsConfig =
  | { kind: "disabled" }
  | { kind: "sandbox" }
  | {
      kind: "flutterwave"
      publicKey: string
      secretKey: string
      /** The "secret hash" of their dashboard: what notices are signed with. */
      webhookHash: string
      /** With the version at the end, without a slash. */
      baseUrl: string
    }

/** Who sells, as receipts say. */
export interface SellerConfig {
  name: string
  address: string
  taxNumber: string
  email: string
}

const flutterwaveUrl = "https://api.flutterwave.com/v3"

const keys = ["FLUTTERWAVE_PUBLIC_KEY", "FLUTTERWAVE_SECRET_KEY", "FLUTTERWAVE_WEBHOOK_HASH"] as const

export const paymentSettings: readonly Setting[] = [
  {
    name: "PAYMENTS",
    what: "Who takes payments: `flutterwave`, `sandbox` (plays a provider, no money moves) or `disabled`.",
    default: "sandbox when PUBLIC_URL is this machine and it is not production, else disabled",
  },
  { name: "FLUTTERWAVE_PUBLIC_KEY", what: "Public key of the Flutterwave account, for the browser.", default: "none" },
  { name: "FLUTTERWAVE_SECRET_KEY", what: "Secret key of it; test keys are refused in production.", default: "none" },
  { name: "FLUTTERWAVE_WEBHOOK_HASH", what: "Secret hash that its dashboard has for webhooks.", default: "none" },
  { name: "FLUTTERWAVE_BASE_URL", what: "Its API.", default: flutterwaveUrl },
  { name: "SELLER_NAME", what: "Who sells, as receipts say.", default: "Aworan" },
  { name: "SELLER_ADDRESS", what: "The seller's address on receipts, with commas between its lines.", default: "none" },
  { name: "SELLER_TAX_NUMBER", what: "The seller's tax number on receipts.", default: "none" },
  { name: "SELLER_EMAIL", what: "Where buyers ask about a payment.", default: "none" },
]

/** Reads who takes the money; what is wrong or half set is added to `problems`. */
export function readPayments(
  text: ReadText,
  problems: string[],
  { publicUrl, isProduction }: { publicUrl: string; isProduction: boolean },
): PaymentsConfig {
  const isHere = isOnThisMachine(publicUrl)
  const kind = text("PAYMENTS") ?? (isHere && !isProduction ? "sandbox" : "disabled")
  const given = keys.filter((name) => text(name) !== null)
  if (kind !== "flutterwave") {
    if (given.length > 0) problems.push(`${given.join(", ")} is set, but PAYMENTS is not flutterwave.`)
    if (kind === "sandbox" && !isHere) {
      problems.push("PAYMENTS is sandbox, which is only for a PUBLIC_URL on this machine: nobody pays there.")
    }
    if (kind === "sandbox") return { kind }
    if (kind !== "disabled") problems.push(`PAYMENTS is "${kind}"; it must be one of flutterwave, sandbox, disabled.`)
    return { kind: "disabled" }
  }
  for (const name of keys) if (text(name) === null) problems.push(`PAYMENTS is flutterwave, so ${name} is needed too.`)
  const [publicKey = "", secretKey = "", webhookHash = ""] = keys.map((name) => text(name) ?? "")
  checkKeys(publicKey, secretKey, isProduction, problems)
  return { kind, publicKey, secretKey, webhookHash, baseUrl: readBaseUrl(text, problems, isHere) }
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
function readBaseUrl(text: ReadText, problems: string[], isHere: boolean): string {
  const value = text("FLUTTERWAVE_BASE_URL")
  if (value === null) return flutterwaveUrl
  const url = URL.canParse(value) ? new URL(value) : null
  const isLoopback = url !== null && isOnThisMachine(value)
  if (url === null || (isLoopback ? !isHere : url.protocol !== "https:")) {
    problems.push(
      `FLUTTERWAVE_BASE_URL is "${value}"; it must be an https:// address, or this machine while PUBLIC_URL is too.`,
    )
  }
  return value.replace(/\/+$/, "")
}

/** Reads who sells; an address that is none is added to `problems`. */
export function readSeller(text: ReadText, problems: string[]): SellerConfig {
  const email = text("SELLER_EMAIL") ?? ""
  if (email && !EmailAddress.safeParse(email).success) {
    problems.push(`SELLER_EMAIL is "${email}"; it must be an e-mail address.`)
  }
  return {
    name: text("SELLER_NAME") ?? "Aworan",
    address: text("SELLER_ADDRESS") ?? "",
    taxNumber: text("SELLER_TAX_NUMBER") ?? "",
    email,
  }
}

/** Hosts of the provider that browsers must be let to, beside our own. */
export interface BrowserHosts {
  script: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
}

/** @returns null while paying needs nothing but our own pages */
export function browserHostsOf(payments: PaymentsConfig): BrowserHosts | null {
  if (payments.kind !== "flutterwave") return null
  const theirs = ["https://*.flutterwave.com", "https://*.f4b-flutterwave.com"]
  return { script: ["https://checkout.flutterwave.com"], frame: theirs, connect: theirs }
}
