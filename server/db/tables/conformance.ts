import type { Generated } from "kysely"

export interface ConformanceTables {
  scratchDocuments: ScratchDocumentsTable
  lockedDocuments: LockedDocumentsTable
}

interface ScratchDocumentsTable {
  id: string
  /** Who made it; null when a server key did. */
  accountId: string | null
  title: string | null
  owner: string | null
  /** As the hosted backend spells them, `write` spelled out. */
  permissions: string[]
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  sequence: Generated<string>
}

interface LockedDocumentsTable {
  id: string
  title: string
  owner: string
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  sequence: Generated<string>
}
