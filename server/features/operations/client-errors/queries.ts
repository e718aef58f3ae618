import { type Insertable, sql } from "kysely"
import type { ClientErrorGroup } from "#contract/operations/client-errors.ts"
import type { Db } from "#server/db/open.ts"
import type { ClientErrorTables } from "#server/db/tables/client-errors.ts"

/** @returns false for one that is known */
export async function insertReport(db: Db, report: Insertable<ClientErrorTables["clientErrors"]>): Promise<boolean> {
  const made = await db
    .insertInto("clientErrors")
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst()
  return made !== undefined
}

type Group = Omit<ClientErrorGroup, "firstAt" | "lastAt"> & { firstAt: Date; lastAt: Date }

/** What failed alike, newest first. @param id only the group it belongs to; null for all */
export async function listGroups(db: Db, limit: number, id: string | null): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select message, build, count(*)::int as count, min(created_at) as "firstAt", max(created_at) as "lastAt",
      (array_agg(distinct page))[1:5] as pages,
      (array_agg(id order by created_at desc))[1:5] as ids,
      (array_agg(stack order by created_at desc))[1] as stack,
      (array_agg(user_agent order by created_at desc))[1] as "userAgent"
    from client_errors
    group by message, build
    having ${id}::text is null or bool_or(id = ${id})
    order by max(created_at) desc
    limit ${limit}`.execute(db)
  return rows
}

/** Leaves the newest so many of the last days. */
export async function deleteOld(db: Db, { days, count }: { days: number; count: number }): Promise<void> {
  await sql`
    delete from client_errors
    where created_at < now() - make_interval(days => ${days})
      or id in (select id from client_errors order by created_at desc offset ${count})`.execute(db)
}
