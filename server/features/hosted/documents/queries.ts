import { type RawBuilder, type SqlBool, sql } from "kysely"
import { type ListQuery, queryLimits } from "#contract/query.ts"
import type { Db } from "#server/db/open.ts"
import type { Collection, Condition, RecordSource } from "#server/declarations/collection.ts"
import { documentJson, sqlTypes } from "./attributes.ts"
import { compileFilters } from "./filters.ts"
import { afterCursor, cursorValues, type OrderKey, orderBy, orderKeys, reversed } from "./order.ts"

/** Where documents are shown: their database and the address that pictures start with. */
export interface Place {
  databaseId: string
  publicUrl: string
}

/** A page as JSON text, ready to be sent. */
export interface Page {
  total: number
  /** A JSON list. */
  documents: string
}

/** Rows to list. */
export interface RecordList {
  source: RecordSource
  /** One row as JSON text. */
  json: RawBuilder<string>
  /** Disjoint conditions, of which one must hold. */
  readable: readonly Condition[]
  /** Must hold for every row, the cursor's included. */
  scope?: Condition
}

/**
 * Reads one page and, when wanted, the capped count, in one statement; the database writes the JSON.
 * @returns null when the cursor names no row
 */
export async function findPage(
  db: Db,
  list: RecordList,
  query: ListQuery,
  isTotalWanted: boolean,
): Promise<Page | null> {
  const { source: collection, json, scope = sql<SqlBool>`true` } = list
  const readable = list.readable.map((part): Condition => sql`${part} and ${scope}`)
  const filter = compileFilters(collection, query.filters)
  const wanted = orderKeys(collection, query.orders)
  const isBackwards = query.cursor?.side === "before"
  const keys = isBackwards ? reversed(wanted) : wanted
  const cursor = query.cursor ? await findCursor(db, collection, scope, keys, query.cursor.id) : undefined
  if (cursor === null) return null

  const order = orderBy(keys)
  const after: Condition = cursor ? sql`${filter} and ${afterCursor(keys, cursor)}` : filter
  const rows = collect(collection, readable, after, sql`*`, sql`${order} limit ${query.limit + query.offset}`)
  const counted = collect(collection, readable, filter, sql`1`, sql`limit ${queryLimits.rows}`)
  const total = isTotalWanted
    ? sql`(select count(*)::int from (select 1 from (${counted}) as parts limit ${queryLimits.rows}) as counted)`
    : sql`0`
  const { rows: found } = await sql<Page>`
    select ${total} as total, (
      select '[' || coalesce(string_agg(item, ',' order by place ${isBackwards ? sql`desc` : sql`asc`}), '') || ']'
      from (
        select item, row_number() over () as place
        from (select ${json} as item from (${rows}) as document ${order} limit ${query.limit} offset ${query.offset}) as page
      ) as placed
    ) as documents`.execute(db)
  return found[0] ?? null
}

/**
 * The rows a caller may read, at most as many of each part as can be needed: each part is read through its own index,
 * and only the few rows that come out are put in order together.
 */
function collect(
  collection: RecordSource,
  readable: readonly Condition[],
  condition: Condition,
  columns: RawBuilder<unknown>,
  ending: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const table = sql.table(collection.table)
  const parts = readable.map(
    (part) => sql`(select ${columns} from ${table} as document where ${part} and ${condition} ${ending})`,
  )
  return sql.join(parts, sql` union all `)
}

/** The cursor's row is found whether or not the caller may read it or it fits the filters (docs/hosted-backend.md#queries). */
async function findCursor(
  db: Db,
  collection: RecordSource,
  scope: Condition,
  keys: readonly OrderKey[],
  id: string,
): Promise<(string | null)[] | null> {
  const { rows } = await sql<{ values: string }>`
    select ${cursorValues(keys)} as values from ${sql.table(collection.table)} as document
    where document.id = ${id} and ${scope}`.execute(db)
  return rows[0] ? (JSON.parse(rows[0].values) as (string | null)[]) : null
}

/** @returns the document as JSON text, null when there is none or it is not readable */
export async function findDocument(
  db: Db,
  collection: Collection,
  place: Place,
  id: string,
  readable: readonly Condition[],
  select: readonly string[] | null = null,
): Promise<string | null> {
  if (readable.length === 0) return null
  const { rows } = await sql<{ json: string }>`
    select ${documentJson(collection, place, select)} as json from ${sql.table(collection.table)} as document
    where document.id = ${id} and (${sql.join(readable, sql` or `)})`.execute(db)
  return rows[0]?.json ?? null
}

/** Locks a row for a change. @returns whether the condition holds for it, null when there is no such row */
export async function lockRow(
  db: Db,
  collection: Collection,
  id: string,
  isAllowed: Condition,
): Promise<boolean | null> {
  const { rows } = await sql<{ allowed: boolean }>`
    select (${isAllowed}) as allowed from ${sql.table(collection.table)} as document
    where document.id = ${id} for update`.execute(db)
  return rows[0]?.allowed ?? null
}

/** Columns and values of stored attributes, by wire name. */
function assignments(
  collection: Collection,
  values: Readonly<Record<string, unknown>>,
): { column: string; value: RawBuilder<unknown> }[] {
  return Object.entries(values).map(([name, value]) => {
    const { column, type } = storedAt(collection, name)
    return { column, value: sql`${value}::${type}` }
  })
}

function storedAt(collection: Collection, name: string): { column: string; type: RawBuilder<unknown> } {
  const attribute = collection.attributes[name]
  if (!attribute || !("column" in attribute)) throw new Error(`${collection.id} has no column for ${name}.`)
  return { column: attribute.column, type: sqlTypes[attribute.type] }
}

/** A document to be of a collection with document security; values by wire name. */
export interface NewRow {
  id: string
  accountId: string | null
  permissions: readonly string[]
  values: Readonly<Record<string, unknown>>
}

/**
 * Adds documents by one statement.
 * @param rows all with values of the same names
 * @returns each as JSON text by its id, without those whose id was taken
 */
export async function insertRows(
  db: Db,
  collection: Collection,
  place: Place,
  rows: readonly [NewRow, ...NewRow[]],
): Promise<Map<string, string>> {
  const names = Object.keys(rows[0].values)
  const own = names.map((name) => storedAt(collection, name))
  const columns = ["id", "accountId", "permissions", ...own.map(({ column }) => column)].map((name) => sql.ref(name))
  const types = [sql`text`, sql`text`, sql`text[]`, ...own.map(({ type }) => type)]
  const cells = types.map((type, n) => sql`${sql.raw(`c${n}`)} ${type}`)
  const given = rows.map(({ id, accountId, permissions, values }) =>
    Object.fromEntries(
      [id, accountId, permissions, ...names.map((name) => values[name])].map((value, n) => [`c${n}`, value]),
    ),
  )
  const { rows: made } = await sql<{ id: string; json: string }>`
    insert into ${sql.table(collection.table)} as document (${sql.join(columns)})
    select given.* from json_to_recordset(${JSON.stringify(given)}::json) as given(${sql.join(cells)})
    on conflict (id) do nothing returning id, ${documentJson(collection, place, null)} as json`.execute(db)
  return new Map(made.map(({ id, json }) => [id, json]))
}

export async function deleteRow(db: Db, collection: Collection, id: string): Promise<void> {
  await sql`delete from ${sql.table(collection.table)} where id = ${id}`.execute(db)
}

/**
 * Writes stored attributes by wire name, and permissions where documents have their own.
 * @returns the document as JSON text, null when everything already had its value
 */
export async function writeAttributes(
  db: Db,
  collection: Collection,
  place: Place,
  id: string,
  values: Readonly<Record<string, unknown>>,
  permissions: readonly string[] | null = null,
): Promise<string | null> {
  const changes = assignments(collection, values)
  if (permissions) changes.push({ column: "permissions", value: sql`${permissions}::text[]` })
  if (changes.length === 0) return null
  const settings = changes.map(({ column, value }) => sql`${sql.ref(column)} = ${value}`)
  const differences = changes.map(
    ({ column, value }) => sql`${sql.ref(`document.${column}`)} is distinct from ${value}`,
  )
  const { rows } = await sql<{ json: string }>`
    update ${sql.table(collection.table)} as document set ${sql.join(settings)}, updated_at = now()
    where document.id = ${id} and (${sql.join(differences, sql` or `)})
    returning ${documentJson(collection, place, null)} as json`.execute(db)
  return rows[0]?.json ?? null
}
