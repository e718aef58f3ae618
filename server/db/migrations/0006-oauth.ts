import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table oauth_sign_ins (
    state_hash bytea primary key,
    provider text not null,
    result text not null check (result in ('session', 'token')),
    success_url text not null,
    failure_url text not null,
    account_id text references accounts (id) on delete cascade,
    session_id text,
    expires_at timestamptz not null
  )`,
  `create index oauth_sign_ins_expires_idx on oauth_sign_ins (expires_at)`,
  `create index oauth_sign_ins_account_idx on oauth_sign_ins (account_id) where account_id is not null`,

  `alter table account_tokens add column provider text, add column provider_uid text`,
]
