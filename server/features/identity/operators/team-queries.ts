import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

/** Everybody with a role, owners first. */
export function listTeam(db: Db) {
  return db
    .selectFrom("operators")
    .innerJoin("accounts", "accounts.id", "operators.accountId")
    .select([
      "accounts.id",
      "accounts.name",
      "accounts.email",
      "operators.role",
      "operators.createdAt",
      sql<boolean>`accounts.second_factor_at is not null`.as("hasSecondFactor"),
    ])
    .orderBy(sql`operators.role <> 'owner'`)
    .orderBy("operators.createdAt")
    .orderBy("accounts.id")
    .execute()
}
