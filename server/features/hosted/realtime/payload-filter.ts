import { defaultPageRows, type Filter, parseQueries, type QueryValue } from "#contract/query.ts"
import { QueryError } from "#contract/query-call.ts"

/** Whether a subscription wants an event with this payload. */
export type PayloadFilter = (payload: unknown) => boolean

/** The queries of a subscription, read. */
export interface PayloadQueries {
  wants: PayloadFilter
  /** Filters, nested ones included, and values to compare with: what an event costs. */
  tests: number
}

/** What can be asked of a payload (docs/hosted-backend.md#frames). */
const methods = new Set([
  "equal",
  "notEqual",
  "lessThan",
  "lessThanEqual",
  "greaterThan",
  "greaterThanEqual",
  "isNull",
  "isNotNull",
  "and",
  "or",
])

/**
 * Reads the queries of a subscription; none, and `select(["*"])`, want every event.
 * @throws QueryError for queries that are no question about a payload
 */
export function readPayloadQueries(texts: readonly string[]): PayloadQueries {
  const { filters, orders, limit, offset, cursor, select } = parseQueries(texts)
  const isPaged = orders.length > 0 || limit !== defaultPageRows || offset > 0 || cursor !== null
  if (isPaged || select?.some((name) => name !== "*")) throw new QueryError("Only filters are possible here.")
  for (const filter of filters) check(filter)
  return {
    wants(payload) {
      const fields = typeof payload === "object" && payload !== null ? (payload as Record<string, unknown>) : {}
      return filters.every((filter) => holds(filter, fields))
    },
    tests: filters.reduce((sum, filter) => sum + countTests(filter), 0),
  }
}

function countTests(filter: Filter): number {
  if ("filters" in filter) return filter.filters.reduce((sum, part) => sum + countTests(part), 1)
  return Math.max(1, filter.values.length)
}

function check(filter: Filter): void {
  if (!methods.has(filter.method)) throw new QueryError(`${filter.method} is not possible here.`)
  if ("filters" in filter) for (const part of filter.filters) check(part)
}

function holds(filter: Filter, fields: Readonly<Record<string, unknown>>): boolean {
  if ("filters" in filter) {
    const isHeld = (part: Filter): boolean => holds(part, fields)
    return filter.method === "and" ? filter.filters.every(isHeld) : filter.filters.some(isHeld)
  }
  const value = (Object.hasOwn(fields, filter.attribute) ? fields[filter.attribute] : null) ?? null
  const [wanted = null] = filter.values
  switch (filter.method) {
    case "isNull":
      return value === null
    case "isNotNull":
      return value !== null
    case "equal":
      return filter.values.some((one) => one === value)
    case "notEqual":
      return value !== wanted
    case "lessThan":
      return difference(value, wanted) < 0
    case "lessThanEqual":
      return difference(value, wanted) <= 0
    case "greaterThan":
      return difference(value, wanted) > 0
    case "greaterThanEqual":
      return difference(value, wanted) >= 0
    default:
      return false
  }
}

/**
 * Numbers compare with numbers and texts with texts; dates on the wire order as texts do.
 * @returns below zero, zero or above; not a number, of which no comparison is true, for values of different kinds
 */
function difference(value: unknown, wanted: QueryValue): number {
  if (typeof value === "number" && typeof wanted === "number") return value - wanted
  if (typeof value !== "string" || typeof wanted !== "string") return Number.NaN
  return Number(value > wanted) - Number(value < wanted)
}
