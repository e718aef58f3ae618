import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // One free picture of a visitor. Nothing tells who it was but the secret in their browser.
  `create table tries (
    id text primary key,
    secret_hash bytea not null unique,
    prompt text not null,
    status text not null default 'waiting' check (status in ('waiting', 'drawing', 'ready', 'failed')),
    progress real not null default 0,
    has_preview boolean not null default false,
    width integer not null,
    height integer not null,
    storage_key text,
    mime_type text,
    byte_size integer,
    placeholder text,
    created_at timestamptz not null default now(),
    constraint tries_picture_check check ((status = 'ready') = (storage_key is not null))
  )`,
  `create index tries_created_idx on tries (created_at)`,
  `create index tries_open_idx on tries (status) where status in ('waiting', 'drawing')`,
  `create trigger tries_orphan after delete on tries
    for each row when (old.storage_key is not null) execute function orphan_picture()`,
]
