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
      sql<string[]>`array(select cohort_id from operator_cohorts
        where operator_cohorts.account_id = operators.account_id order by cohort_id)`.as("cohortIds"),
      sql<boolean>`accounts.second_factor_at is not null`.as("hasSecondFactor"),
    ])
    .orderBy(sql`operators.role <> 'owner'`)
    .orderBy("operators.createdAt")
    .orderBy("accounts.id")
    .execute()
}
