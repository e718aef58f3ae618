import { type RawBuilder, sql } from "kysely"
import type { Document } from "#contract/hosted/documents.ts"
import { serialiseDate } from "#contract/primitives.ts"
import { databaseId } from "#contract/project.ts"
import { defaultPageRows, type Filter, type ListQuery, parseQueries } from "#contract/query.ts"
import { QueryError } from "#contract/query-call.ts"
import { type Db, transact } from "#server/db/open.ts"
import type { Collection, Condition } from "#server/declarations/collection.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Caller, Person } from "#server/platform/http/caller.ts"
import { isPermitted, keptPermissions, readersOf, readPermissions } from "#server/platform/http/permissions.ts"
import { eventNames, publish } from "#server/platform/realtime/realtime.ts"
import type { Config } from "#server/settings/config.ts"
import { documentJson, invalidQuery } from "./attributes.ts"
import { deleteRow, findDocument, findPage, lockRow, type Place, type RecordList, writeAttributes } from "./queries.ts"
import { readData, readWritable } from "./structure.ts"
import { rememberedTotal, rememberTotal } from "./totals.ts"

export const everyRow: Condition = sql`true`

export function placeOf(config: Pick<Config, "publicUrl">): Place {
  return { databaseId, publicUrl: config.publicUrl }
}

/** A row as the JSON text of its document, for lists that another feature makes; the row goes by the name `document`. */
export function wholeDocument(config: Pick<Config, "publicUrl">, collection: Collection): RawBuilder<string> {
  return documentJson(collection, placeOf(config), null)
}

/** A row as its document, for whoever was allowed to see it. @returns null when there is none */
export async function findWhole(
  s: Pick<Services, "db" | "config">,
  collection: Collection,
  id: string,
): Promise<unknown> {
  const json = await findDocument(s.db, collection, placeOf(s.config), id, [everyRow])
  return json === null ? null : JSON.parse(json)
}

function readableBy(collection: Collection, caller: Caller, owner: string | null = null): readonly Condition[] {
  if (caller.kind === "key") return [everyRow]
  if (isOperatorOf(collection, caller)) return collection.readableByOperators?.(caller, owner) ?? [everyRow]
  const own = collection.documentSecurity ? [isPermitted("read", caller)] : []
  return [...collection.readable(caller, owner), ...own]
}

/** Anonymous sessions change nothing (docs/product-rules.md#anonymous-sessions). */
export function mayOnlyRead(caller: Caller): boolean {
  return caller.kind === "person" && caller.isAnonymous
}

function isOperatorOf(collection: Collection, caller: Caller): caller is Person {
  return (
    caller.kind === "person" && caller.operatorRole !== null && !!collection.operators?.includes(caller.operatorRole)
  )
}

/** The one person whose rows a query asks for, null when it does not say. */
function ownerAsked(collection: Collection, filters: readonly Filter[]): string | null {
  for (const filter of filters) {
    if (filter.method !== "equal" || filter.attribute !== collection.owner) continue
    const [owner, ...more] = filter.values
    if (typeof owner === "string" && more.length === 0) return owner
  }
  return null
}

function read<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof QueryError) throw invalidQuery(`Invalid query: ${error.message}`)
    throw error
  }
}

/**
 * One page of what the caller may read.
 * @returns JSON text of a document list
 * @throws AppError `general_query_invalid`, `general_cursor_not_found`; `user_unauthorized` when the caller may list nothing
 */
export async function listDocuments(
  s: Services,
  collection: Collection,
  caller: Caller,
  request: { queries: readonly string[]; isTotalWanted: boolean },
): Promise<string> {
  if (readableBy(collection, caller).length === 0) throw notAllowed()
  const query = read(() => parseQueries(request.queries))
  const readable = readableBy(collection, caller, ownerAsked(collection, query.filters))
  const json = documentJson(collection, placeOf(s.config), query.select)
  const who = caller.kind === "person" ? [caller.accountId, isOperatorOf(collection, caller)] : caller.kind
  const list = JSON.stringify([collection.id, who, query.filters])
  const counted = query.cursor && request.isTotalWanted ? rememberedTotal(list) : null
  const isCounting = request.isTotalWanted && counted === null
  const find = () => inTime(findPage(s.lists, { source: collection, json, readable }, query, isCounting))
  let page = await find()
  if (page?.documents === "[]" && collection.repair && caller.kind === "person") {
    await collection.repair(s, caller)
    page = await find()
  }
  if (!page) throw cursorNotFound()
  if (isCounting) rememberTotal(list, page.total)
  return `{"total":${counted ?? page.total},"documents":${page.documents}}`
}

/**
 * One page of rows that another part of the hosted backend lists by the same queries.
 * @returns the count, and the rows as the text of a JSON list
 * @throws AppError `general_query_invalid`, `general_cursor_not_found`; `service_unavailable` when it takes too long
 */
export async function listRecords(
  s: Pick<Services, "lists">,
  list: RecordList,
  request: { queries: readonly string[]; isTotalWanted: boolean },
): Promise<{ total: number; records: string }> {
  const query = read(() => parseQueries(request.queries))
  if (query.select) throw invalidQuery("Select is not possible here.")
  const page = await inTime(findPage(s.lists, list, query, request.isTotalWanted))
  if (!page) throw cursorNotFound()
  return { total: page.total, records: page.documents }
}

/** @throws AppError `service_unavailable` for a list that the database stopped because it took too long */
export async function inTime<T>(list: Promise<T>): Promise<T> {
  return list.catch((error: unknown) => {
    const isStopped = error instanceof Error && "code" in error && error.code === "57014"
    throw isStopped ? new AppError("service_unavailable", "This list takes too long. Please ask for less.") : error
  })
}

function cursorNotFound(): AppError {
  return new AppError("general_cursor_not_found", "What the cursor names does not exist.")
}

/**
 * @returns JSON text of a document
 * @throws AppError `document_not_found`, also when the caller may not read it; `general_query_invalid`
 */
export async function getDocument(
  s: Services,
  collection: Collection,
  caller: Caller,
  id: string,
  queries: readonly string[] = [],
): Promise<string> {
  const query = read(() => parseQueries(queries))
  if (!isNothingButSelect(query)) throw invalidQuery("Only select is possible for one document.")
  const readable = readableBy(collection, caller)
  const find = () => findDocument(s.db, collection, placeOf(s.config), id, readable, query.select)
  let found = await find()
  if (found === null && collection.repair && caller.kind === "person") {
    await collection.repair(s, caller)
    found = await find()
  }
  if (found === null) throw notFound()
  return found
}

function isNothingButSelect({ filters, orders, cursor, limit, offset }: ListQuery): boolean {
  const isWhole = limit === defaultPageRows && offset === 0 && cursor === null
  return isWhole && filters.length === 0 && orders.length === 0
}

/**
 * Changes writable attributes; `$updatedAt` moves and an event goes out only when something changed.
 * @throws AppError `document_missing_payload`, `document_not_found`, `user_unauthorized`, `document_invalid_structure`
 */
export async function updateDocument(
  s: Services,
  collection: Collection,
  caller: Caller,
  id: string,
  request: { data?: unknown; permissions?: readonly string[] | null | undefined },
): Promise<string> {
  const data = readData(request.data, collection.aliases)
  const permissions = request.permissions ?? []
  if (Object.keys(data).length === 0 && permissions.length === 0) {
    throw new AppError("document_missing_payload", "There is nothing to change in this request.")
  }
  return transact(s.db, async (tx) => {
    await mustBeAllowed(tx, collection, caller, id, "update")
    const readKept = collection.documentSecurity ? keptPermissions : readPermissions
    const given = request.permissions ? readKept(caller, request.permissions) : null
    const schema = collection.update?.schema ?? collection.documentSecurity?.schema
    const sent = schema ? readWritable(schema, data, "refuse the others") : {}
    const values = (await collection.update?.complete?.(tx, id, sent)) ?? sent
    const place = placeOf(s.config)
    const changed = await writeAttributes(tx, collection, place, id, values, collection.documentSecurity ? given : null)
    if (changed !== null) {
      await publishChange(tx, collection, JSON.parse(changed) as Document, "update")
      return changed
    }
    const unchanged = await findDocument(tx, collection, place, id, [everyRow])
    if (unchanged === null) throw notFound()
    return unchanged
  })
}

/** @throws AppError `document_not_found`, `user_unauthorized` */
export async function deleteDocument(s: Services, collection: Collection, caller: Caller, id: string): Promise<void> {
  await transact(s.db, async (tx) => {
    await collection.remove?.lockBefore?.(tx, caller, id)
    await mustBeAllowed(tx, collection, caller, id, "delete")
    const json = await findDocument(tx, collection, placeOf(s.config), id, [everyRow])
    if (json === null) throw notFound()
    const document = JSON.parse(json) as Document
    const remove = collection.remove?.run
    await (remove ? remove(tx, s, document) : deleteRow(tx, collection, id))
    await publishChange(tx, collection, document, "delete")
  })
}

/** A row that exists but may not be touched is 401, unlike one that may not be read (docs/hosted-backend.md#permissions). */
async function mustBeAllowed(
  tx: Db,
  collection: Collection,
  caller: Caller,
  id: string,
  action: "update" | "delete",
): Promise<void> {
  const isAllowed = await lockRow(tx, collection, id, allowedRows(collection, caller, action))
  if (isAllowed === null) throw notFound()
  if (!isAllowed) throw notAllowed()
}

function allowedRows(collection: Collection, caller: Caller, action: "update" | "delete"): Condition {
  if (mayOnlyRead(caller)) return sql`false`
  const policy = action === "update" ? collection.update : collection.remove
  const isPossible = policy !== undefined || collection.documentSecurity !== undefined
  if (caller.kind === "key" && isPossible) return everyRow
  const conditions: Condition[] = [
    ...(policy && caller.kind === "person" ? [policy.isAllowed(caller)] : []),
    ...(collection.documentSecurity ? [isPermitted(action, caller)] : []),
  ]
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`
}

/**
 * Tells everyone who may read a document that it was created or changed; within a transaction only its commit lets it
 * out. Called by whatever writes a collection's rows past the document calls.
 * @returns the document as JSON text
 */
export async function publishDocument(
  tx: Db,
  config: Pick<Config, "publicUrl">,
  collection: Collection,
  row: { id: string },
  action: "create" | "update",
): Promise<string> {
  const json = await findDocument(tx, collection, placeOf(config), row.id, [everyRow])
  if (json === null) throw new Error(`${collection.id} has no row ${row.id} to tell of.`)
  await publishChange(tx, collection, JSON.parse(json) as Document, action)
  return json
}

/** Tells everyone who may read a document, given as it is now, that something became of it. */
export async function publishChange(
  db: Db,
  collection: Collection,
  document: Document,
  action: "create" | "update" | "delete",
): Promise<void> {
  const documents = `databases.${databaseId}.collections.${collection.id}.documents`
  const path = [
    { kind: "databases", id: databaseId },
    { kind: "collections", id: collection.id },
    { kind: "documents", id: document.$id },
  ]
  await publish(db, {
    kind: "event",
    events: eventNames(path, action),
    channels: ["documents", documents, `${documents}.${document.$id}`],
    timestamp: serialiseDate(new Date()),
    payload: document,
    roles: readersOf(document.$permissions),
  })
}

function notFound(): AppError {
  return new AppError("document_not_found", "This document does not exist.")
}

export function notAllowed(): AppError {
  return new AppError("user_unauthorized", "You may not do this with this document.")
}
