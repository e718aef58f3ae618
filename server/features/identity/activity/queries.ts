import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

export type LogRow = Awaited<ReturnType<typeof listLogs>>[number]

export async function insertLog(
  db: Db,
  log: { accountId: string; event: string; ip: string; userAgent: string; countryCode: string },
): Promise<void> {
  await db.insertInto("accountLogs").values(log).execute()
}

/** Newest first. */
export function listLogs(db: Db, accountId: string, page: { limit: number; offset: number }) {
  return db
    .selectFrom("accountLogs")
    .innerJoin("accounts", "accounts.id", "accountLogs.accountId")
    .select([
      "accountLogs.event",
      "accountLogs.ip",
      "accountLogs.userAgent",
      "accountLogs.countryCode",
      "accountLogs.createdAt",
      "accounts.id as accountId",
      "accounts.email",
      "accounts.name",
    ])
    .where("accountLogs.accountId", "=", accountId)
    .orderBy("accountLogs.id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** @returns at most `max` */
export async function countLogs(db: Db, accountId: string, max: number): Promise<number> {
  const { count } = await db
    .selectFrom((inner) =>
      inner.selectFrom("accountLogs").select("id").where("accountId", "=", accountId).limit(max).as("logs"),
    )
    .select((row) => row.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteOldLogs(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom("accountLogs")
    .where("createdAt", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}
