import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

/** A column that a row can be given. */
export interface Column {
  name: string
  type: string
  isNeeded: boolean
  /** What it holds when nothing is given, as SQL. */
  default: string | null
}

export interface ForeignKey {
  columns: string[]
  to: string
  toColumns: string[]
}

export interface Table {
  name: string
  columns: Column[]
  foreignKeys: ForeignKey[]
  /** Conditions of its rows, as SQL over its columns. */
  checks: string[]
}

/** Every table of the product as the database itself tells of it, in the order of names; those of migrations are left out. */
export async function readCatalog(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select relname as name,
      (select json_agg(json_build_object(
        'name', attname, 'type', format_type(atttypid, atttypmod), 'isNeeded', attnotnull,
        'default', (select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = attrelid and adnum = attnum)
      ) order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attidentity <> 'a' and attgenerated = '') as columns,
      (select coalesce(json_agg(json_build_object(
        'columns', (select json_agg(attname order by place) from unnest(conkey) with ordinality as k (num, place)
          join pg_attribute on attrelid = conrelid and attnum = num),
        'to', (select relname from pg_class where oid = confrelid),
        'toColumns', (select json_agg(attname order by place) from unnest(confkey) with ordinality as k (num, place)
          join pg_attribute on attrelid = confrelid and attnum = num)
      ) order by conname), '[]') from pg_constraint where conrelid = c.oid and contype = 'f') as "foreignKeys",
      (select coalesce(json_agg(pg_get_expr(conbin, conrelid) order by conname), '[]')
        from pg_constraint where conrelid = c.oid and contype = 'c') as checks
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%' order by relname`.execute(
    db,
  )
  // A table without a column that can be given has none here.
  return rows.map((table) => ({ ...table, columns: table.columns ?? [] }))
}

/** The tables in an order in which each comes after those that its rows must refer to; where they go in a circle, by name. */
export function inOrderOfKeys(tables: readonly Table[]): Table[] {
  const ordered: Table[] = []
  const left = new Map(tables.map((table) => [table.name, table]))
  const isFree = ({ name, foreignKeys }: Table, isCircle: boolean) =>
    foreignKeys.every(({ to, columns }) => to === name || !left.has(to) || (isCircle && !isObligatory(name, columns)))
  const isObligatory = (table: string, columns: readonly string[]) =>
    left.get(table)?.columns.some(({ name, isNeeded }) => isNeeded && columns.includes(name)) ?? false
  while (left.size > 0) {
    const rest = [...left.values()]
    const next = rest.find((table) => isFree(table, false)) ?? rest.find((table) => isFree(table, true))
    if (!next) throw new Error(`These tables refer to each other in a circle: ${[...left.keys()].join(", ")}.`)
    ordered.push(next)
    left.delete(next.name)
  }
  return ordered
}
