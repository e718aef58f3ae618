import { EmailAddress } from "#contract/primitives.ts"
import { paymentProviders } from "#server/adapters/payments/all-providers.ts"
import type { PaymentSetUp } from "#server/adapters/payments/declaration.ts"
import { isOnThisMachine } from "#server/platform/http/origins.ts"
import type { ReadText, Setting, SettingsReader } from "#server/platform/settings/setting.ts"

/** Who takes the money: each order belongs to the provider it was opened with, so all that are set up are opened. */
export interface PaymentsConfig {
  /** Kind of the provider with which new orders are opened; null for none. */
  forNewOrders: string | null
  setUp: readonly PaymentSetUp[]
}

/** Who sells, as receipts say. */
export interface SellerConfig {
  name: string
  address: string
  taxNumber: string
  email: string
}

const disabled = "disabled"

export const paymentSettings: readonly Setting[] = [
  {
    name: "PAYMENTS",
    what: `Who takes payments of new orders: ${paymentProviders.map(({ kind, about }) => `\`${kind}\`${about}`).join(", ")} or \`disabled\`. Earlier orders stay with the provider they were opened with, as long as its keys are set.`,
    default: "sandbox when PUBLIC_URL is this machine and it is not production, else disabled",
  },
  ...paymentProviders.flatMap(({ settings }) => settings),
  { name: "SELLER_NAME", what: "Who sells, as receipts say.", default: "Aworan" },
  { name: "SELLER_ADDRESS", what: "The seller's address on receipts, with commas between its lines.", default: "none" },
  { name: "SELLER_TAX_NUMBER", what: "The seller's tax number on receipts.", default: "none" },
  { name: "SELLER_EMAIL", what: "Where buyers ask about a payment.", default: "none" },
]

/** Reads who takes the money; what is wrong or half set is added to the reader's problems. */
export function readPayments(reader: SettingsReader): PaymentsConfig {
  const { text, problems, publicUrl, isProduction } = reader
  const named = text("PAYMENTS")
  const kind = named ?? (isOnThisMachine(publicUrl) && !isProduction ? "sandbox" : disabled)
  const kinds = [...paymentProviders.map((provider) => provider.kind), disabled]
  if (!kinds.includes(kind)) problems.push(`PAYMENTS is "${kind}"; it must be one of ${kinds.join(", ")}.`)
  for (const provider of named === null ? paymentProviders : []) {
    const given = provider.settings.filter(({ name }) => text(name) !== null).map(({ name }) => name)
    // Keys alone would open the shop of nobody, which whoever set them did not mean.
    if (given.length > 0) problems.push(`${given.join(", ")} is set, so PAYMENTS must say who takes new orders.`)
  }
  return {
    forNewOrders: kind === disabled ? null : kind,
    setUp: paymentProviders.flatMap((provider) => provider.read(reader, provider.kind === kind) ?? []),
  }
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
