import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { NewRecordId, RecordId, SerialisedDate } from "#contract/primitives.ts"
import { queryLimits } from "#contract/query.ts"

/** What every document carries beside its own attributes (docs/hosted-backend.md#documents). */
export const Document = z
  .looseObject({
    $id: z.string(),
    $sequence: z.string(),
    $createdAt: SerialisedDate,
    $updatedAt: SerialisedDate,
    $permissions: z.array(z.string()),
    $databaseId: z.string(),
    $collectionId: z.string(),
  })
  .meta({ id: "Document" })
export type Document = z.infer<typeof Document>

/** `total` is counted up to 5,000 rows (docs/hosted-backend.md#queries). */
export const DocumentList = z.object({ total: z.number(), documents: z.array(Document) })

const collectionPath = "/v1/databases/:databaseId/collections/:collectionId/documents"
const documentPath = `${collectionPath}/:documentId`

const CollectionParams = z.object({ databaseId: RecordId, collectionId: RecordId })
const DocumentParams = CollectionParams.extend({ documentId: RecordId })

/** SDK 13 sends some lists as one text (docs/hosted-backend.md#known-traps). */
const QueryTexts = z
  .union([z.array(z.string()), z.string().transform((text) => [text])])
  .pipe(z.array(z.string().max(queryLimits.charactersPerQuery)).max(queryLimits.queries))
  .optional()

/** A JSON object, or a text that holds one; the service reads it, because its failures have types of their own. */
const DocumentData = z.unknown().optional()

const Permissions = z.array(z.string().max(200)).max(100).nullish()

export const listDocuments = endpoint({
  method: "GET",
  path: collectionPath,
  access: "anyone",
  summary: "Documents of a collection that the caller may read, by query",
  params: CollectionParams,
  query: z.object({ queries: QueryTexts, total: z.string().optional() }),
  reply: DocumentList,
})

export const createDocument = endpoint({
  method: "POST",
  path: collectionPath,
  access: "anyone",
  summary: "Makes a document where people may, or fills in the one the server made for the caller",
  params: CollectionParams,
  body: z.object({ documentId: NewRecordId, data: DocumentData, permissions: Permissions }),
  reply: Document,
  status: 201,
})

export const getDocument = endpoint({
  method: "GET",
  path: documentPath,
  access: "anyone",
  summary: "One document; only select is possible as a query",
  params: DocumentParams,
  query: z.object({ queries: QueryTexts }),
  reply: Document,
})

export const updateDocument = endpoint({
  method: "PATCH",
  path: documentPath,
  access: "anyone",
  summary: "Changes the named attributes and keeps the others",
  params: DocumentParams,
  body: z.object({ data: DocumentData, permissions: Permissions }),
  reply: Document,
})

export const upsertDocument = endpoint({
  method: "PUT",
  path: documentPath,
  access: "anyone",
  summary: "Changes the document of this id, or makes it where people may",
  params: DocumentParams,
  body: z.object({ data: DocumentData, permissions: Permissions }),
  reply: Document,
})

export const deleteDocument = endpoint({
  method: "DELETE",
  path: documentPath,
  access: "anyone",
  summary: "Removes a document and what belongs to it",
  params: DocumentParams,
  reply: z.null(),
  status: 204,
})
