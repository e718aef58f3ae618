import { sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"

/** Rows read or written at a time. */
const pageRows = 500

/** Migrations have a table of their own, which the migrations of the target write. */
const ownTables = /^kysely_/

/** Names of the product's tables, in order. */
export async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !ownTables.test(name))
}

/** Names of what is read as a table and is none. */
export async function listViews(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.views where table_schema = 'public' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

export async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Rows of a table as JSON texts, in pages. The texts are never parsed here, so no number loses a digit. */
export async function* readTable(tx: Tx, table: string): AsyncGenerator<string[]> {
  const cursor = sql.id("admin_rows")
  const from = table === "jobs.job" ? sql`jobs.job where state < 'completed'` : sql`${sql.table(table)}`
  await sql`declare ${cursor} no scroll cursor for select to_jsonb(t)::text as line from (select * from ${from}) t`.execute(
    tx,
  )
  try {
    for (;;) {
      const { rows } = await sql<{ line: string }>`fetch ${sql.lit(pageRows)} from ${cursor}`.execute(tx)
      if (rows.length === 0) return
      yield rows.map(({ line }) => line)
    }
  } finally {
    await sql`close ${cursor}`.execute(tx)
  }
}

export interface SequenceState {
  name: string
  last: string | null
}

export async function readSequences(db: Db): Promise<SequenceState[]> {
  const { rows } = await sql<SequenceState>`
    select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'
    order by 1`.execute(db)
  return rows
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/**
 * Empties every table and fills them again, with triggers off and foreign keys away meanwhile; they come back at the end
 * and are checked by the database then.
 */
export async function fillTables(
  tx: Tx,
  tables: readonly string[],
  read: (table: string) => AsyncIterable<readonly string[]>,
  sequences: readonly SequenceState[],
): Promise<Map<string, number>> {
  const known = new Set(await listTables(tx))
  const keys = await listForeignKeys(tx)
  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(tx)
  const counts = new Map<string, number>()
  for (const table of known) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await sql`truncate ${sql.table(table)}`.execute(tx)
  }
  for (const table of tables) {
    if (!known.has(table)) throw new Error(`The backup has a table ${table} that this version does not know.`)
    counts.set(table, await fillTable(tx, table, read(table)))
  }
  for (const table of known) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  for (const { table, name, definition } of keys) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(tx)
  }
  for (const { name, last } of sequences) {
    if (last !== null) await sql`select setval(${`public.${name}`}::regclass, ${last}::bigint)`.execute(tx)
  }
  return counts
}

async function listForeignKeys(tx: Tx): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where c.contype = 'f' and n.nspname = 'public' order by 1, 2`.execute(tx)
  return rows
}

async function fillTable(tx: Tx, table: string, pages: AsyncIterable<readonly string[]>): Promise<number> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(
    tx,
  )
  const names = sql.join(columns.map(({ name }) => sql.id(name)))
  let count = 0
  for await (const lines of pages) {
    await sql`
      insert into ${sql.table(table)} (${names}) overriding system value
      select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${`[${lines.join(",")}]`}::jsonb)`.execute(
      tx,
    )
    count += lines.length
  }
  return count
}

/** Puts work in line again that had not ended when the backup was made. */
export async function fillJobs(tx: Tx, pages: AsyncIterable<readonly string[]>): Promise<number> {
  let count = 0
  for await (const lines of pages) {
    const { rows } = await sql`
      insert into jobs.job
      select (jsonb_populate_record(null::jobs.job, line || ${'{"state":"created","started_on":null,"heartbeat_on":null}'}::jsonb)).*
      from jsonb_array_elements(${`[${lines.join(",")}]`}::jsonb) as line
      where exists (select 1 from jobs.queue q where q.name = line ->> 'name')
      on conflict do nothing returning id`.execute(tx)
    count += rows.length
  }
  return count
}

export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
