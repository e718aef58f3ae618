import type { FastifyBaseLogger } from "fastify"
import sharp from "sharp"
import { openIdentityProviders } from "#server/adapters/identity-providers/open.ts"
import type { EnginePace } from "#server/adapters/image-engine/declaration.ts"
import { createModelStore } from "#server/adapters/image-engine/local/models/store/model-store.ts"
import type { ImageEngine, ModelStore } from "#server/adapters/image-engine/port.ts"
import { countMails } from "#server/adapters/mail/counted.ts"
import type { Mailer } from "#server/adapters/mail/port.ts"
import { noModeration } from "#server/adapters/moderation/port.ts"
import type { PaymentProviders } from "#server/adapters/payments/port.ts"
import type { ProviderParts } from "#server/adapters/provider.ts"
import type { Storage } from "#server/adapters/storage/port.ts"
import { timeStorage } from "#server/adapters/storage/timed.ts"
import { type DiskSpace, watchDiskSpace } from "#server/db/disk-space.ts"
import { endGoingBack } from "#server/db/kept-copy.ts"
import { migrate, readMigrations } from "#server/db/migrate.ts"
import { type OpenDatabase, openEmbedded, openPostgres, type Tx } from "#server/db/open.ts"
import { type FolderLock, lockFolder } from "#server/db/process-lock.ts"
import type { Services } from "#server/declarations/services.ts"
import { alarmOwners } from "#server/features/studio/engines/job.ts"
import { openQueue } from "#server/platform/jobs/queue.ts"
import { createMetrics } from "#server/platform/observability/metrics.ts"
import { openTracing } from "#server/platform/observability/tracing/tracing.ts"
import { createProviderPauses } from "#server/platform/providers/provider-pauses.ts"
import { createSafeFetch, type SafeFetch } from "#server/platform/providers/safe-fetch.ts"
import { openNotifications } from "#server/platform/realtime/notifications.ts"
import { loadTokenKey } from "#server/platform/security/keys.ts"
import { createPasswordHasher } from "#server/platform/security/passwords.ts"
import type { Config } from "#server/settings/config.ts"
import { accountSteps } from "./account-steps.ts"
import { channels } from "./channels.ts"
import { jobs } from "./jobs.ts"
import { noticeKinds } from "./notice-kinds.ts"
import { openEngines } from "./open-engines.ts"
import { orderItems } from "./order-items.ts"

/** What tests put in place of the composed part. */
export interface Replacements {
  database?: OpenDatabase
  engine?: ImageEngine
  models?: ModelStore
  providerPace?: EnginePace
  mailer?: Mailer
  storage?: Storage
  fetchSafely?: SafeFetch
  payments?: PaymentProviders
  passwordStrength?: "strong" | "weak"
  now?: () => Date
}

export interface Composed {
  services: Services
  /** Gives everything back, in the order that loses nothing. */
  close(): Promise<void>
}

/** The embedded database holds what an earlier version left, and was closed again: the upgrade is to be rehearsed first. */
export class UpgradePending extends Error {}

/**
 * Makes every service once.
 * @throws UpgradePending where that is asked for
 */
export async function compose(
  config: Config,
  log: FastifyBaseLogger,
  replace: Replacements = {},
  { refusesUpgrade = false }: { refusesUpgrade?: boolean } = {},
): Promise<Composed> {
  // One picture at a time per thread, and nothing kept: the pool bounds the memory of image work.
  sharp.cache(false)
  sharp.concurrency(1)
  const lock = config.database.kind === "embedded" && !replace.database ? await holdFolder(config, log) : null
  // Whoever goes back holds the folder meanwhile: only now is it sure that nobody does.
  if (lock) await endGoingBack(config.dataDir)
  const space = watchDiskSpace(config.dataDir, {
    keepsReserve: lock !== null,
    isWrittenTo: config.database.kind === "embedded" || config.storage.isOnOwnDisk,
    onChange(isLow, freeBytes) {
      if (isLow) log.error({ freeBytes }, "the disk of the data folder is almost full: nothing new is taken")
      else log.info({ freeBytes }, "the disk of the data folder has room again")
    },
  })
  const tokenKey = loadTokenKey(config.dataDir)
  const database = replace.database ?? (await openDatabase(config, space))
  if (refusesUpgrade && lock && (await isUpgrade(database))) {
    await database.close()
    space.close()
    lock.release()
    throw new UpgradePending()
  }
  await migrate(database, { onWait: (message) => process.stdout.write(`${message}\n`) })
  const notifications = await openNotifications(database, channels, log)
  const queue = await openQueue(database, jobs, log)
  const metrics = createMetrics()
  const tracing = openTracing(config.tracing, metrics, log)
  const alarm = async (tx: Tx, part: string, reason: string): Promise<void> => {
    log.error({ part, reason }, "a provider was switched off because it does not work")
    await alarmOwners({ queue }, tx, part, reason)
  }
  const { db } = database
  const parts: ProviderParts = { db, publicUrl: config.publicUrl, tokenKey, metrics, log }
  const pauses = createProviderPauses(db, { metrics, alarm })
  const pace = replace.providerPace ?? {}
  const engine = replace.engine ?? (await openEngines(config.engines, { ...parts, notifications, pauses, pace }))
  const mailer = countMails(replace.mailer ?? (await config.mail.open(parts)), (outcome) =>
    metrics.mails.inc({ outcome }),
  )
  return {
    services: {
      config,
      now: replace.now ?? (() => new Date()),
      log,
      db,
      lists: database.lists,
      database,
      space,
      notifications,
      queue,
      engine,
      models: replace.models ?? createModelStore(config.models),
      storage: timeStorage(replace.storage ?? config.storage.open(parts), (call) => {
        const end = metrics.storageSeconds.startTimer({ call })
        return (outcome) => end({ outcome })
      }),
      imageHost: config.imageHost.open(parts),
      mailer,
      messenger: config.textMessages.open(parts),
      moderation: config.moderation?.open(parts) ?? noModeration,
      identityProviders: openIdentityProviders(config.identityProviders, metrics),
      payments: replace.payments ?? openPayments(config.payments, parts),
      passwords: createPasswordHasher(replace.passwordStrength),
      metrics,
      tracing,
      fetchSafely: replace.fetchSafely ?? createSafeFetch(),
      tokenKey,
      orderItems,
      noticeKinds,
      accountSteps,
    },
    async close() {
      await engine.stop()
      await queue.stop()
      await notifications.close()
      await mailer.close()
      await tracing?.close()
      await database.close()
      space.close()
      lock?.release()
    },
  }
}

/** Whether tables that have had changes lack some. */
async function isUpgrade({ db }: OpenDatabase): Promise<boolean> {
  const { done, pending } = await readMigrations(db)
  return done.length > 0 && pending.length > 0
}

function holdFolder(config: Config, log: FastifyBaseLogger): Promise<FolderLock> {
  return lockFolder(config.dataDir, {
    waitMs: config.folderWaitMs,
    onWait: (message) => process.stdout.write(`${message}\n`),
    onLost() {
      log.fatal(
        { dataDir: config.dataDir },
        "the data folder is gone, or another process took it; this one ends before it does harm",
      )
      process.exit(1)
    },
  })
}

function openDatabase(config: Config, space: DiskSpace): Promise<OpenDatabase> {
  return config.database.kind === "embedded"
    ? openEmbedded(config.database.dir, { space })
    : Promise.resolve(openPostgres(config.database.url))
}

function openPayments({ setUp, forNewOrders }: Config["payments"], parts: ProviderParts): PaymentProviders {
  const opened = new Map(setUp.map((provider) => [provider.kind, provider.open(parts)]))
  return { opened, forNewOrders: opened.get(forNewOrders ?? "") ?? null }
}
