import type { Log } from "#contract/hosted/account-records.ts"
import { parseQueries } from "#contract/hosted/query.ts"
import { QueryError } from "#contract/hosted/query-call.ts"
import { wireDate } from "#contract/primitives.ts"
import type { Db } from "#server/db/open.ts"
import { countryCode } from "#server/platform/countries.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Services } from "#server/services.ts"
import { describeDevice } from "./device.ts"
import * as records from "./record-queries.ts"
import type { Visitor } from "./visitor.ts"
import { countryName } from "./wire.ts"

/** What is written down, one row per action (contract §2.4). */
type LogEvent =
  | "user.create"
  | "user.update"
  | "session.create"
  | "session.update"
  | "session.delete"
  | "recovery.create"
  | "recovery.update"
  | "verification.create"
  | "verification.update"
  | "identity.create"
  | "identity.delete"

/** `total` is counted up to here, as for documents (contract §3.3). */
const maxTotal = 5_000

/** Writes down what happened, in the transaction in which it happens. */
export async function writeLog(tx: Db, accountId: string, event: LogEvent, visitor: Visitor): Promise<void> {
  const { ip, userAgent, country } = visitor
  await records.insertLog(tx, { accountId, event, ip, userAgent, countryCode: countryCode(country) })
}

/** @throws AppError `general_query_invalid` for anything but limit and offset */
export async function logsOf(
  s: Services,
  accountId: string,
  queries: readonly string[],
): Promise<{ total: number; logs: Log[] }> {
  const { limit, offset, filters, orders, cursor, select } = readQueries(queries)
  if (filters.length > 0 || orders.length > 0 || cursor || select) throw refuse("Only limit and offset are possible.")
  const rows = await records.listLogs(s.db, accountId, { limit, offset })
  return { total: await records.countLogs(s.db, accountId, maxTotal), logs: rows.map(toLog) }
}

export function readQueries(texts: readonly string[]): ReturnType<typeof parseQueries> {
  try {
    return parseQueries(texts)
  } catch (error) {
    if (error instanceof QueryError) throw refuse(error.message)
    throw error
  }
}

export function refuse(reason: string): AppError {
  return new AppError("general_query_invalid", `Invalid query: ${reason}`)
}

function toLog(row: records.LogRow): Log {
  return {
    event: row.event,
    userId: row.accountId,
    userEmail: row.email ?? "",
    userName: row.name,
    mode: "default",
    userType: "user",
    ip: row.ip,
    time: wireDate(row.createdAt),
    ...describeDevice(row.userAgent),
    countryCode: row.countryCode,
    countryName: countryName(row.countryCode),
  }
}
