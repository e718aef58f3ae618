import type { FastifyBaseLogger } from "fastify"
import type { z } from "zod"
import type { PaymentOrder } from "#contract/money/orders.ts"
import type { IdentityProviders } from "#server/adapters/identity-providers/port.ts"
import type { ImageEngine, ModelStore } from "#server/adapters/image-engine/port.ts"
import type { ImageHost } from "#server/adapters/image-host/port.ts"
import type { Mailer } from "#server/adapters/mail/port.ts"
import type { Messenger } from "#server/adapters/messages/port.ts"
import type { Moderation } from "#server/adapters/moderation/port.ts"
import type { PaymentProviders } from "#server/adapters/payments/port.ts"
import type { Storage } from "#server/adapters/storage/port.ts"
import type { DiskSpace } from "#server/db/disk-space.ts"
import type { Db, OpenDatabase, Tx } from "#server/db/open.ts"
import type { Queue } from "#server/platform/jobs/queue.ts"
import type { Metrics } from "#server/platform/observability/metrics.ts"
import type { Tracing } from "#server/platform/observability/tracing/tracing.ts"
import type { SafeFetch } from "#server/platform/providers/safe-fetch.ts"
import type { Notifications } from "#server/platform/realtime/notifications.ts"
import type { PasswordHasher } from "#server/platform/security/passwords.ts"
import type { Config } from "#server/settings/config.ts"
import type { NoticeKind } from "./notice.ts"
import type { Buyer, OrderedItem, Quote } from "./order-item.ts"

/** Everything a feature may use. Made once by `compose.ts`; tests replace parts at the ports. */
export interface Services {
  config: Config
  /** The time by which dates, deadlines and reminders go; tests move it. */
  now: () => Date
  log: FastifyBaseLogger
  db: Db
  /** The same database for lists that strangers may ask for. */
  lists: Db
  /** The same with what only readiness, figures and backups look at. */
  database: OpenDatabase
  space: DiskSpace
  notifications: Notifications
  queue: Queue
  engine: ImageEngine
  /** Published models that operators may add. */
  models: ModelStore
  storage: Storage
  /** Takes pictures straight from browsers; null: this installation does. */
  imageHost: ImageHost | null
  mailer: Mailer
  messenger: Messenger
  moderation: Moderation
  /** Accounts elsewhere with which people may sign in; those that are set up. */
  identityProviders: IdentityProviders
  /** Who takes money: an order belongs to the provider it was opened with. */
  payments: PaymentProviders
  passwords: PasswordHasher
  metrics: Metrics
  /** Tells a collector what was done; null where none is set. */
  tracing: Tracing | null
  /** For every address that a person names; plain `fetch` is for our own settings only. */
  fetchSafely: SafeFetch
  /** The installation's own key; see platform/security/keys.ts. */
  tokenKey: Buffer
  /** What can be ordered and paid for. */
  orderItems: readonly OrderItem[]
  /** Of what people are told, and how. */
  noticeKinds: readonly NoticeKind<never>[]
  /** What features do when something happens to an account. */
  accountSteps: readonly AccountSteps[]
}

/**
 * What a feature does at a step of an account's life, in the transaction of that step, so that accounts know nothing of credits
 * or places. composition/account-steps.ts lists them all.
 */
export interface AccountSteps {
  /** An account was made. */
  opened?(tx: Tx, accountId: string): Promise<void>
  /** An address was confirmed that no account had confirmed before. */
  welcomed?(s: Services, tx: Tx, accountId: string): Promise<void>
  /** A new password was set by the link of a mail. */
  recovered?(s: Services, tx: Tx, accountId: string): Promise<void>
}

/** A kind of thing that can be ordered and paid for; composition/order-items.ts lists them all. */
export interface OrderItem<Options extends z.ZodType = z.ZodType> {
  /** First part of the item's text, such as `credits` in `credits:basic`. */
  kind: string
  /** What the order call's `options` must be for it. */
  options: Options
  /** Whether the buyer's address must be confirmed first. */
  needsVerified: boolean
  /**
   * Checks that this person may order it now, in the transaction that writes the order.
   * @param name what follows the kind
   * @throws AppError when it does not exist, is closed, or is not for this person
   */
  quote(tx: Tx, s: Services, buyer: Buyer, name: string, options: z.output<Options>): Promise<Quote>
  /**
   * Gives what was paid, in the transaction that settles the order; called once for an order.
   * @returns null, or why it cannot be given any more; it must have written nothing then, and the money goes back
   */
  grant(tx: Tx, s: Services, order: OrderedItem): Promise<string | null>
  /** Takes back what is left of it when the money goes back. @returns what was taken, in words that end "take back …" */
  takeBack?(tx: Tx, s: Services, order: OrderedItem): Promise<string>
  /**
   * What the buyer reads once it is paid, and where to go on.
   * @param isReferenceGood whether the order's reference can still be redeemed, for an item that keeps one
   */
  success(order: OrderedItem, isReferenceGood: boolean): NonNullable<PaymentOrder["success"]>
}

export function orderItem<Options extends z.ZodType>(definition: OrderItem<Options>): OrderItem<Options> {
  return definition
}
