import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Since when signing in takes a code as well; null for accounts that need none.
  `alter table accounts add column second_factor_at timestamptz`,
  // When this session gave a code, and when somebody last proved in it who they are.
  `alter table sessions add column factor_at timestamptz, add column proved_at timestamptz not null default now()`,
  // What is old is no fresh proof.
  `update sessions set proved_at = created_at`,
  // Secrets are sealed with the installation's key. The offered one counts once a code of it was given.
  `create table second_factors (
    account_id text primary key references accounts (id) on delete cascade,
    secret bytea,
    offered_secret bytea,
    last_step bigint not null default 0,
    failures integer not null default 0,
    failures_since timestamptz not null default now()
  )`,
  `create table recovery_codes (
    account_id text not null references accounts (id) on delete cascade,
    code_hash bytea not null,
    primary key (account_id, code_hash)
  )`,
]
