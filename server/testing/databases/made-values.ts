import type { Column, Table } from "./catalog.ts"

/** SQL that stands for a text. */
export const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * What the catalog does not tell: values by `table.column` or by column, as SQL; `#` is the row's number.
 * Only what a limit, a trigger or a reader of the row asks for stands here.
 */
const hints: Readonly<Record<string, readonly string[]>> = {
  // Balances are what the ledger's trigger makes of the transfers.
  "credit_accounts.available": ["0"],
  "credit_accounts.held": ["0"],
  "credit_lots.available": ["0"],
  "credit_lots.held": ["0"],
  "credit_lot_entries.available": ["0"],
  "credit_lot_entries.held": ["0"],
  "credit_transfers.from_pocket": ["'outside'"],
  "credit_transfers.to_pocket": ["'available'"],
  // An application begins at the beginning.
  "applications.status": ["'submitted'"],
  apply_by: ["(date '2026-01-01' + #)::text"],
  enrol_by: ["(date '2026-01-01' + #)::text"],
  starts_on: ["(date '2026-02-01' + #)::text"],
  due_on: ["(date '2026-02-01' + #)::text"],
  url: ["'/made/#'"],
  email: ["'made-#@example.com'"],
  // Some pictures lie in the trash.
  trashed_at: ["case when # % 3 = 1 then now() end"],
  time_zone: ["'Africa/Lagos'"],
  accepts: ["array['photo']"],
  "money_checks.problems": ["'[]'"],
  "files.bucket_id": ["'images'"],
  "lessons.quiz": ["'[]'"],
  "lesson_editions.quiz": ["'[]'"],
  "picture_reports.reason": ["'spam'"],
  "shop_reports.reason": ["'spam'"],
  "discussion_reports.reason": ["'spam'"],
  "blocked_words.language": ["'en'"],
  permissions: [`array['read("any")']`],
}

/**
 * What a column may hold in the row of this number, the best first, as SQL; what the table's checks compare with is among it.
 */
export function madeValues(table: Table, column: Column, number: number): string[] {
  const { name, type, isNeeded } = column
  const hinted = hints[`${table.name}.${name}`] ?? hints[name]
  const own = hinted?.map((value) => value.replaceAll("#", String(number))) ?? [plainValue(table, column, number)]
  const checks = table.checks.filter((check) => new RegExp(`\\b${name}\\b`).test(check))
  const compared = hinted || checks.length === 0 ? [] : checks.flatMap((check) => literalsOf(check, type))
  const others = [...new Set(compared)]
  const turn = others.length === 0 ? 0 : number % others.length
  const all = [...others.slice(turn), ...others.slice(0, turn)]
  const first = type === "text" ? [...all, ...own] : [...own, ...all]
  return [...first, ...(isNeeded ? [] : ["null"])].map((value) => `(${value})::${type}`)
}

/** What a check compares columns of this type with. */
function literalsOf(check: string, type: string): string[] {
  if (type === "text") return [...check.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, text]) => `'${text}'`)
  if (!/int|real|double|numeric/.test(type)) return []
  return [...check.replaceAll(/'[^']*'/g, "").matchAll(/\b\d+\b/g)].flatMap(([text]) =>
    [0, 1, -1].map((step) => String(Number(text) + step)),
  )
}

function plainValue({ name: table }: Table, { name, type, default: preset }: Column, number: number): string {
  switch (type) {
    case "text":
      if (name.endsWith("storage_key")) return quote(`made/${table}-${number}/${name}.png`)
      return quote(`${name.replaceAll("_", "-")}-${number}`)
    case "integer":
    case "bigint":
    case "smallint":
      return String(number)
    case "real":
    case "double precision":
      return "0.5"
    case "boolean":
      return number % 2 === 0 ? "false" : "true"
    case "timestamp with time zone":
      return /expires|due|until|ends|begins|starts/.test(name)
        ? `now() + interval '${number} days'`
        : `now() - interval '${number} hours'`
    case "date":
      return `current_date - ${number}`
    case "uuid":
      return `md5(${quote(`${table} ${name} ${number}`)})`
    case "bytea":
      return `sha256(${quote(`${table} ${name} ${number}`)})`
    case "text[]":
      return `array['word-${number}']`
    case "jsonb":
      return preset ?? "'{}'"
    default:
      if (type.startsWith("character varying")) return quote(`${name}-${number}`)
      throw new Error(`What a column of the type ${type} holds stands nowhere yet: ${table}.${name}`)
  }
}
