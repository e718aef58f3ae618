import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // What may lie at the outside image host, until it is removed there. Outlives its account, so that nothing stays.
  `create table image_host_uploads (
    id text primary key,
    public_id text not null unique,
    account_id text references accounts(id) on delete set null,
    name text not null,
    byte_size integer not null check (byte_size > 0),
    created_at timestamptz not null default now()
  )`,
  `create index image_host_uploads_created_idx on image_host_uploads (created_at)`,
  `create index image_host_uploads_account_idx on image_host_uploads (account_id, created_at)`,
]
