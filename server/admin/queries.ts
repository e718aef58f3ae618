import { type RawBuilder, sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"

/** A column that names objects in storage. */
export interface KeyColumn {
  table: string
  column: string
  hasSize: boolean
}

/** Columns that name objects in storage; a table that keeps bytes names them so. */
export async function listKeyColumns(db: Db): Promise<KeyColumn[]> {
  const { rows } = await sql<KeyColumn>`
    select c.table_name as table, c.column_name as column,
      exists (select 1 from information_schema.columns o
        where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'byte_size') as "hasSize"
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = 'public' and t.table_name = c.table_name
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name like '%storage\\_key'
    order by 1, 2`.execute(db)
  return rows
}

export interface KeyRow {
  key: string
  /** Bytes as the row says; null where it says nothing. */
  size: string | null
}

/** Objects that a table names, in pages. */
export async function listKeys(
  db: Db,
  { table, column, hasSize }: KeyColumn,
  after: string,
  limit: number,
): Promise<KeyRow[]> {
  const size: RawBuilder<unknown> = hasSize ? sql`byte_size` : sql`null`
  const { rows } = await sql<KeyRow>`
    select ${sql.ref(column)} as key, ${size}::text as size from ${sql.table(table)}
    where ${sql.ref(column)} > ${after} order by ${sql.ref(column)} limit ${limit}`.execute(db)
  return rows
}

/**
 * Which of these objects tables name at this moment, themselves or by the folder of one of its previews. One statement, so
 * that a name that moves from one table to another is never missed.
 */
export async function listNamed(
  db: Db,
  columns: readonly KeyColumn[],
  keys: readonly string[],
  folders: readonly string[],
): Promise<string[]> {
  const parts = columns.map(({ table, column }) => {
    const key = sql.ref(column)
    const isAsked = sql`${key} = any(${keys}) or regexp_replace(${key}, '[^/]+$', '') = any(${folders})`
    return sql`select ${key} as key from ${sql.table(table)} where ${isAsked}`
  })
  const { rows } = await sql<{ key: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows.map(({ key }) => key)
}

/** People whose balance is not the sum of their transfers, or of their lots. */
export async function listWrongBalances(db: Db): Promise<{ accountId: string; says: string; adds: string }[]> {
  const { rows } = await sql<{ accountId: string; says: string; adds: string }>`
    with sums as (
      select account_id,
        sum(case when to_pocket = 'available' then amount when from_pocket = 'available' then -amount else 0 end) as available,
        sum(case when to_pocket = 'held' then amount when from_pocket = 'held' then -amount else 0 end) as held
      from credit_transfers group by account_id
    ), lots as (
      select account_id, sum(available) as available, sum(held) as held from credit_lots group by account_id
    )
    select a.account_id as "accountId", a.available || ' + ' || a.held as says,
      coalesce(s.available, 0) || ' + ' || coalesce(s.held, 0) || ' by transfers, '
        || coalesce(l.available, 0) || ' + ' || coalesce(l.held, 0) || ' by lots' as adds
    from credit_accounts a
    left join sums s using (account_id)
    left join lots l using (account_id)
    where (a.available, a.held) is distinct from (coalesce(s.available, 0), coalesce(s.held, 0))
      or (a.available, a.held) is distinct from (coalesce(l.available, 0), coalesce(l.held, 0))`.execute(db)
  return rows
}

/** Holds whose work has ended: credits that nobody would give back. */
export async function countForgottenHolds(db: Db): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from credit_transfers h
    where h.kind = 'hold'
      and not exists (select 1 from credit_transfers e where e.kind in ('settle', 'release')
        and split_part(e.reason, ':', 2) || ':' || split_part(e.reason, ':', 3)
          = split_part(h.reason, ':', 2) || ':' || split_part(h.reason, ':', 3))
      and not exists (select 1 from runs r where r.id = split_part(h.reason, ':', 3) and r.finished_at is null)`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

export interface JobCount {
  name: string
  state: string
  count: string
  /** Age of the oldest, in seconds. */
  oldestSeconds: number
}

/** Jobs that did not end, by kind and state. */
export async function countJobs(db: Db): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select name, state::text as state, count(*) as count,
      coalesce(extract(epoch from now() - min(created_on)), 0)::float as "oldestSeconds"
    from jobs.job where state < 'completed' group by name, state order by name, state`.execute(db)
  return rows
}

/** Lets jobs that wait for another attempt start now. @returns how many */
export async function hurryJobs(tx: Tx, nameOrId: string): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    update jobs.job set start_after = now()
    where (name = ${nameOrId} or id::text = ${nameOrId}) and state in ('created', 'retry') returning name`.execute(tx)
  return rows
}

/** Removes jobs that are not under way. @returns how many */
export async function dropJobs(tx: Tx, nameOrId: string): Promise<number> {
  const { rows } = await sql`
    delete from jobs.job
    where (name = ${nameOrId} or id::text = ${nameOrId}) and state in ('created', 'retry') returning id`.execute(tx)
  return rows.length
}

/** The fact of that name, written down when there is none yet. */
export async function rememberFact(db: Db, name: string, value: string): Promise<string> {
  await sql`insert into installation (name, value) values (${name}, ${value}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ value: string }>`select value from installation where name = ${name}`.execute(db)
  return rows[0]?.value ?? value
}

export async function describeDatabase(db: Db): Promise<{ version: string; size: string }> {
  const { rows } = await sql<{ version: string; size: string }>`
    select current_setting('server_version') as version,
      pg_size_pretty(pg_database_size(current_database())) as size`.execute(db)
  return rows[0] ?? { version: "", size: "" }
}
