import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create unique index accounts_phone_key on accounts (phone) where phone is not null`,

  `alter table account_tokens add column failures integer not null default 0`,
  `create index account_tokens_expires_idx on account_tokens (expires_at)`,

  `create table account_logs (
    id bigint generated always as identity primary key,
    account_id text not null references accounts (id) on delete cascade,
    event text not null,
    ip text not null,
    user_agent text not null,
    country_code text not null,
    created_at timestamptz not null default now()
  )`,
  `create index account_logs_account_idx on account_logs (account_id, id desc)`,
  `create index account_logs_created_idx on account_logs (created_at)`,

  `create table identities (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    provider text not null,
    provider_uid text not null,
    provider_email text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint identities_provider_key unique (provider, provider_uid)
  )`,
  `create index identities_account_idx on identities (account_id, created_at)`,

  `create table captured_messages (
    id bigint generated always as identity primary key,
    recipient text not null,
    text text not null,
    created_at timestamptz not null default now()
  )`,
  `create index captured_messages_recipient_idx on captured_messages (recipient, id desc)`,
]
