import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table referral_codes (
    account_id text primary key references accounts (id) on delete cascade,
    code text not null unique,
    created_at timestamptz not null default now()
  )`,
  // The row outlives the invited account, so that joining, leaving and joining again passes no limit.
  `create table referrals (
    id text primary key,
    inviter_id text not null references accounts (id) on delete cascade,
    invited_id text unique references accounts (id) on delete set null,
    network_hash bytea,
    outcome text check (outcome in ('both', 'invited', 'refused', 'expired')),
    ended_at timestamptz,
    created_at timestamptz not null default now(),
    constraint referrals_not_oneself check (invited_id <> inviter_id),
    constraint referrals_ended check ((outcome is null) = (ended_at is null))
  )`,
  `create index referrals_inviter_idx on referrals (inviter_id, ended_at)`,
  `create index referrals_open_idx on referrals (created_at) where outcome is null`,
  `create index referrals_network_idx on referrals (created_at) where network_hash is not null`,
]
