import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Of two who change one announcement the later one is told, and readers see that it was changed.
  `alter table announcements
    add column version integer not null default 1,
    add column edited_at timestamptz`,

  // What whoever held an interview thinks of it; read beside the decision.
  `alter table interviews
    add column remarks text not null default '',
    add column score integer check (score between 1 and 5),
    add column recorded_by text references accounts (id) on delete set null`,
  `create index interviews_recorded_by_idx on interviews (recorded_by) where recorded_by is not null`,

  // Who marks what just now, so that a second one is told: 'task:' or 'assessment:' and its id.
  `create table marking_claims (
    subject text primary key,
    account_id text not null references accounts (id) on delete cascade,
    claimed_at timestamptz not null
  )`,
  `create index marking_claims_account_idx on marking_claims (account_id)`,
]
