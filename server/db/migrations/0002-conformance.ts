import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table scratch_documents (
    id text primary key,
    account_id text references accounts (id) on delete cascade,
    title text,
    owner text,
    permissions text[] not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    sequence bigint generated always as identity unique
  )`,
  `create index scratch_documents_account_idx on scratch_documents (account_id)`,
  `create index scratch_documents_permissions_idx on scratch_documents using gin (permissions)`,

  `create table locked_documents (
    id text primary key,
    title text not null,
    owner text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    sequence bigint generated always as identity unique
  )`,
]
