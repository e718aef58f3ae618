import { sql } from "kysely"
import { type Db, type OpenDatabase, transact } from "#server/db/open.ts"
import { type ForeignKey, inOrderOfKeys, readCatalog, type Table } from "./catalog.ts"
import { madeValues, quote } from "./made-values.ts"

/** So many combinations of values are tried for a row that must differ from those there are. */
const mostTries = 40

/** Rows that a foreign key may choose from. */
const mostKeys = 8

/** Columns that are given together, and where from, as SQL. */
interface Source {
  columns: string[]
  from: string
}

/**
 * Puts made rows into tables of any state of the product: what they may hold is read from the database's catalog.
 * Triggers do what they do with a person's rows.
 * @param rows how many in each
 * @param from number of the first, which makes them differ from others
 * @param only names of tables; all without it
 * @throws Error when a table takes none
 */
export async function fillEveryTable(
  { db }: Pick<OpenDatabase, "db">,
  { rows = 2, from = 1, only }: { rows?: number; from?: number; only?: ReadonlySet<string> } = {},
): Promise<void> {
  const tables = inOrderOfKeys(await readCatalog(db)).filter(({ name }) => only?.has(name) ?? true)
  await transact(db, async (tx) => {
    // Values are joined in the order in which they are written, so that the best come first and checks are asked early.
    await sql`set local join_collapse_limit = 1`.execute(tx)
    for (const table of tables) {
      for (let number = from; number < from + rows; number++) await addRow(tx, table, number)
    }
    for (const [place, table] of tables.entries()) await closeCircles(tx, table, tables.slice(place + 1))
  })
}

async function addRow(db: Db, table: Table, number: number): Promise<void> {
  const sources = await sourcesOf(db, table, number)
  const columns = sources.flatMap((source) => source.columns).join(", ")
  const given = sources.map((source, at) => `${source.from} as source${at} (${source.columns.join(", ")})`)
  const conditions = ["true", ...table.checks.map((check) => `(${check}) is not false`)]
  const choose = `select ${columns} from ${given.join(" cross join ")} where ${conditions.join(" and ")}`
  for (let at = 0; at < mostTries; at++) {
    const statement = `insert into ${table.name} (${columns}) ${choose} limit 1 offset ${at} on conflict do nothing returning 1`
    if ((await sql.raw(statement).execute(db)).rows.length > 0) return
  }
  // Some take one row alone, and have it.
  const { rows } = await sql.raw(`select 1 from ${table.name} limit 1`).execute(db)
  if (rows.length === 0) throw new Error(`No row that was made suits ${table.name}.`)
}

/** Each column once: with the others of its foreign key, or alone; those that have no choice together, which is quicker. */
async function sourcesOf(db: Db, table: Table, number: number): Promise<Source[]> {
  const sources: Source[] = []
  const grouped = new Set<string>()
  for (const key of table.foreignKeys.toSorted((one, other) => other.columns.length - one.columns.length)) {
    if (key.columns.some((column) => grouped.has(column))) continue
    for (const column of key.columns) grouped.add(column)
    sources.push({ columns: key.columns.map(quoteName), from: await referredRows(db, table, key, number) })
  }
  const sure: [column: string, value: string][] = []
  for (const column of table.columns.filter(({ name }) => !grouped.has(name))) {
    const values = madeValues(table, column, number)
    const isCompared = table.checks.some((check) => check.includes(column.name))
    if (values[0] && (values.length === 1 || !isCompared)) sure.push([quoteName(column.name), values[0]])
    else sources.push({ columns: [quoteName(column.name)], from: `(values (${values.join("), (")}))` })
  }
  if (sure.length === 0) return sources
  const together = {
    columns: sure.map(([column]) => column),
    from: `(values (${sure.map(([, value]) => value).join(", ")}))`,
  }
  return [together, ...sources]
}

const quoteName = (name: string): string => `"${name}"`

/** Keys of rows that a foreign key may mean, beginning with another one for each row, and none at all where that may be. */
async function referredRows(db: Db, table: Table, key: ForeignKey, number: number): Promise<string> {
  const columns = key.columns.map((name) => table.columns.find((column) => column.name === name))
  const names = key.toColumns.map(quoteName)
  const texts = names.map((name) => `${name}::text`).join(", ")
  const { rows } = await sql
    .raw<{ key: string[] }>(
      `select array[${texts}] as key from ${key.to} where num_nulls(${names.join(", ")}) = 0 order by 1 limit ${mostKeys}`,
    )
    .execute(db)
  const turn = rows.length === 0 ? 0 : number % rows.length
  const found: (string | null)[][] = [...rows.slice(turn), ...rows.slice(0, turn)].map((row) => row.key)
  if (columns.every((column) => !column?.isNeeded)) found.push(columns.map(() => null))
  if (found.length === 0) throw new Error(`${table.name} needs a row of ${key.to}, and there is none.`)
  const lines = found.map((values) =>
    values.map((value, at) => `${value === null ? "null" : quote(value)}::${columns[at]?.type}`).join(", "),
  )
  return `(values (${lines.join("), (")}))`
}

/** Gives rows what could not be given yet: keys of tables that were filled after theirs, each its own. */
async function closeCircles(db: Db, table: Table, later: readonly Table[]): Promise<void> {
  for (const { columns, to, toColumns } of table.foreignKeys.filter((key) =>
    later.some(({ name }) => name === key.to),
  )) {
    const [own, others] = [columns, toColumns].map((names) => names.map(quoteName).join(", "))
    await sql
      .raw(
        `with free as (select ${others}, row_number() over () as place from ${to}
          where (${others}) not in (select ${own} from ${table.name} where num_nulls(${own}) = 0)),
        open as (select ctid as row, row_number() over () as place from ${table.name} where num_nonnulls(${own}) = 0)
        update ${table.name} as t set (${own}) = (select ${others} from free where free.place = open.place)
        from open where t.ctid = open.row`,
      )
      .execute(db)
  }
}
