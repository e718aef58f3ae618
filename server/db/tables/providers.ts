import type { ColumnType, Generated } from "kysely"

export interface ProviderTables {
  providerCalls: ProviderCallsTable
  providerEvents: ProviderEventsTable
  providerPauses: ProviderPausesTable
  silentProviders: SilentProvidersTable
}

/** A billable call that was or is about to be sent; its key stands in the address the provider calls back. */
interface ProviderCallsTable {
  key: string
  provider: string
  /** The provider's own id for it; null until it is known. */
  externalId: string | null
  /** A digest of each field that was sent; null for calls that can be found in no other way than by their key. */
  inputDigests: ColumnType<unknown, string | null | undefined, never>
  createdAt: Generated<Date>
}

/** What providers have told us, so that a message sent twice counts once. */
interface ProviderEventsTable {
  provider: string
  eventId: string
  createdAt: Generated<Date>
}

/** Parts of providers that are switched off for a while because they did not work. */
interface ProviderPausesTable {
  /** `replicate`, or `replicate:flux1.1-pro`. */
  part: string
  reason: string
  /** How often in a row; each time is longer. */
  times: number
  until: Date
  /** Until when one order tries whether it works again; null while nobody does. */
  trialUntil: ColumnType<Date | null, Date | null | undefined, Date | null>
  beganAt: Generated<Date>
}

/** Services that gave no usable answer, and how often in a row; a row goes with the next answer. */
interface SilentProvidersTable {
  part: "payments"
  failures: number
  failedAt: Date
}
