import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  // How often somebody renewed the secret address of their calendar; it is made of that number, and stored nowhere.
  await sql`create table calendar_feeds (
    account_id text primary key references accounts (id) on delete cascade,
    renewals integer not null
  )`.execute(db)
}
