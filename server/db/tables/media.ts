import type { Generated } from "kysely"

export interface MediaTables {
  mediaOrphans: MediaOrphansTable
}

/**
 * Objects in storage that nothing refers to: being written, or to be removed. The row is there before the bytes and goes
 * after them, so no byte is ever forgotten. Triggers add what a removed row referred to.
 */
interface MediaOrphansTable {
  storageKey: string
  /** When the sweep removes the bytes, if nothing refers to them by then. */
  dueAt: Generated<Date>
}
