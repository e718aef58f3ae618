import { type EngagementStatus, stepsFrom } from "#contract/catalogue/engagement-steps.ts"
import {
  type AdminEngagement,
  type EngagementFilters,
  EngagementService,
  type EngagementValues,
} from "#contract/operations/engagements-admin.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { Services } from "#server/declarations/services.ts"
import { actWithLog, type Operator } from "#server/features/identity/operators/service.ts"
import { csvPageRows, csvPages } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import * as queries from "./queries.ts"

/** Engagements of one page. */
const pageRows = 50

type Row = Awaited<ReturnType<typeof queries.listEngagements>>[number]

function toEngagement({ sequence: _, service, amountMinor, createdAt, updatedAt, ...row }: Row): AdminEngagement {
  return {
    ...row,
    service: EngagementService.catch("other").parse(service),
    amount: Number(amountMinor) / 100,
    createdAt: serialiseDate(createdAt),
    updatedAt: serialiseDate(updatedAt),
  }
}

function toRow({ amount, ...values }: EngagementValues): queries.EngagementRow {
  return { ...values, amountMinor: String(Math.round(amount * 100)) }
}

/** What the log tells of an engagement: no address and no notes, which may go with their person. */
function factsOf({ title, service, status, amount, currency }: AdminEngagement): object {
  return { title, service, status, amount, currency }
}

/** Done-for-you engagements, newest first. */
export async function listEngagements(s: Pick<Services, "db">, filters: EngagementFilters, cursor: string | null) {
  const rows = await queries.listEngagements(s.db, filters, pageRows + 1, cursor)
  const page = rows.slice(0, pageRows)
  return {
    data: page.map(toEngagement),
    counts: await queries.countByStatus(s.db),
    nextCursor: rows.length > pageRows ? (page.at(-1)?.sequence ?? null) : null,
  }
}

/** The same engagements as lines of a table. */
export function contractLines(s: Pick<Services, "db">, filters: EngagementFilters): AsyncGenerator<string> {
  return csvPages<Row>(
    [
      "id",
      "begun",
      "changed",
      "state",
      "client",
      "e-mail",
      "title",
      "service",
      "value",
      "currency",
      "message",
      "notes",
    ],
    csvPageRows,
    (last) => queries.listEngagements(s.db, filters, csvPageRows, last?.sequence ?? null),
    (row) => {
      const { id, createdAt, updatedAt, status, client, email, title, service, amount, currency, notes } =
        toEngagement(row)
      const message = row.messageNumber ?? ""
      return [id, createdAt, updatedAt, status, client, email, title, service, amount, currency, message, notes]
    },
  )
}

/**
 * Writes down a lead, and whose message it came from.
 * @throws AppError `not_found` when the message is gone, `already_started` when it has an engagement
 */
export function addEngagement(
  s: Services,
  operator: Operator,
  { values, messageId, reason }: { values: EngagementValues; messageId: string | null; reason: string },
): Promise<AdminEngagement> {
  return actWithLog(s, operator, { action: "contracts.add", reason }, async (tx) => {
    const writer = messageId === null ? { accountId: null } : await queries.findWriter(tx, messageId)
    if (!writer) throw new AppError("not_found", "This message is gone.")
    const id = newId()
    if (!(await queries.insertEngagement(tx, { id, messageId, accountId: writer.accountId, ...toRow(values) }))) {
      throw new AppError("already_started", "Somebody made a contract from this message before.")
    }
    const made = await mustFind(tx, id)
    const detail = { contract: id, about: made.title, after: factsOf(made) }
    return { subjectId: made.accountId, detail, result: made }
  })
}

/**
 * Changes an engagement, with its step.
 * @throws AppError `not_found`, `version_changed` when somebody else changed it meanwhile, `step_not_allowed`
 */
export function changeEngagement(
  s: Services,
  operator: Operator,
  id: string,
  change: { values: EngagementValues; status: EngagementStatus; version: number; reason: string },
): Promise<AdminEngagement> {
  return actWithLog(s, operator, { action: "contracts.change", reason: change.reason }, async (tx) => {
    const row = await queries.lockEngagement(tx, id)
    if (!row) throw new AppError("not_found", "There is no such contract.")
    if (row.version !== change.version) {
      throw new AppError("version_changed", "Somebody else changed this contract. Look at it again.")
    }
    const { status } = change
    if (status !== row.status && !stepsFrom(row.status).includes(status)) {
      throw new AppError("step_not_allowed", `A contract does not go from ${row.status} to ${status}.`)
    }
    await queries.updateEngagement(tx, id, { ...toRow(change.values), status })
    const changed = await mustFind(tx, id)
    const detail = { contract: id, about: changed.title, before: factsOf(toEngagement(row)), after: factsOf(changed) }
    return { subjectId: row.accountId, detail, result: changed }
  })
}

async function mustFind(db: Services["db"], id: string): Promise<AdminEngagement> {
  const row = await queries.findEngagement(db, id)
  if (!row) throw new AppError("not_found", "There is no such contract.")
  return toEngagement(row)
}
