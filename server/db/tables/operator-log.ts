import type { Generated, JSONColumnType } from "kysely"

export interface OperatorLogTables {
  operatorLog: OperatorLogTable
}

/** What operators did; a trigger refuses changing it. */
interface OperatorLogTable {
  id: Generated<string>
  operatorId: string | null
  operatorName: string
  action: string
  subjectId: string | null
  detail: JSONColumnType<Record<string, unknown>>
  reason: string
  ip: string
  createdAt: Generated<Date>
}
