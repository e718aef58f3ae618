import type { FastifyBaseLogger } from "fastify"
import { type RawBuilder, sql } from "kysely"
import pg from "pg"
import { type Db, type OpenDatabase, whenItEnds } from "#server/db/open.ts"
import { cut } from "#server/db/pool.ts"
import { createBatch } from "#server/platform/limits/batch.ts"
import { memoizeByKey } from "#server/platform/limits/memoize-by-key.ts"

/** Short messages between processes that share a database, over LISTEN/NOTIFY. */
export interface Notifications {
  /** Hears messages of every process, our own included. @returns a function that stops it */
  on(channel: string, hear: (message: string) => void): () => void
  /** Called after a gap in which messages may have been missed. */
  onReconnect(call: () => void): void
  close(): Promise<void>
}

/** PostgreSQL refuses longer ones (8,000 bytes). */
export const maxNotificationBytes = 7_500

interface Notice {
  channel: string
  message: string
}

/** What a transaction is going to tell. */
interface Outbox {
  notices: Notice[]
  /** Whether its commit itself tells. */
  isBound: boolean
}

const outboxes = new WeakMap<Db, Outbox>()
const lossLogs = new WeakMap<Db, FastifyBaseLogger>()

/**
 * Tells every process something; within a transaction once it is committed, and nothing when it is undone. A crash
 * between the two loses the message, so whoever waits for it must also look by itself now and then.
 * @param options.isCertain the commit itself tells this, and everything else of its transaction, so no crash can lose
 *   it. Commits that tell wait for each other: only for what nobody would find again.
 */
export async function notify(
  db: Db,
  channel: string,
  message: string,
  { isCertain = false }: { isCertain?: boolean } = {},
): Promise<void> {
  const notice = { channel, message }
  const outbox = outboxes.get(db) ?? openOutbox(db)
  if (!outbox) return tellerOf(db)(notice)
  outbox.notices.push(notice)
  outbox.isBound ||= isCertain
}

/** @returns undefined outside of a transaction */
function openOutbox(db: Db): Outbox | undefined {
  const outbox: Outbox = { notices: [], isBound: false }
  const isOpen = whenItEnds(db, {
    async beforeCommit() {
      if (outbox.isBound) await sendAll(db, outbox.notices)
    },
    async afterCommit(outer) {
      if (!outbox.isBound) await Promise.all(outbox.notices.map(tellerOf(outer)))
    },
  })
  if (!isOpen) return undefined
  outboxes.set(db, outbox)
  return outbox
}

/** What is told at about the same time goes out in one statement, in the order in which it was given. Never fails. */
const tellerOf = memoizeByKey((db: Db) => {
  const give = createBatch(
    async (notices: readonly Notice[]) => {
      // Nothing to be kept is written, so nobody waits for the disk.
      await sendAll(db, notices, sql`set_config('synchronous_commit', 'off', true)`)
      return notices
    },
    { isInOrder: true },
  )
  return async (notice: Notice): Promise<void> => {
    try {
      await give(notice)
    } catch (error) {
      // What it is about is committed; to the hearers this is the same as a lost connection.
      lossLogs.get(db)?.error({ err: error, channel: notice.channel }, "a message between processes was lost")
    }
  }
})

async function sendAll(db: Db, notices: readonly Notice[], setting: RawBuilder<string> = sql`null`): Promise<void> {
  await sql`
    select pg_notify(channel, message), ${setting}
    from unnest(${notices.map(({ channel }) => channel)}::text[], ${notices.map(({ message }) => message)}::text[])
      as notice (channel, message)`.execute(db)
}

/**
 * Starts listening on the channels, on a connection of its own that is opened again when it breaks.
 * @param options.probeEveryMs how often that connection is asked for an answer: it may have gone silent alone
 */
export async function openNotifications(
  database: OpenDatabase,
  channels: readonly string[],
  log: FastifyBaseLogger,
  { probeEveryMs = usualProbeMs }: { probeEveryMs?: number } = {},
): Promise<Notifications> {
  lossLogs.set(database.db, log)
  const hearers = new Map<string, Set<(message: string) => void>>(channels.map((channel) => [channel, new Set()]))
  const reconnectCalls: (() => void)[] = []
  const deliver = (channel: string, message: string): void => {
    for (const hear of hearers.get(channel) ?? []) hear(message)
  }
  const close =
    database.raw.kind === "embedded"
      ? await listenEmbedded(database.raw.embedded, channels, deliver)
      : await listenPostgres(database.raw, channels, deliver, {
          probeEveryMs,
          onReconnect() {
            for (const call of reconnectCalls) call()
          },
        })
  return {
    on(channel, hear) {
      const set = hearers.get(channel)
      if (!set) throw new Error(`Nobody listens on the channel ${channel}.`)
      set.add(hear)
      return () => set.delete(hear)
    },
    onReconnect: (call) => reconnectCalls.push(call),
    close,
  }
}

type Deliver = (channel: string, message: string) => void
type PostgresDatabase = Extract<OpenDatabase["raw"], { kind: "postgres" }>
type EmbeddedDatabase = Extract<OpenDatabase["raw"], { kind: "embedded" }>["embedded"]

async function listenEmbedded(
  embedded: EmbeddedDatabase,
  channels: readonly string[],
  deliver: Deliver,
): Promise<() => Promise<void>> {
  for (const channel of channels) await embedded.listen(channel, (message) => deliver(channel, message))
  return async () => {}
}

const reconnectAfterMs = 1_000

const usualProbeMs = 5_000

const connectMs = 3_000

async function listenPostgres(
  { url, pools }: PostgresDatabase,
  channels: readonly string[],
  deliver: Deliver,
  { probeEveryMs, onReconnect }: { probeEveryMs: number; onReconnect: () => void },
): Promise<() => Promise<void>> {
  let client: pg.Client | null = null
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
      // It answers nothing but a probe; one without an answer is given up.
      query_timeout: connectMs,
      application_name: "aworan notifications",
    })
    next.on("notification", (notice) => deliver(notice.channel, notice.payload ?? ""))
    const lost = (): void => {
      if (isClosed || client !== next) return
      client = null
      retry()
    }
    next.on("error", lost)
    next.on("end", lost)
    try {
      await next.connect()
      for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      cut(next)
      throw error
    }
    // One that breaks before it hears everything has failed already, and is not lost once more.
    if (isClosed) cut(next)
    else client = next
  }
  // The next question comes after the answer: a connection is asked one thing at a time.
  let probe: NodeJS.Timeout
  const probeOn = (): void => {
    probe = setTimeout(async () => {
      const asked = client
      await asked?.query("select 1").catch(() => cut(asked))
      if (!isClosed) probeOn()
    }, probeEveryMs)
    probe.unref()
  }
  probeOn()
  pools.onChange((isUnavailable) => {
    if (isUnavailable && client) cut(client)
  })
  const retry = (): void => {
    timer = setTimeout(() => {
      if (isClosed) return
      connect().then(() => {
        if (!isClosed) onReconnect()
      }, retry)
    }, reconnectAfterMs)
    timer.unref()
  }
  await connect()
  return async () => {
    isClosed = true
    clearTimeout(timer)
    clearTimeout(probe)
    if (client) cut(client)
  }
}
