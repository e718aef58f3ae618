import type { FastifyInstance } from "fastify"
import type { ErrorType } from "#contract/errors.ts"
import type { Document } from "#contract/hosted/documents.ts"
import * as contract from "#contract/hosted/rows.ts"
import type { Collection, Collections } from "#server/declarations/collection.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { guestLists } from "#server/platform/http/route-limits.ts"
import * as creation from "./create.ts"
import { collectionAt, perMinute } from "./route-parts.ts"
import * as documents from "./service.ts"

/** The same failure in the words of tables (docs/hosted-backend.md#documents). */
const failures: Partial<Record<ErrorType, ErrorType>> = {
  collection_not_found: "table_not_found",
  document_not_found: "row_not_found",
  document_already_exists: "row_already_exists",
  document_missing_data: "row_missing_data",
  document_missing_payload: "row_missing_payload",
  document_invalid_structure: "row_invalid_structure",
}

/** The document calls under the names by which the newer SDK's `TablesDB` asks for them. */
export function rowRoutes(app: FastifyInstance, s: Services, context: RouteContext, collections: Collections): void {
  const on = <T>(
    params: { databaseId: string; tableId: string },
    act: (collection: Collection) => Promise<T>,
  ): Promise<T> =>
    inTableWords(async () =>
      act(collectionAt(collections, { databaseId: params.databaseId, collectionId: params.tableId })),
    )

  registerRoute(app, context, contract.listRows, guestLists, ({ caller, params, query }) =>
    on(params, async (collection) => {
      const page = await documents.listDocuments(s, collection, caller, {
        queries: query.queries ?? [],
        isTotalWanted: query.total !== "false" && query.total !== "0",
      })
      const list = JSON.parse(page) as { total: number; documents: Document[] }
      return { total: list.total, rows: list.documents.map(toRow) }
    }),
  )
  registerRoute(app, context, contract.createRow, perMinute(120), ({ caller, params, body: { rowId, ...body } }) =>
    on(params, async (collection) =>
      readRow(await creation.createDocument(s, collection, caller, { ...body, documentId: rowId })),
    ),
  )
  registerRoute(app, context, contract.getRow, {}, ({ caller, params, query }) =>
    on(params, async (collection) =>
      readRow(await documents.getDocument(s, collection, caller, params.rowId, query.queries)),
    ),
  )
  registerRoute(app, context, contract.updateRow, perMinute(120), ({ caller, params, body }) =>
    on(params, async (collection) =>
      readRow(await documents.updateDocument(s, collection, caller, params.rowId, body)),
    ),
  )
  registerRoute(app, context, contract.upsertRow, perMinute(120), ({ caller, params, body, reply }) =>
    on(params, async (collection) => {
      const { json, isNew } = await creation.upsertDocument(s, collection, caller, params.rowId, body)
      if (isNew) reply.code(201)
      return readRow(json)
    }),
  )
  registerRoute(app, context, contract.deleteRow, perMinute(60), ({ caller, params }) =>
    on(params, async (collection) => {
      await documents.deleteDocument(s, collection, caller, params.rowId)
      return null
    }),
  )
}

function toRow({ $collectionId, ...document }: Document): contract.Row {
  return { ...document, $tableId: $collectionId }
}

function readRow(json: string): contract.Row {
  return toRow(JSON.parse(json) as Document)
}

async function inTableWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const type = error instanceof AppError ? failures[error.type] : undefined
    if (!(error instanceof AppError) || !type) throw error
    throw new AppError(type, error.message.replace(/\bcollection\b/g, "table").replace(/\bdocument\b/g, "row"))
  }
}
