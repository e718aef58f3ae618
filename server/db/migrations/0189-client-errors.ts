import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table client_errors (
    id text primary key,
    kind text not null,
    message text not null,
    stack text not null,
    page text not null,
    build text not null,
    user_agent text not null,
    created_at timestamptz not null default now()
  )`,
  `create index client_errors_created_idx on client_errors (created_at desc)`,
]
