import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

/** How often the address of somebody's calendar was renewed or ended; undefined while nobody may read one. */
export async function findRenewals(db: Db, accountId: string): Promise<number | undefined> {
  const found = await db
    .selectFrom("accounts")
    .leftJoin("calendarFeeds", "calendarFeeds.accountId", "accounts.id")
    .select("renewals")
    .where("accounts.id", "=", accountId)
    .where("isBlocked", "=", false)
    .where(({ fn, lit }) => fn.coalesce("isEnded", lit(false)), "=", false)
    .executeTakeFirst()
  return found && (found.renewals ?? 0)
}

/** @returns how often it was renewed or ended then */
export async function countRenewal(db: Db, accountId: string, { isEnded }: { isEnded: boolean }): Promise<number> {
  const { renewals } = await db
    .insertInto("calendarFeeds")
    .values({ accountId, renewals: 1, isEnded })
    .onConflict((conflict) =>
      conflict.column("accountId").doUpdateSet({ renewals: sql<number>`calendar_feeds.renewals + 1`, isEnded }),
    )
    .returning("renewals")
    .executeTakeFirstOrThrow()
  return renewals
}

/** Classes of a cohort since a moment, those that were called off too, in order. */
export function listClassesSince(db: Db, cohortId: string, since: Date, limit: number) {
  return db
    .selectFrom("liveClasses")
    .select(["id", "title", "startsAt", "minutes", "revision", "changedAt", "cancelledAt"])
    .where("cohortId", "=", cohortId)
    .where("startsAt", ">=", since)
    .orderBy("startsAt")
    .orderBy("id")
    .limit(limit)
    .execute()
}

/** What is to be paid still for a place. */
export function listUnpaid(db: Db, placeId: string) {
  return db
    .selectFrom("tuitionPayments")
    .select(["part", "dueOn"])
    .where("enrolmentId", "=", placeId)
    .where("paidAt", "is", null)
    .orderBy("dueOn")
    .execute()
}

/** A person's assessment that is under way. */
export function findRunning(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom("assessments")
    .select(["id", "startedAt", "endsAt"])
    .where("accountId", "=", accountId)
    .where("submittedAt", "is", null)
    .where("endsAt", ">", now)
    .executeTakeFirst()
}
