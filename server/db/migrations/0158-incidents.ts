import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table incidents (
    id text primary key,
    title text not null,
    text text not null,
    version integer not null default 1,
    started_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    ended_at timestamptz
  )`,
  `create index incidents_started_idx on incidents (started_at desc)`,
]
