import type { Generated } from "kysely"

export interface IncidentTables {
  incidents: IncidentsTable
}

/** What operators say on the status page about a trouble. */
interface IncidentsTable {
  id: string
  title: string
  text: string
  /** Grows with every change. */
  version: Generated<number>
  startedAt: Generated<Date>
  updatedAt: Generated<Date>
  /** Null while it lasts. */
  endedAt: Date | null
}
