import { sql } from "kysely"
import pg from "pg"
import type { Db, OpenDatabase } from "#server/db/open.ts"

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

/** Sends within `db`; when that is a transaction, only its commit lets the message out. */
export async function notify(db: Db, channel: string, message: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${message})`.execute(db)
}

/** Starts listening on the channels, on a connection of its own that is opened again when it breaks. */
export async function openNotifications(database: OpenDatabase, channels: readonly string[]): Promise<Notifications> {
  const hearers = new Map<string, Set<(message: string) => void>>(channels.map((channel) => [channel, new Set()]))
  const reconnectCalls: (() => void)[] = []
  const deliver = (channel: string, message: string): void => {
    for (const hear of hearers.get(channel) ?? []) hear(message)
  }
  const close =
    database.raw.kind === "embedded"
      ? await listenEmbedded(database.raw.pglite, channels, deliver)
      : await listenPostgres(database.raw.url, channels, deliver, () => {
          for (const call of reconnectCalls) call()
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
type EmbeddedDatabase = Extract<OpenDatabase["raw"], { kind: "embedded" }>["pglite"]

async function listenEmbedded(
  pglite: EmbeddedDatabase,
  channels: readonly string[],
  deliver: Deliver,
): Promise<() => Promise<void>> {
  for (const channel of channels) await pglite.listen(channel, (message) => deliver(channel, message))
  return async () => {}
}

const reconnectAfterMs = 1_000

async function listenPostgres(
  url: string,
  channels: readonly string[],
  deliver: Deliver,
  onReconnect: () => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | null = null
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, keepAlive: true })
    next.on("notification", (notice) => deliver(notice.channel, notice.payload ?? ""))
    const lost = (): void => {
      if (isClosed || client !== next) return
      client = null
      retry()
    }
    next.on("error", lost)
    next.on("end", lost)
    await next.connect()
    client = next
    for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
  }
  const retry = (): void => {
    timer = setTimeout(() => {
      if (isClosed) return
      connect().then(onReconnect, retry)
    }, reconnectAfterMs)
    timer.unref()
  }
  await connect()
  return async () => {
    isClosed = true
    clearTimeout(timer)
    await client?.end()
  }
}
