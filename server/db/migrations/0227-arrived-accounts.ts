import { type Kysely, sql } from "kysely"

/**
 * Which account came of one of another server, so that it comes once. Only a hash of its id there is kept: the row outlives
 * the account, and whoever left does not come back with the next import.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table arrived_accounts (
    origin_hash bytea primary key,
    account_id text references accounts (id) on delete set null
  )`,
  `create index arrived_accounts_account_idx on arrived_accounts (account_id)`,
]
