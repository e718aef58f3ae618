import { AsyncLocalStorage } from "node:async_hooks"
import { mkdirSync } from "node:fs"
import type { PGlite } from "@electric-sql/pglite"
import {
  CamelCasePlugin,
  type Dialect,
  Kysely,
  type KyselyPlugin,
  PGliteDialect,
  PostgresDialect,
  type Transaction,
} from "kysely"
import type { Tables } from "#server/db/tables/index.ts"
import type { DiskSpace } from "./disk-space.ts"
import { EmbeddedDatabase } from "./embedded-database.ts"
import { openPools, type Pool, type Pools } from "./pool.ts"

/** A database or an open transaction: queries run wherever they are put. */
export type Db = Kysely<Tables>

/** An open transaction, for functions that must be part of one. */
export type Tx = Transaction<Tables>

export interface OpenDatabase {
  db: Db
  /** For lists that strangers may ask for: connections of their own, and a shorter time limit, where the database can. */
  lists: Db
  /** For the job queue, which brings its own statements. */
  raw:
    | { kind: "embedded"; embedded: EmbeddedDatabase }
    | { kind: "postgres"; pools: Pools; jobsPool: Pool; url: string }
  close(): Promise<void>
}

const inTransaction = new AsyncLocalStorage<true>()

/** The same database without the guard, for opening transactions. */
const unguarded = new WeakMap<Db, Db>()

/** What is left to do when a transaction ends. */
export interface Ending {
  /** The transaction's last statements; when they fail, it is undone. */
  beforeCommit(): Promise<void>
  /** Never called when it was undone. Must not throw: what was done stays done. */
  afterCommit(db: Db): Promise<void>
}

const endings = new WeakMap<Db, Ending[]>()

/**
 * Runs `work` in one transaction. The embedded database has one connection, so using the outer `db` inside would wait
 * for itself: that is refused at once, on both databases.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (inTransaction.getStore()) throw nested()
  const own: Ending[] = []
  const result = await (unguarded.get(db) ?? db).transaction().execute((tx) =>
    inTransaction.run(true, async () => {
      endings.set(tx, own)
      const made = await work(tx)
      for (const ending of own) await ending.beforeCommit()
      return made
    }),
  )
  for (const ending of own) await ending.afterCommit(db)
  return result
}

/** Adds to what is done when this transaction ends. @returns false for a database outside of a transaction */
export function whenItEnds(db: Db, ending: Ending): boolean {
  const own = endings.get(db)
  own?.push(ending)
  return own !== undefined
}

function nested(): Error {
  return new Error("The outer database was used inside a transaction; pass tx down.")
}

const guard: KyselyPlugin = {
  transformQuery({ node }) {
    if (inTransaction.getStore()) throw nested()
    return node
  },
  transformResult: async ({ result }) => result,
}

function build(dialect: Dialect): Db {
  const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] })
  const guarded = db.withPlugin(guard)
  unguarded.set(guarded, db)
  return guarded
}

/** Nothing acknowledged is lost, but nothing can be said or kept without the database. */
function endWithout(isLogLost: boolean): void {
  const reason = isLogLost
    ? "The disk of the data folder is full, and the database's log cannot be written."
    : "The embedded database has ended."
  process.stderr.write(`${reason} Ending.\n`)
  process.exit(1)
}

const checkpointEveryMs = 5 * 60_000

/**
 * Opens the embedded database in `dir`, syncing every commit.
 * @param options.onLost called when it ended although nobody closed it; without it the process ends, which can do nothing else
 */
export async function openEmbedded(
  dir: string,
  { space, onLost = endWithout }: { space?: DiskSpace; onLost?: (isLogLost: boolean) => void } = {},
): Promise<OpenDatabase> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const embedded = await EmbeddedDatabase.open(
    { dir, reserveDir: space?.dir ?? null },
    {
      ...(space ? { onReserveGiven: () => space.reserveIsGiven() } : {}),
      onLost,
    },
  )
  // It has no background writer: without this the write-ahead log grows for ever.
  const checkpoint = setInterval(() => void embedded.exec("CHECKPOINT").catch(() => {}), checkpointEveryMs)
  checkpoint.unref()
  const database = buildOn(embedded)
  return {
    ...database,
    async close() {
      clearInterval(checkpoint)
      await embedded.exec("CHECKPOINT").catch(() => {})
      await database.close()
    },
  }
}

/** An embedded database that is open on this thread, where no disk is waited for (tests). */
export function openOnThread(opened: PGlite): OpenDatabase {
  return buildOn(EmbeddedDatabase.on(opened))
}

function buildOn(embedded: EmbeddedDatabase): OpenDatabase {
  const db = build(new PGliteDialect({ pglite: embedded }))
  return { db, lists: db, raw: { kind: "embedded", embedded }, close: () => db.destroy() }
}

/** Longest time for a list, in milliseconds. */
const listMs = 2_000

/** Opens PostgreSQL 15 or newer. */
export function openPostgres(url: string, options: { maxConnections?: number } = {}): OpenDatabase {
  const pools = openPools(url)
  const pool = pools.open({ max: options.maxConnections ?? 10, name: "calls" })
  // Jobs have connections of their own, so that a crowd of calls keeps nobody from working.
  const jobsPool = pools.open({ max: 3, name: "jobs" })
  // Lists too: what strangers ask for is stopped soon, and what waits for it is only other lists.
  const listsPool = pools.open({ max: 4, name: "lists", statementMs: listMs })
  const db = build(new PostgresDialect({ pool: { ...pool, options: {} } }))
  const lists = build(new PostgresDialect({ pool: { ...listsPool, options: {} } }))
  return {
    db,
    lists,
    raw: { kind: "postgres", pools, jobsPool, url },
    async close() {
      await pools.close()
      await Promise.all([db.destroy(), lists.destroy(), jobsPool.end()])
    },
  }
}
