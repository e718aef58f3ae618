import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The version is the day of its text (contract/catalogue/terms.ts).
  `create table terms_acceptances (
    account_id text not null references accounts (id) on delete cascade,
    version text not null,
    accepted_at timestamptz not null default now(),
    primary key (account_id, version)
  )`,
  // Accounts that are there were made under the first text.
  `insert into terms_acceptances (account_id, version, accepted_at)
    select id, '2026-11-20', created_at from accounts`,
  // A note of the browser, which had no version.
  `update accounts set prefs = prefs - 'termsAcceptedAt' where prefs ? 'termsAcceptedAt'`,
]
