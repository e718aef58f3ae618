import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

const summary = [
  "accounts.id",
  "accounts.name",
  "accounts.email",
  "accounts.phone",
  "accounts.isBlocked",
  "accounts.createdAt",
  "profiles.stage",
] as const

/** A pattern for texts that begin with this; signs of patterns stand for themselves. */
function startsWith(text: string): string {
  return `${text.replace(/[\\%_]/g, "\\$&")}%`
}

/** People found by the beginning of name, address, phone number or id; each condition has its index. */
export function searchPeople(db: Db, search: string, limit: number) {
  const pattern = startsWith(search.toLowerCase())
  return db
    .selectFrom("accounts")
    .leftJoin("profiles", "profiles.accountId", "accounts.id")
    .select(summary)
    .$if(search !== "", (query) =>
      query.where((row) =>
        row.or([
          sql<boolean>`lower(accounts.name) like ${pattern}`,
          row("accounts.email", "like", pattern),
          row("accounts.phone", "like", startsWith(search)),
          row("accounts.id", "=", search),
        ]),
      ),
    )
    .orderBy("accounts.createdAt", "desc")
    .limit(limit)
    .execute()
}

export function findPerson(db: Db, id: string) {
  return db
    .selectFrom("accounts")
    .leftJoin("profiles", "profiles.accountId", "accounts.id")
    .select([
      ...summary,
      "profiles.phoneNumber",
      "accounts.isEmailVerified",
      "profiles.program",
      "profiles.cohort",
      "profiles.country",
      sql<number>`(select count(*)::int from sessions where account_id = accounts.id and expires_at > now())`.as(
        "sessions",
      ),
      sql<number>`(select count(*)::int from generations where account_id = accounts.id)`.as("pictures"),
    ])
    .where("accounts.id", "=", id)
    .executeTakeFirst()
}

export function listRuns(db: Db, accountId: string, limit: number) {
  return db
    .selectFrom("runs")
    .select(["id", "title", "status", "createdAt"])
    .where("accountId", "=", accountId)
    .orderBy("createdAt", "desc")
    .limit(limit)
    .execute()
}

export async function setBlocked(db: Db, id: string, isBlocked: boolean): Promise<boolean> {
  const changed = await db
    .updateTable("accounts")
    .set({ isBlocked, updatedAt: sql<Date>`now()` })
    .where("id", "=", id)
    .where("isBlocked", "<>", isBlocked)
    .returning("id")
    .execute()
  return changed.length > 0
}

export async function insertBonus(
  db: Db,
  bonus: { id: string; accountId: string; credits: number; reason: string; grantedBy: string | null },
): Promise<void> {
  await db
    .insertInto("bonuses")
    .values({ ...bonus, codeId: null })
    .execute()
}

/** What was done to a person, for the copy of their data; where the operator sat is not theirs to know. */
export function listLogAbout(db: Db, accountId: string) {
  return db
    .selectFrom("operatorLog")
    .select(["operatorName", "action", "detail", "reason", "createdAt"])
    .where("subjectId", "=", accountId)
    .orderBy("id")
    .execute()
}

export function listLog(db: Db, before: string | undefined, limit: number) {
  return db
    .selectFrom("operatorLog")
    .leftJoin("accounts", "accounts.id", "operatorLog.subjectId")
    .select([
      "operatorLog.id",
      "operatorLog.operatorName",
      "operatorLog.action",
      "operatorLog.reason",
      "operatorLog.detail",
      "operatorLog.createdAt",
      "accounts.name as subject",
    ])
    .$if(before !== undefined, (query) => query.where("operatorLog.id", "<", before ?? ""))
    .orderBy("operatorLog.id", "desc")
    .limit(limit)
    .execute()
}
