import { parseCall, QueryError, type RawQuery } from "./query-call.ts"

/** What a list call may hold (docs/hosted-backend.md#queries, docs/security.md#input). */
export const queryLimits = {
  /** Queries of one call, nested ones included. */
  queries: 100,
  charactersPerQuery: 4_096,
  /** How deep `and` and `or` nest. */
  depth: 16,
  valuesPerQuery: 100,
  /** Largest page; more is refused, never silently shortened. */
  rows: 5_000,
} as const

/** Rows of a page when the call names no limit (docs/product-rules.md#numbers). */
export const defaultPageRows = 25

export type QueryValue = string | number | boolean | null

/** How many values each comparison takes. */
const valueCounts = {
  equal: [1, queryLimits.valuesPerQuery],
  notEqual: [1, 1],
  lessThan: [1, 1],
  lessThanEqual: [1, 1],
  greaterThan: [1, 1],
  greaterThanEqual: [1, 1],
  between: [2, 2],
  isNull: [0, 0],
  isNotNull: [0, 0],
  startsWith: [1, 1],
  endsWith: [1, 1],
  contains: [1, queryLimits.valuesPerQuery],
  search: [1, 1],
} as const satisfies Record<string, readonly [number, number]>

export type ComparisonMethod = keyof typeof valueCounts

export type Filter =
  | { method: ComparisonMethod; attribute: string; values: QueryValue[] }
  | { method: "and" | "or"; filters: Filter[] }

export interface ListQuery {
  /** All of them must hold. */
  filters: Filter[]
  orders: { attribute: string; isDescending: boolean }[]
  limit: number
  offset: number
  cursor: { id: string; side: "after" | "before" } | null
  /** Attributes to keep; null keeps all. */
  select: string[] | null
}

/**
 * Reads the queries of one list call, in the call form of SDK 13 and the JSON form of SDK 27.
 * @throws QueryError
 */
export function parseQueries(texts: readonly string[]): ListQuery {
  const query: ListQuery = { filters: [], orders: [], limit: defaultPageRows, offset: 0, cursor: null, select: null }
  const budget = { left: queryLimits.queries }
  for (const text of texts) {
    if (text.length > queryLimits.charactersPerQuery) throw new QueryError("A query is too long.")
    add(query, text.trimStart().startsWith("{") ? parseJson(text) : parseCall(text), budget)
  }
  return query
}

interface Budget {
  left: number
}

function add(query: ListQuery, raw: RawQuery, budget: Budget): void {
  switch (raw.method) {
    case "limit":
      query.limit = wholeNumber(raw, 1, queryLimits.rows)
      return
    case "offset":
      query.offset = wholeNumber(raw, 0, Number.MAX_SAFE_INTEGER)
      return
    case "cursorAfter":
    case "cursorBefore":
      if (query.cursor) throw new QueryError("Only one cursor is possible.")
      query.cursor = { id: onlyText(raw), side: raw.method === "cursorAfter" ? "after" : "before" }
      return
    case "orderAsc":
    case "orderDesc":
      if (raw.values.length > 0) throw new QueryError(`${raw.method} takes an attribute and no values.`)
      query.orders.push({ attribute: attributeOf(raw), isDescending: raw.method === "orderDesc" })
      return
    case "select":
      query.select = [...(query.select ?? []), ...texts(raw)]
      return
    default:
      query.filters.push(readFilter(raw, 1, budget))
  }
}

function readFilter(raw: RawQuery, depth: number, budget: Budget): Filter {
  if (depth > queryLimits.depth) throw new QueryError("The queries nest too deep.")
  if (budget.left-- <= 0) throw new QueryError(`At most ${queryLimits.queries} queries are possible.`)
  if (raw.method === "and" || raw.method === "or") {
    if (raw.values.length < 2) throw new QueryError(`${raw.method} takes two queries or more.`)
    return { method: raw.method, filters: raw.values.map((value) => readFilter(toRaw(value), depth + 1, budget)) }
  }
  if (!Object.hasOwn(valueCounts, raw.method))
    throw new QueryError(`The query method ${show(raw.method)} is not known here.`)
  const method = raw.method as ComparisonMethod
  const [fewest, most] = valueCounts[method]
  if (raw.values.length < fewest || raw.values.length > most) {
    throw new QueryError(`${method} takes ${fewest === most ? fewest : `${fewest} to ${most}`} values.`)
  }
  return { method, attribute: attributeOf(raw), values: raw.values.map(scalar) }
}

function parseJson(text: string): RawQuery {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new QueryError("A query is not valid JSON.")
  }
  return toRaw(value)
}

function toRaw(value: unknown): RawQuery {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new QueryError("A query must be an object.")
  const { method, attribute, values } = value as Record<string, unknown>
  if (typeof method !== "string") throw new QueryError("A query needs a method.")
  if (attribute !== undefined && attribute !== null && typeof attribute !== "string") {
    throw new QueryError("The attribute of a query must be text.")
  }
  if (values !== undefined && !Array.isArray(values)) throw new QueryError("The values of a query must be a list.")
  return { method, attribute: attribute ?? null, values: values ?? [] }
}

function attributeOf(raw: RawQuery): string {
  if (!raw.attribute) throw new QueryError(`${raw.method} needs an attribute.`)
  return raw.attribute
}

function scalar(value: unknown): QueryValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value
  if (typeof value === "number" && Number.isFinite(value)) return value
  throw new QueryError("A value of a query must be text, a number, true, false or null.")
}

function wholeNumber(raw: RawQuery, least: number, most: number): number {
  const [value] = raw.values
  if (
    raw.values.length !== 1 ||
    !Number.isSafeInteger(value) ||
    (value as number) < least ||
    (value as number) > most
  ) {
    throw new QueryError(`${raw.method} takes one whole number from ${least} to ${most}.`)
  }
  return value as number
}

function texts(raw: RawQuery): string[] {
  const all = raw.values.filter((value) => typeof value === "string")
  if (all.length === 0 || all.length !== raw.values.length || all.length > queryLimits.valuesPerQuery) {
    throw new QueryError(`${raw.method} takes 1 to ${queryLimits.valuesPerQuery} names.`)
  }
  return all
}

function onlyText(raw: RawQuery): string {
  const [text, ...more] = texts(raw)
  if (!text || more.length > 0) throw new QueryError(`${raw.method} takes one id.`)
  return text
}

function show(method: string): string {
  return JSON.stringify(method.slice(0, 40))
}
