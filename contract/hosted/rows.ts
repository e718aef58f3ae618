import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { NewRecordId, RecordId } from "#contract/primitives.ts"
import * as documents from "./documents.ts"

/** A document as the newer SDK's tables call it. */
export const Row = documents.Document.omit({ $collectionId: true }).extend({ $tableId: z.string() }).meta({ id: "Row" })
export type Row = z.infer<typeof Row>

export const RowList = z.object({ total: z.number(), rows: z.array(Row) })

const tablePath = "/v1/tablesdb/:databaseId/tables/:tableId/rows"
const rowPath = `${tablePath}/:rowId`

const TableParams = z.object({ databaseId: RecordId, tableId: RecordId })
const RowParams = TableParams.extend({ rowId: RecordId })

export const listRows = endpoint({
  ...documents.listDocuments,
  path: tablePath,
  summary: "Documents of a collection, as rows of a table",
  params: TableParams,
  reply: RowList,
})

export const createRow = endpoint({
  ...documents.createDocument,
  path: tablePath,
  summary: "Makes a document, as a row of a table",
  params: TableParams,
  body: documents.createDocument.body.omit({ documentId: true }).extend({ rowId: NewRecordId }),
  reply: Row,
})

export const getRow = endpoint({
  ...documents.getDocument,
  path: rowPath,
  summary: "One document, as a row of a table",
  params: RowParams,
  reply: Row,
})

export const updateRow = endpoint({
  ...documents.updateDocument,
  path: rowPath,
  summary: "Changes a document, as a row of a table",
  params: RowParams,
  reply: Row,
})

export const upsertRow = endpoint({
  ...documents.upsertDocument,
  path: rowPath,
  summary: "Changes or makes a document, as a row of a table",
  params: RowParams,
  reply: Row,
})

export const deleteRow = endpoint({
  ...documents.deleteDocument,
  path: rowPath,
  summary: "Removes a document, as a row of a table",
  params: RowParams,
})
