import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table provider_calls (
    key text primary key,
    provider text not null,
    external_id text,
    created_at timestamptz not null default now()
  )`,
  `create index provider_calls_created_idx on provider_calls (created_at)`,
  `create index provider_calls_external_idx on provider_calls (provider, external_id)`,
  `create table provider_events (
    provider text not null,
    event_id text not null,
    created_at timestamptz not null default now(),
    primary key (provider, event_id)
  )`,
  `create index provider_events_created_idx on provider_events (created_at)`,
  `create table provider_pauses (
    part text primary key,
    reason text not null,
    times integer not null,
    until timestamptz not null,
    began_at timestamptz not null default now()
  )`,
]
