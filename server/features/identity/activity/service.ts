import type { Log } from "#contract/identity/account-records.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { describeDevice } from "#server/platform/http/device.ts"
import { readListQueries, refuseQuery } from "#server/platform/http/list-queries.ts"
import type { Visitor } from "#server/platform/http/visitor.ts"
import { countryCode, countryName } from "#server/platform/text/countries.ts"
import * as queries from "./queries.ts"

/** Part of an account that a person changed. */
export type AccountPart = "name" | "email" | "phone" | "password" | "prefs" | "status" | "mfa"

/** What is written down, one row per action. */
type LogEvent =
  | "user.create"
  | "user.import"
  | `user.update.${AccountPart}`
  | `user.update.prefs.${string}`
  | "session.create"
  | "session.update"
  | "session.delete"
  | "session.factor"
  | "session.passkey"
  | "recovery.create"
  | "recovery.update"
  | "verification.create"
  | "verification.update"
  | "identity.create"
  | "identity.delete"
  | "passkey.create"
  | "passkey.delete"
  | "passkey.copied"

/** `total` is counted up to here, as for documents. */
const maxTotal = 5_000

/** Writes down what happened, in the transaction in which it happens. */
export async function writeLog(tx: Db, accountId: string, event: LogEvent, visitor: Visitor): Promise<void> {
  const { ip, userAgent, country } = visitor
  await queries.insertLog(tx, { accountId, event, ip, userAgent, countryCode: countryCode(country) })
}

/** @throws AppError `general_query_invalid` for anything but limit and offset */
export async function logsOf(
  s: Services,
  accountId: string,
  texts: readonly string[],
): Promise<{ total: number; logs: Log[] }> {
  const { limit, offset, filters, orders, cursor, select } = readListQueries(texts)
  if (filters.length > 0 || orders.length > 0 || cursor || select)
    throw refuseQuery("Only limit and offset are possible.")
  const rows = await queries.listLogs(s.db, accountId, { limit, offset })
  return { total: await queries.countLogs(s.db, accountId, maxTotal), logs: rows.map(toLog) }
}

/** Removes what is older than this. */
export async function sweepLogs(db: Db, days: number): Promise<void> {
  await queries.deleteOldLogs(db, days)
}

/** Events of ours by the names that programs of the hosted backend know (docs/hosted-backend.md#account-records). */
const eventNames: Readonly<Record<string, string>> = {
  "user.import": "user.update",
  "session.factor": "session.update",
  "session.passkey": "session.update",
  "identity.create": "user.update",
  "passkey.create": "user.update",
  "passkey.delete": "user.update",
  "passkey.copied": "user.update",
}

function toLog(row: queries.LogRow): Log {
  return {
    event: eventNames[row.event] ?? row.event.split(".").slice(0, 2).join("."),
    detail: row.event,
    userId: row.accountId,
    userEmail: row.email ?? "",
    userName: row.name,
    mode: "default",
    userType: "user",
    ip: row.ip,
    time: serialiseDate(row.createdAt),
    ...describeDevice(row.userAgent),
    countryCode: row.countryCode,
    countryName: countryName(row.countryCode),
  }
}
