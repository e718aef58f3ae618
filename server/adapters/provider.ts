import type { FastifyBaseLogger } from "fastify"
import type { Db } from "#server/db/open.ts"
import type { Metrics } from "#server/platform/observability/metrics.ts"
import type { Question } from "#server/platform/providers/live-question.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"

/**
 * What the folder of a provider says of itself; all-providers.ts of its port lists them. Its settings with their lines in
 * `.env.example`, in the docs and on the operators' page, the content policy, and what it is asked live follow from it.
 */
export interface ProviderDeclaration<SetUp extends ProviderSetUp = ProviderSetUp> {
  /** As the port's setting names it. */
  kind: string
  /** What that setting says of it, behind its name: "" or a few words in brackets. */
  about: string
  settings: readonly Setting[]
  /** Settings without which it cannot be used, and which mean nothing while another one is chosen. */
  needs?: readonly string[]
  /** Reads its settings once it is chosen; what is wrong or half set is added to the reader's problems. */
  read(reader: SettingsReader): SetUp
}

/** A provider whose settings were read, whatever its port. */
export interface ProviderSetUp {
  kind: string
  /** Hosts that browsers must be let to; absent while our own pages are enough. */
  browserHosts?: BrowserHosts
  /** What the live check asks the real service. */
  liveQuestions?: readonly Question[]
  /** Tries what a single answer does not show. @returns what is different from what the product expects, else null */
  liveTrial?(): Promise<string | null>
}

/** The same of one port. */
export interface Opening<Port, Parts = ProviderParts> extends ProviderSetUp {
  open(parts: Parts): Port
}

/** What an opened provider may use of the installation. */
export interface ProviderParts {
  db: Db
  publicUrl: string
  tokenKey: Buffer
  metrics: Metrics
  log: FastifyBaseLogger
}

/** Hosts of a provider that browsers must be let to, beside our own. */
export interface BrowserHosts {
  script: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
}
