import type { Document } from "#contract/hosted/documents.ts"
import { uniqueId } from "#contract/primitives.ts"
import { transact } from "#server/db/open.ts"
import type { Collection, Creation } from "#server/declarations/collection.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Caller, Person } from "#server/platform/http/caller.ts"
import { defaultPermissions, keptPermissions, readPermissions } from "#server/platform/http/permissions.ts"
import { newId } from "#server/platform/ids.ts"
import { insertRow } from "./insert.ts"
import { findDocument, writeAttributes } from "./queries.ts"
import {
  everyRow,
  mayOnlyRead,
  notAllowed,
  placeOf,
  publishChange,
  publishDocument,
  updateDocument,
} from "./service.ts"
import { type Data, mustMatch, readData, readNew, readWritable } from "./structure.ts"

interface CreateRequest {
  documentId: string
  data?: unknown
  permissions?: readonly string[] | null | undefined
}

/**
 * Makes a document where people may; elsewhere answers with the one the server made for the caller.
 * @throws AppError `user_unauthorized` where only the server creates, `document_missing_data`,
 *   `document_invalid_structure`, `document_already_exists`
 */
export async function createDocument(
  s: Services,
  collection: Collection,
  caller: Caller,
  request: CreateRequest,
): Promise<string> {
  if (!(await mayCreate(s, collection, caller))) throw notAllowed()
  const data = readData(request.data, collection.aliases)
  if (Object.keys(data).length === 0) throw new AppError("document_missing_data", "The document's data is missing.")
  const readKept = collection.documentSecurity ? keptPermissions : readPermissions
  const permissions = request.permissions && readKept(caller, request.permissions)
  const id = request.documentId === uniqueId ? newId() : request.documentId
  if (collection.documentSecurity) {
    return shareDocument(s, collection, caller, id, data, permissions ?? defaultPermissions(caller))
  }
  if (caller.kind !== "person") throw notAllowed()
  return collection.make
    ? makeDocument(s, collection, collection.make, caller, id, data)
    : fillDocument(s, collection, caller, data)
}

/**
 * Changes the document of this id, or makes it; never answers with a document of another id.
 * @throws AppError what creating and updating throw
 */
export async function upsertDocument(
  s: Services,
  collection: Collection,
  caller: Caller,
  id: string,
  request: Omit<CreateRequest, "documentId">,
): Promise<{ json: string; isNew: boolean }> {
  const isThere = (await findDocument(s.db, collection, placeOf(s.config), id, [everyRow], [])) !== null
  if (isThere) return { json: await updateDocument(s, collection, caller, id, request), isNew: false }
  if (collection.claim) throw notAllowed()
  return { json: await createDocument(s, collection, caller, { documentId: id, ...request }), isNew: true }
}

async function mayCreate(s: Services, collection: Collection, caller: Caller): Promise<boolean> {
  if (mayOnlyRead(caller)) return false
  if (collection.documentSecurity) return collection.documentSecurity.mayCreate(caller)
  if (caller.kind !== "person") return false
  return collection.make ? collection.make.isAllowed(s, caller) : collection.claim !== undefined
}

/** A document whose maker says who may do what with it. */
async function shareDocument(
  s: Services,
  collection: Collection,
  caller: Caller,
  id: string,
  data: Data,
  permissions: readonly string[],
): Promise<string> {
  if (!collection.documentSecurity) throw notAllowed()
  const row = {
    id,
    accountId: caller.kind === "person" ? caller.accountId : null,
    permissions,
    values: readNew(collection.documentSecurity.schema, data),
  }
  const json = await insertRow(s.db, collection, placeOf(s.config), row)
  if (json === null) throw idTaken()
  await publishChange(s.db, collection, JSON.parse(json) as Document, "create")
  return json
}

/** A document that follows the collection's rules; what the server decides may be sent along as long as it is equal. */
async function makeDocument(
  s: Services,
  collection: Collection,
  { schema, check, insert }: Creation,
  caller: Person,
  id: string,
  data: Data,
): Promise<string> {
  const values = readWritable(schema, data, "leave out the others")
  await check?.(s)
  return transact(s.db, async (tx) => {
    if (!(await insert(tx, s, caller, id, values))) throw idTaken()
    const made = JSON.parse(await publishDocument(tx, s.config, collection, { id }, "create")) as Data
    mustMatch(made, data, new Set(Object.keys(schema.shape)))
    return JSON.stringify(made)
  })
}

async function fillDocument(s: Services, collection: Collection, caller: Person, data: Data): Promise<string> {
  if (!collection.claim) throw notAllowed()
  const id = await collection.claim(s, caller)
  const schema = collection.update?.schema
  return transact(s.db, async (tx) => {
    const json = (await findDocument(tx, collection, placeOf(s.config), id, [everyRow])) ?? "{}"
    mustMatch(JSON.parse(json) as Data, data, new Set(Object.keys(schema?.shape ?? {})))
    if (!schema) return json
    const sent = readWritable(schema, data, "leave out the others")
    const values = (await collection.update?.complete?.(tx, id, sent)) ?? sent
    await writeAttributes(tx, collection, placeOf(s.config), id, values)
    return publishDocument(tx, s.config, collection, { id }, "create")
  })
}

function idTaken(): AppError {
  return new AppError("document_already_exists", "There is a document with this id already.")
}
