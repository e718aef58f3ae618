import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table money_checks (
    id bigint generated always as identity primary key,
    problems jsonb not null,
    created_at timestamptz not null default now()
  )`,
]
