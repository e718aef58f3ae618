import { uniqueId } from "#contract/primitives.ts"
import type { Collection } from "#server/collection.ts"
import { transact } from "#server/db/open.ts"
import type { Caller } from "#server/platform/caller.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import { defaultPermissions, readPermissions } from "#server/platform/permissions.ts"
import type { Services } from "#server/services.ts"
import { findDocument, insertRow, writeAttributes } from "./queries.ts"
import { everyRow, notAllowed, placeOf, publishDocument } from "./service.ts"
import { type Data, mustMatch, readData, readNew, readWritable } from "./structure.ts"

interface CreateRequest {
  documentId: string
  data?: unknown
  permissions?: readonly string[] | null | undefined
}

/**
 * Makes a document in collections with document security; elsewhere fills in the one the server made for the caller.
 * @throws AppError `user_unauthorized` where only the server creates, `document_missing_data`,
 *   `document_invalid_structure`, `document_already_exists`
 */
export async function createDocument(
  s: Services,
  collection: Collection,
  caller: Caller,
  request: CreateRequest,
): Promise<string> {
  const isMade = collection.documentSecurity !== undefined
  const isAllowed = isMade
    ? collection.documentSecurity?.mayCreate(caller)
    : collection.claim && caller.kind === "person"
  if (!isAllowed) throw notAllowed()
  const data = readData(request.data)
  if (Object.keys(data).length === 0) throw new AppError("document_missing_data", "The document's data is missing.")
  const permissions = request.permissions && readPermissions(caller, request.permissions)
  return isMade
    ? makeDocument(s, collection, caller, request.documentId, data, permissions ?? defaultPermissions(caller))
    : fillDocument(s, collection, caller, data)
}

async function makeDocument(
  s: Services,
  collection: Collection,
  caller: Caller,
  wantedId: string,
  data: Data,
  permissions: readonly string[],
): Promise<string> {
  if (!collection.documentSecurity) throw notAllowed()
  const row = {
    id: wantedId === uniqueId ? newId() : wantedId,
    accountId: caller.kind === "person" ? caller.accountId : null,
    permissions,
    values: readNew(collection.documentSecurity.schema, data),
  }
  return transact(s.db, async (tx) => {
    if (!(await insertRow(tx, collection, row))) {
      throw new AppError("document_already_exists", "There is a document with this id already.")
    }
    return publishDocument(tx, s.config, collection, row, "create")
  })
}

/** What the server decides may be sent along as long as it is equal. */
async function fillDocument(s: Services, collection: Collection, caller: Caller, data: Data): Promise<string> {
  if (!collection.claim || !collection.update || caller.kind !== "person") throw notAllowed()
  const { schema } = collection.update
  const id = await collection.claim(s, caller)
  return transact(s.db, async (tx) => {
    const place = placeOf(s.config)
    const made = JSON.parse((await findDocument(tx, collection, place, id, [everyRow])) ?? "{}") as Data
    mustMatch(made, data, new Set(Object.keys(schema.shape)))
    await writeAttributes(tx, collection, id, readWritable(schema, data, "leave out the others"))
    return publishDocument(tx, s.config, collection, { id }, "create")
  })
}
