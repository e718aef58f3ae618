import { type RawBuilder, sql } from "kysely"
import type { ListQuery } from "#contract/query.ts"
import type { Condition, RecordSource, StoredAttribute } from "#server/declarations/collection.ts"
import { columnOf, queryable, sqlTypes } from "./attributes.ts"

/** One column of an order. */
export interface OrderKey {
  attribute: StoredAttribute
  isDescending: boolean
}

const insertion: StoredAttribute = { column: "sequence", type: "integer" }

/** The order as asked for, then always the order of insertion, ascending, so that no two rows are equal (docs/hosted-backend.md#queries). */
export function orderKeys(collection: RecordSource, orders: ListQuery["orders"]): OrderKey[] {
  const keys = orders.map(({ attribute, isDescending }) => ({
    attribute: queryable(collection, attribute, "order"),
    isDescending,
  }))
  return [...keys, { attribute: insertion, isDescending: false }]
}

export function reversed(keys: readonly OrderKey[]): OrderKey[] {
  return keys.map((key) => ({ ...key, isDescending: !key.isDescending }))
}

export function orderBy(keys: readonly OrderKey[]): RawBuilder<unknown> {
  const parts = keys.map((key) => (key.isDescending ? sql`${columnOf(key.attribute)} desc` : columnOf(key.attribute)))
  return sql`order by ${sql.join(parts)}`
}

/** The cursor row's values of the order, as a JSON list of texts: exact, where a date of the driver would lose digits. */
export function cursorValues(keys: readonly OrderKey[]): RawBuilder<string> {
  return sql<string>`json_build_array(${sql.join(keys.map((key) => sql`${columnOf(key.attribute)}::text`))})::text`
}

/**
 * Rows strictly after the cursor's, comparing the whole list of values. An empty value counts as larger than all
 * others, as the database orders them.
 */
export function afterCursor(keys: readonly OrderKey[], values: readonly (string | null)[]): Condition {
  const [key, ...moreKeys] = keys
  const [value = null, ...moreValues] = values
  if (!key) return sql`false`
  const column = columnOf(key.attribute)
  const parameter = sql`${value}::${sqlTypes[key.attribute.type]}`
  const rest = afterCursor(moreKeys, moreValues)
  if (value === null) {
    const isTied = sql`(${column} is null and ${rest})`
    return key.isDescending ? sql`(${column} is not null or ${isTied})` : sql`${isTied}`
  }
  const beyond = key.isDescending ? sql`${column} < ${parameter}` : sql`${column} > ${parameter}`
  const isAfter = sql`(${beyond} or (${column} = ${parameter} and ${rest}))`
  if (key.attribute.isNullable) return key.isDescending ? sql`${isAfter}` : sql`(${isAfter} or ${column} is null)`
  // Says nothing new, but lets the database begin at the right place of its index.
  const bound = key.isDescending ? sql`${column} <= ${parameter}` : sql`${column} >= ${parameter}`
  return sql`(${bound} and ${isAfter})`
}
