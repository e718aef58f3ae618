import { randomUUID } from "node:crypto"
import { readdir } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { Kysely, PostgresDialect, sql } from "kysely"
import { type Migration, Migrator } from "kysely/migration"
import pg from "pg"
import type { Db, OpenDatabase } from "./open.ts"
import { asUnavailable } from "./unavailable.ts"

const folder = new URL("./migrations/", import.meta.url)

/** Any number that nothing else in this database locks. */
const lockKey = 7_018_240_113

const askAgainMs = 250

export interface MigrateOptions {
  /** Says in words that another process is at it; called once. */
  onWait?(message: string): void
  /** In place of those of the product, in tests. */
  migrations?: Record<string, Migration>
}

/** Migrations by name. Each is loaded when it is run: most starts find all of them done. */
async function listMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".ts")).sort()
  const entries = names.map((name): [string, Migration] => [
    name.replace(/\.ts$/, ""),
    {
      async up(db) {
        const migration = (await import(new URL(name, folder).href)) as Migration
        await migration.up(db)
      },
    },
  ])
  return Object.fromEntries(entries)
}

/**
 * Brings the tables up to date, without any time limit. When several processes start at once, one does it and the others
 * wait. A database that got some migrations in another order gets those it lacks.
 * @throws the first failure; nothing of the failed migration stays
 */
export async function migrate(database: OpenDatabase, options: MigrateOptions = {}): Promise<void> {
  if (database.raw.kind === "embedded") return run(database.db.withoutPlugins() as unknown as Kysely<unknown>, options)
  const pool = new pg.Pool({
    connectionString: database.raw.url,
    max: 2,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    async onConnect(client: pg.ClientBase) {
      await client.query("set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0")
    },
  })
  pool.on("error", () => {})
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const holder = await pool.connect().catch((error: unknown) => {
      throw asUnavailable(error)
    })
    try {
      await requireOwnSessions(holder, pool)
      await takeTurn(holder, options)
      await run(db, options)
    } finally {
      // The lock belongs to the connection and goes with it.
      holder.release(true)
    }
  } finally {
    await db.destroy()
  }
}

/** Says what is needed where a pooler lends its connections by the transaction: locks and listeners would be lost there. */
async function requireOwnSessions(holder: pg.PoolClient, pool: pg.Pool): Promise<void> {
  const other = await pool.connect()
  try {
    if (!(await haveOwnSessions(holder, other))) throw new Error(sessionWords)
  } finally {
    other.release(true)
  }
}

const sessionWords =
  "The pooler before PostgreSQL lends connections by the transaction. Give this database pool_mode = session there, " +
  "or set DATABASE_URL to PostgreSQL itself."

/**
 * Whether what one connection sets stays with it, and is not seen by another that is in a transaction.
 * @param other gives back what it held
 */
export async function haveOwnSessions(one: pg.ClientBase, other: pg.ClientBase): Promise<boolean> {
  const mark = randomUUID()
  const markOf = async (client: pg.ClientBase): Promise<string | null> => {
    const text = "select current_setting('aworan.session', true) as mark"
    return (await client.query<{ mark: string | null }>(text)).rows[0]?.mark ?? null
  }
  await one.query(`set aworan.session = '${mark}'`)
  await other.query("begin")
  try {
    // In this order: where the pooler has one connection only, the first would wait for the other's transaction.
    return (await markOf(other)) !== mark && (await markOf(one)) === mark
  } finally {
    await other.query("rollback")
  }
}

async function takeTurn(holder: pg.PoolClient, { onWait }: MigrateOptions): Promise<void> {
  for (let isTold = false; ; ) {
    const { rows } = await holder.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [lockKey])
    if (rows[0]?.got) return
    if (!isTold) onWait?.("Another process brings the tables up to date. Waiting for it to end.")
    isTold = true
    await sleep(askAgainMs)
  }
}

/** What a database has had and what it lacks; names in order. */
export interface MigrationState {
  done: string[]
  pending: string[]
  /** Those that only a newer release knows. */
  newer: string[]
}

/** Compares a database with the product's migrations; changes nothing. */
export async function readMigrations(db: Db): Promise<MigrationState> {
  const own = Object.keys(await listMigrations())
  const done = (await listDone(db.withoutPlugins() as unknown as Kysely<unknown>)).sort()
  return {
    done,
    pending: own.filter((name) => !done.includes(name)),
    newer: done.filter((name) => !own.includes(name)),
  }
}

/** Makes the tables of an earlier state in an empty database. @param names migrations that it had; those of newer releases are left out */
export async function migrateAsFarAs(database: OpenDatabase, names: readonly string[]): Promise<void> {
  const own = Object.entries(await listMigrations()).filter(([name]) => names.includes(name))
  await migrate(database, { migrations: Object.fromEntries(own) })
}

/** Names of the migrations that the database has had. */
async function listDone(db: Kysely<unknown>): Promise<string[]> {
  const found = await sql<{ isThere: boolean }>`
    select to_regclass('public.kysely_migration') is not null as "isThere"`.execute(db)
  if (!found.rows[0]?.isThere) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

async function run(db: Kysely<unknown>, { migrations }: MigrateOptions): Promise<void> {
  const own = migrations ?? (await listMigrations())
  // Asked before: the migrator holds the embedded database's one connection.
  const done = new Set(await listDone(db))
  // Most starts end here: the migrator reads every column of every table, several times, to find that out.
  if (Object.keys(own).every((name) => done.has(name))) return
  // Migrations of a newer release are left alone: releases run side by side while one takes the other's place, and going
  // back is starting the former one.
  const newer = [...done].filter((name) => !(name in own)).map((name) => [name, { up: async () => {} }])
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...Object.fromEntries(newer), ...own }) },
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
