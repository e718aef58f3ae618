import type { Socket } from "node:net"
import pg from "pg"
import { createStatementNames } from "./statement-names.ts"
import { asUnavailable, DatabaseUnavailableError } from "./unavailable.ts"

/** Time limits of the database itself, in milliseconds. */
const statementMs = 15_000
const otherLimits = "set lock_timeout = 10000; set idle_in_transaction_session_timeout = 15000"

/** A statement without an answer for this long has lost its connection: the database itself would have ended it before. */
const answerMs = 17_000

/** Longest wait for a free or a new connection. */
const connectMs = 4_000

/** How often the database is asked whether it is there, and how long it may take to answer. */
const probeEveryMs = 1_000
const probeLimitMs = 2_500

/** Once more after a late answer: our own event loop may have been what was late. */
const secondLookMs = 300

/** Connections to PostgreSQL that never wait for one that has gone silent. */
export interface Pool {
  /** @throws DatabaseUnavailableError at once while the database is known to be away */
  connect(): Promise<pg.PoolClient>
  end(): Promise<void>
}

/** All pools of one process on one database, and what is known of it. */
export interface Pools {
  /** @param options.statementMs longest statement, 15 s unless told otherwise */
  open(options: { max: number; name: string; statementMs?: number }): Pool
  isUnavailable(): boolean
  /** Called when the database was lost and when it is back. */
  onChange(call: (isUnavailable: boolean) => void): void
  /** Connections by state. */
  figures(): { open: number; idle: number; waiting: number; max: number }
  close(): Promise<void>
}

/**
 * Watches the database by a connection of its own. When that gets no answer, every connection is given up at once: TCP
 * would wait for many minutes for a peer that went without a word.
 */
export function openPools(url: string): Pools {
  const pools: { pool: pg.Pool; max: number }[] = []
  const clients = new Set<pg.ClientBase>()
  const changeCalls: ((isUnavailable: boolean) => void)[] = []
  let probe: pg.Client | null = null
  let isUnavailable = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const change = (next: boolean): void => {
    if (isUnavailable === next || isClosed) return
    isUnavailable = next
    if (isUnavailable) for (const client of clients) cut(client, new DatabaseUnavailableError())
    for (const call of changeCalls) call(isUnavailable)
  }

  /** @throws DatabaseUnavailableError when there is no answer, and another error when the connection breaks */
  const ask = async (): Promise<void> => {
    const asked = probe ?? new pg.Client({ connectionString: url })
    try {
      if (asked !== probe) {
        asked.on("error", () => {})
        await answered(asked.connect())
      }
      await answered(asked.query("select 1"))
      if (isClosed) cut(asked)
      probe = asked
    } catch (error) {
      cut(asked)
      probe = null
      throw error
    }
  }

  const look = async (): Promise<void> => {
    try {
      // A connection that breaks tells of itself only: whether the database is away is told by a new one.
      await ask().catch((error: unknown) => (error instanceof DatabaseUnavailableError ? Promise.reject(error) : ask()))
      change(false)
    } catch {
      change(true)
    }
  }
  const lookOn = (): void => {
    timer = setTimeout(() => void look().finally(() => isClosed || lookOn()), probeEveryMs)
    timer.unref()
  }
  lookOn()

  return {
    open({ max, name, statementMs: limitMs = statementMs }) {
      const pool = new pg.Pool({
        connectionString: url,
        Client: limitedClient(),
        max,
        connectionTimeoutMillis: connectMs,
        keepAlive: true,
        application_name: `aworan ${name}`,
        // Said afterwards: poolers such as PgBouncer refuse whoever asks for it while connecting.
        async onConnect(client: pg.ClientBase) {
          clients.add(client)
          // One that breaks while it is lent tells its user by the statement that fails.
          client.on("error", () => {})
          try {
            await client.query(`set statement_timeout = ${limitMs}; ${otherLimits}`)
          } catch (error) {
            clients.delete(client)
            throw error
          }
        },
      })
      // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
      pool.on("error", () => {})
      pool.on("remove", (client) => clients.delete(client))
      pools.push({ pool, max })
      return {
        async connect() {
          if (isUnavailable) throw new DatabaseUnavailableError()
          try {
            return await pool.connect()
          } catch (error) {
            throw asUnavailable(error)
          }
        },
        end: () => pool.end(),
      }
    },
    isUnavailable: () => isUnavailable,
    onChange: (call) => changeCalls.push(call),
    figures() {
      const sum = (read: (one: { pool: pg.Pool; max: number }) => number): number =>
        pools.reduce((all, one) => all + read(one), 0)
      return {
        open: sum(({ pool }) => pool.totalCount),
        idle: sum(({ pool }) => pool.idleCount),
        waiting: sum(({ pool }) => pool.waitingCount),
        max: sum(({ max }) => max),
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      if (probe) cut(probe)
      if (isUnavailable) for (const client of clients) cut(client)
    },
  }
}

/** @throws DatabaseUnavailableError when no answer comes in time */
async function answered(answer: Promise<unknown>): Promise<void> {
  let isThere = false
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    setTimeout(() => isThere || late.reject(new DatabaseUnavailableError()), secondLookMs)
  }, probeLimitMs)
  try {
    await Promise.race([answer, late.promise])
  } finally {
    isThere = true
    clearTimeout(timer)
    late.promise.catch(() => {})
    answer.catch(() => {})
  }
}

/** Breaks a connection without asking the other side. */
export function cut(client: pg.ClientBase, why?: Error): void {
  const { connection } = client as unknown as { connection?: { stream?: Socket } }
  connection?.stream?.destroy(why)
}

/** A class of connections that keep their frequent statements prepared, and break when an answer does not come. */
function limitedClient(): typeof pg.Client {
  const nameOf = createStatementNames()
  class LimitedClient extends pg.Client {
    limit: NodeJS.Timeout | undefined
  }
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  LimitedClient.prototype.query = function (this: LimitedClient, text: unknown, values: unknown, ...rest: unknown[]) {
    if (!this.limit) {
      this.on("drain", () => clearTimeout(this.limit))
      this.on("end", () => clearTimeout(this.limit))
    }
    clearTimeout(this.limit)
    this.limit = setTimeout(() => cut(this, new DatabaseUnavailableError()), answerMs)
    const name = typeof text === "string" && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    const result = query.call(this, ...(name ? [{ name, text, values }, ...rest] : [text, values, ...rest]))
    if (!(result instanceof Promise)) return result
    return result.catch((error: unknown) => {
      throw asUnavailable(error)
    })
  } as typeof LimitedClient.prototype.query
  return LimitedClient
}
