import { type AdminIncident, type Incident, incidentDays } from "#contract/operations/status.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { actWithLog, type Operator } from "#server/features/identity/operators/service.ts"
import { csvPageRows, csvPages } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import * as queries from "./queries.ts"

/** Notes shown to everybody, and to operators. */
const shown = { public: 20, office: 100 } as const

type Row = Awaited<ReturnType<typeof queries.listIncidents>>[number]

function toAdmin({ startedAt, updatedAt, endedAt, ...row }: Row): AdminIncident {
  return {
    ...row,
    startedAt: serialiseDate(startedAt),
    updatedAt: serialiseDate(updatedAt),
    endedAt: serialiseDate(endedAt),
  }
}

/** What everybody reads: troubles that last, and those of the last month. */
export async function listPublicIncidents(db: Db): Promise<Incident[]> {
  const rows = await queries.listIncidents(db, shown.public, incidentDays)
  return rows.map((row) => {
    const { version: _, ...incident } = toAdmin(row)
    return incident
  })
}

export async function listIncidents(s: Pick<Services, "db">): Promise<AdminIncident[]> {
  return (await queries.listIncidents(s.db, shown.office, null)).map(toAdmin)
}

/** Every note as lines of a table. */
export function incidentLines(s: Pick<Services, "db">): AsyncGenerator<string> {
  return csvPages<Row>(
    ["id", "title", "text", "started", "changed", "ended"],
    csvPageRows,
    (last) => queries.listIncidentsById(s.db, csvPageRows, last?.id ?? null),
    (row) => {
      const { id, title, text, startedAt, updatedAt, endedAt } = toAdmin(row)
      return [id, title, text, startedAt, updatedAt, endedAt]
    },
  )
}

/** What a line of the log keeps of a note. */
function wordsOf({ title, text, endedAt }: AdminIncident) {
  return { title, text, isOver: endedAt !== "" }
}

/** Puts a note on the status page, with its line of the log. */
export function addIncident(
  s: Pick<Services, "db">,
  operator: Operator,
  { title, text, reason }: { title: string; text: string; reason: string },
): Promise<AdminIncident> {
  return actWithLog(s, operator, { action: "status.add", reason }, async (tx) => {
    const made = toAdmin(await queries.insertIncident(tx, { id: newId(), title, text }))
    return { detail: { incident: made.id, about: title, after: wordsOf(made) }, result: made }
  })
}

/** Changes a note, or ends it. @throws AppError `not_found`, `version_changed` when somebody else changed it meanwhile */
export function changeIncident(
  s: Pick<Services, "db">,
  operator: Operator,
  id: string,
  change: { title: string; text: string; isOver: boolean; version: number; reason: string },
): Promise<AdminIncident> {
  return actWithLog(s, operator, { action: "status.change", reason: change.reason }, async (tx) => {
    const row = await queries.lockIncident(tx, id)
    if (!row) throw new AppError("not_found", "There is no such note.")
    if (row.version !== change.version) {
      throw new AppError("version_changed", "Somebody else changed this note. Look at it again.")
    }
    const changed = toAdmin(await queries.updateIncident(tx, id, change))
    const detail = { incident: id, about: changed.title, before: wordsOf(toAdmin(row)), after: wordsOf(changed) }
    return { detail, result: changed }
  })
}
