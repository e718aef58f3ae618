import type { Generated } from "kysely"

export interface ClientErrorTables {
  clientErrors: ClientErrorsTable
}

/** Pages that failed in a browser, without whose it was. */
interface ClientErrorsTable {
  id: string
  kind: string
  message: string
  stack: string
  page: string
  /** Name of the file the browser app begins with, which changes with every build. */
  build: string
  userAgent: string
  createdAt: Generated<Date>
}
