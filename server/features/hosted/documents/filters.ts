import { type RawBuilder, sql } from "kysely"
import type { ComparisonMethod, Filter, QueryValue } from "#contract/query.ts"
import type { Condition, RecordSource, StoredAttribute } from "#server/declarations/collection.ts"
import { columnOf, invalidQuery, parameter, queryable } from "./attributes.ts"

/**
 * Filters as one condition; all of them must hold.
 * @throws AppError `general_query_invalid` for an attribute or value the collection does not offer
 */
export function compileFilters(collection: RecordSource, filters: readonly Filter[]): Condition {
  if (filters.length === 0) return sql`true`
  limitCost(filters)
  return all(collection, filters)
}

function all(collection: RecordSource, filters: readonly Filter[]): Condition {
  return sql`(${sql.join(
    filters.map((filter) => compile(collection, filter)),
    sql` and `,
  )})`
}

/** Texts that one list may look for inside of others: each reads every row there is. */
const maxTextTests = 20

/** Methods that no index answers. */
const textTests: readonly string[] = ["contains", "startsWith", "endsWith"]

/**
 * Keeps strangers from asking for more than a list is worth: the embedded database cannot be stopped in the middle of a
 * statement. Search has its index at the top level only; below `or` it reads every row.
 */
function limitCost(filters: readonly Filter[]): void {
  if (filters.filter(({ method }) => method === "search").length > 1) {
    throw invalidQuery("Only one search is possible in a list.")
  }
  const count = (parts: readonly Filter[], isTop: boolean): number =>
    parts.reduce((sum, part) => {
      if ("filters" in part) return sum + count(part.filters, false)
      if (part.method === "search" && !isTop) throw invalidQuery("Search is not possible inside of and, or or.")
      return sum + (textTests.includes(part.method) ? part.values.length : 0)
    }, 0)
  if (count(filters, true) > maxTextTests)
    throw invalidQuery(`At most ${maxTextTests} texts can be looked for in a list.`)
}

function compile(collection: RecordSource, filter: Filter): Condition {
  if ("filters" in filter) {
    if (filter.method === "and") return all(collection, filter.filters)
    const parts = filter.filters.map((part) => compile(collection, part))
    return sql`(${sql.join(parts, sql` or `)})`
  }
  if (filter.method === "search") return searchWords(collection, filter.attribute, filter.values)
  const attribute = queryable(collection, filter.attribute, "filter")
  return attribute.type === "date"
    ? compareDates(attribute, filter.method, filter.values)
    : compareValues(attribute, filter.method, filter.values)
}

/**
 * Every word must occur, in any of its forms; quotes keep words together, `or` and `-` mean what they mean to search
 * engines. No text is an error to the database.
 */
function searchWords(collection: RecordSource, name: string, values: QueryValue[]): Condition {
  const attribute = queryable(collection, name, "search")
  const [words = sql`''`] = values.map((value) => parameter(attribute, value))
  const isFound: Condition = sql`to_tsvector('english', ${columnOf(attribute)}) @@ websearch_to_tsquery('english', ${words})`
  return attribute.withheld ? sql`(${isFound} and not ${attribute.withheld.where})` : isFound
}

function compareValues(attribute: StoredAttribute, method: ComparisonMethod, values: QueryValue[]): Condition {
  const column = columnOf(attribute)
  const parameters = values.map((value) => parameter(attribute, value))
  const [first = sql`null`, second = sql`null`] = parameters
  switch (method) {
    case "equal":
      return sql`${column} in (${sql.join(parameters)})`
    case "notEqual":
      return sql`${column} <> ${first}`
    case "isNull":
      return sql`${column} is null`
    case "isNotNull":
      return sql`${column} is not null`
  }
  if (attribute.type === "boolean") throw unfit(method, attribute)
  switch (method) {
    case "lessThan":
      return sql`${column} < ${first}`
    case "lessThanEqual":
      return sql`${column} <= ${first}`
    case "greaterThan":
      return sql`${column} > ${first}`
    case "greaterThanEqual":
      return sql`${column} >= ${first}`
    case "between":
      return sql`${column} between ${first} and ${second}`
  }
  if (attribute.type !== "text") throw unfit(method, attribute)
  switch (method) {
    case "startsWith":
      return sql`starts_with(${column}, ${first})`
    case "endsWith":
      return sql`right(${column}, char_length(${first})) = ${first}`
    case "contains":
      return anyOf(parameters.map((value) => sql`strpos(${column}, ${value}) > 0`))
    default:
      throw unfit(method, attribute)
  }
}

/** Rows are stored to the microsecond and shown to the millisecond, so a date in a query stands for its whole millisecond. */
function compareDates(attribute: StoredAttribute, method: ComparisonMethod, values: QueryValue[]): Condition {
  const column = columnOf(attribute)
  const starts = values.map((value) => parameter(attribute, value))
  const [start = sql`null`, lastStart = start] = starts
  const after = (date: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${date} + interval '1 millisecond')`
  switch (method) {
    case "equal":
      return anyOf(starts.map((date) => sql`${column} >= ${date} and ${column} < ${after(date)}`))
    case "notEqual":
      return sql`(${column} < ${start} or ${column} >= ${after(start)})`
    case "isNull":
      return sql`${column} is null`
    case "isNotNull":
      return sql`${column} is not null`
    case "lessThan":
      return sql`${column} < ${start}`
    case "lessThanEqual":
      return sql`${column} < ${after(start)}`
    case "greaterThan":
      return sql`${column} >= ${after(start)}`
    case "greaterThanEqual":
      return sql`${column} >= ${start}`
    case "between":
      return sql`(${column} >= ${start} and ${column} < ${after(lastStart)})`
    default:
      throw unfit(method, attribute)
  }
}

function anyOf(conditions: readonly RawBuilder<unknown>[]): Condition {
  return sql`(${sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` or `,
  )})`
}

function unfit(method: string, attribute: StoredAttribute) {
  return invalidQuery(`${method} does not work on an attribute of type ${attribute.type}.`)
}
