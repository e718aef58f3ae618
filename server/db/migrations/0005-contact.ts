import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table contact_messages (
    id text primary key,
    account_id text references accounts (id) on delete set null,
    subject text not null,
    email text not null,
    info text not null,
    created_at timestamptz not null default now(),
    forwarded_at timestamptz
  )`,
  `create index contact_messages_created_idx on contact_messages (created_at desc)`,
  `create index contact_messages_account_idx on contact_messages (account_id)`,
]
