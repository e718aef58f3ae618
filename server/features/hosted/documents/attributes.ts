import { type RawBuilder, sql } from "kysely"
import { Day } from "#contract/primitives.ts"
import type { QueryValue } from "#contract/query.ts"
import { precompiled } from "#server/db/precompiled-sql.ts"
import { serialisedDateSql } from "#server/db/wire-date.ts"
import type { Attribute, Collection, RecordSource, StoredAttribute } from "#server/declarations/collection.ts"
import { AppError } from "#server/platform/errors.ts"

/** Attributes of every collection (docs/hosted-backend.md#documents). */
const metaAttributes: Readonly<Record<string, StoredAttribute>> = {
  $id: { column: "id", type: "text", isFilterable: true, isOrderable: true },
  $sequence: { column: "sequence", type: "sequence", isFilterable: true, isOrderable: true },
  $createdAt: { column: "createdAt", type: "date", isFilterable: true, isOrderable: true },
  $updatedAt: { column: "updatedAt", type: "date", isFilterable: true, isOrderable: true },
}

/** Names that a select may hold although they are no columns. */
const namesOnly = new Set(["*", "$permissions", "$databaseId", "$collectionId"])

export function invalidQuery(message: string): AppError {
  return new AppError("general_query_invalid", message)
}

/**
 * Finds an attribute that a query may use; the only way from a name in a request to a column.
 * @throws AppError `general_query_invalid` for every other name, so that hidden columns cannot be probed (docs/security.md#rights)
 */
export function queryable(collection: RecordSource, name: string, use: "filter" | "order" | "search"): StoredAttribute {
  const attribute = find(collection, name)
  const isUsable = attribute && "column" in attribute && attribute[permits[use]]
  if (!isUsable) throw invalidQuery(`The attribute ${JSON.stringify(name)} cannot be used to ${use}.`)
  return attribute
}

const permits = { filter: "isFilterable", order: "isOrderable", search: "isSearchable" } as const

function find(collection: RecordSource, name: string): Attribute | undefined {
  if (Object.hasOwn(metaAttributes, name)) return metaAttributes[name]
  return Object.hasOwn(collection.attributes, name) ? collection.attributes[name] : undefined
}

export function columnOf(attribute: StoredAttribute): RawBuilder<unknown> {
  return sql`${sql.ref(`document.${attribute.column}`)}`
}

/** PostgreSQL's name of an attribute's type, for parameters. */
export const sqlTypes = {
  text: sql`text`,
  integer: sql`bigint`,
  sequence: sql`bigint`,
  boolean: sql`boolean`,
  date: sql`timestamptz`,
} as const

/**
 * @returns the value as a parameter of the attribute's type
 * @throws AppError `general_query_invalid` for a value of another type
 */
export function parameter(attribute: StoredAttribute, value: QueryValue): RawBuilder<unknown> {
  return sql`${checked(attribute, value)}::${sqlTypes[attribute.type]}`
}

function checked(attribute: StoredAttribute, value: QueryValue): string | number | boolean {
  switch (attribute.type) {
    case "text":
      if (typeof value === "string" && value.isWellFormed() && !value.includes("\u0000")) return value
      break
    case "integer":
      if (Number.isSafeInteger(value)) return value as number
      break
    case "sequence":
      if (Number.isSafeInteger(value)) return value as number
      if (typeof value === "string" && /^\d{1,18}$/.test(value)) return value
      break
    case "boolean":
      if (typeof value === "boolean") return value
      break
    case "date":
      if (typeof value === "string" && Day.safeParse(value.slice(0, 10)).success) {
        // A moment without a zone is one in UTC, wherever this process runs.
        const date = new Date(/T[\d:.]+$/.test(value) ? `${value}Z` : value)
        if (!Number.isNaN(date.getTime())) return date.toISOString()
      }
  }
  throw invalidQuery(`A value of a query does not fit an attribute of type ${attribute.type}.`)
}

/** The JSON of whole documents, by the address that pictures start with. */
const wholes = new WeakMap<Collection, Map<string, RawBuilder<string>>>()

/**
 * The row as JSON, made by the database. Dates, addresses and permissions come out in their wire form.
 * @param select names to keep, `$` names always stay; null keeps all
 */
export function documentJson(
  collection: Collection,
  place: { databaseId: string; publicUrl: string },
  select: readonly string[] | null,
): RawBuilder<string> {
  if (select !== null) return jsonOf(collection, place, select)
  const known = wholes.get(collection) ?? new Map<string, RawBuilder<string>>()
  wholes.set(collection, known)
  const whole = known.get(place.publicUrl) ?? precompiled(jsonOf(collection, place, null))
  known.set(place.publicUrl, whole)
  return whole
}

function jsonOf(
  collection: Collection,
  place: { databaseId: string; publicUrl: string },
  select: readonly string[] | null,
): RawBuilder<string> {
  const isAll = select === null || select.includes("*")
  for (const name of select ?? []) {
    if (!namesOnly.has(name) && !find(collection, name)) {
      throw invalidQuery(`The attribute ${JSON.stringify(name)} cannot be selected.`)
    }
  }
  const own = Object.entries(collection.attributes).filter(([name]) => isAll || select.includes(name))
  const parts = [
    ...own.map(([name, attribute]) => sql`${sql.lit(name)}, ${expression(attribute, place.publicUrl)}`),
    sql`'$id', document.id, '$sequence', document.sequence::text`,
    sql`'$createdAt', ${serialisedDateSql("createdAt")}, '$updatedAt', ${serialisedDateSql("updatedAt")}`,
    sql`'$permissions', ${collection.permissions}`,
    sql`'$databaseId', ${sql.lit(place.databaseId)}, '$collectionId', ${sql.lit(collection.id)}`,
  ]
  return sql<string>`json_build_object(${sql.join(parts)})::text`
}

function expression(attribute: Attribute, publicUrl: string): RawBuilder<unknown> {
  if ("compute" in attribute) return attribute.compute(publicUrl)
  const { type, column, withheld } = attribute
  const told = type === "date" ? serialisedDateSql(column) : columnOf(attribute)
  return withheld ? sql`case when ${withheld.where} then ${withheld.instead} else ${told} end` : told
}
