import type { FastifyBaseLogger } from "fastify"
import type { IdentityProviders } from "#server/adapters/identity-providers/port.ts"
import type { ImageEngine } from "#server/adapters/image-engine/port.ts"
import type { ImageHost } from "#server/adapters/image-host/port.ts"
import type { Mailer } from "#server/adapters/mail/port.ts"
import type { Messenger } from "#server/adapters/messages/port.ts"
import type { Moderation } from "#server/adapters/moderation/port.ts"
import type { PaymentProvider } from "#server/adapters/payments/port.ts"
import type { Storage } from "#server/adapters/storage/port.ts"
import type { Config } from "#server/config.ts"
import type { DiskSpace } from "#server/db/disk-space.ts"
import type { Db, OpenDatabase } from "#server/db/open.ts"
import type { Metrics } from "#server/platform/metrics.ts"
import type { Notifications } from "#server/platform/notifications.ts"
import type { PasswordHasher } from "#server/platform/passwords.ts"
import type { Queue } from "#server/platform/queue.ts"
import type { SafeFetch } from "#server/platform/safe-fetch.ts"
import type { Tracing } from "#server/platform/tracing/tracing.ts"

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
  storage: Storage
  /** Takes pictures straight from browsers; null: this installation does. */
  imageHost: ImageHost | null
  mailer: Mailer
  messenger: Messenger
  moderation: Moderation
  /** Accounts elsewhere with which people may sign in; those that are set up. */
  identityProviders: IdentityProviders
  payments: PaymentProvider
  passwords: PasswordHasher
  metrics: Metrics
  /** Tells a collector what was done; null where none is set. */
  tracing: Tracing | null
  /** For every address that a person names; plain `fetch` is for our own settings only. */
  fetchSafely: SafeFetch
  /** The installation's own key; see platform/keys.ts. */
  tokenKey: Buffer
}
