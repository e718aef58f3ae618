import type { FastifyBaseLogger } from "fastify"
import type { Db } from "#server/db/open.ts"
import type { Metrics } from "#server/platform/observability/metrics.ts"
import type { Question } from "#server/platform/providers/live-question.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"
import type { PaymentProvider } from "./port.ts"

/**
 * What the folder of a payment provider says of itself; all-providers.ts lists them. The settings with their lines in
 * `.env.example` and the docs, the content policy, the address of its notices and the live check follow from it.
 */
export interface PaymentProviderDeclaration {
  /** As orders keep it for good, in the setting PAYMENTS and in the address of its notices. */
  kind: string
  /** What PAYMENTS says of it, behind its name: "" or a few words in brackets. */
  about: string
  settings: readonly Setting[]
  /**
   * @param isForNewOrders whether PAYMENTS names it, so that everything it needs must be set
   * @returns null when it is not set up
   */
  read(reader: SettingsReader, isForNewOrders: boolean): PaymentSetUp | null
}

/** A provider whose settings were read. */
export interface PaymentSetUp {
  kind: string
  /** Hosts that browsers must be let to; null while paying needs nothing but our own pages. */
  browserHosts: BrowserHosts | null
  open(parts: PaymentParts): PaymentProvider
  /** What the live check asks the real service; nobody pays. */
  liveQuestions: readonly Question[]
}

/** What an opened provider may use of the installation. */
export interface PaymentParts {
  db: Db
  publicUrl: string
  tokenKey: Buffer
  metrics: Metrics
  log: FastifyBaseLogger
}

/** Hosts of the provider that browsers must be let to, beside our own. */
export interface BrowserHosts {
  script: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
}
