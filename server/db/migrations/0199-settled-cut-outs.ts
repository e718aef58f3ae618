import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Where the engine was not sure: that its owner looked at it, chose or mended. Nothing takes that back.
  `create table settled_cut_outs (
    generation_id text primary key references generations (id) on delete cascade,
    settled_at timestamptz not null default now()
  )`,
]
