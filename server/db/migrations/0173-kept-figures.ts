import { type Kysely, sql } from "kysely"

/** Figures of days are kept once counted; what one person ran, what failed, and messages are found and counted by an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table kept_figures (
    what text not null,
    name text not null,
    starts_at timestamptz not null,
    value double precision,
    primary key (what, starts_at, name)
  )`,
  `create index contact_messages_state_idx on contact_messages (answered_at, read_at)`,
  `create index runs_account_idx on runs (account_id, created_at desc)`,
  `create index runs_failed_idx on runs (created_at) where status = 'failed'`,
]
