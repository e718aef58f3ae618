import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table undelivered_mails (
    id text primary key,
    job text not null,
    payload jsonb not null,
    account_id text references accounts (id) on delete cascade,
    outcome text not null check (outcome in ('refused', 'given_up')),
    reason text not null,
    created_at timestamptz not null default now(),
    resent_at timestamptz
  )`,
  `create index undelivered_mails_created_idx on undelivered_mails (created_at)`,
  `create index undelivered_mails_account_idx on undelivered_mails (account_id)`,
]
