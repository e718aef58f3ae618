import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table passkeys (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    credential_id bytea not null unique,
    public_key bytea not null,
    rp_id text not null,
    name text not null,
    transports text[] not null default '{}',
    sign_count bigint not null default 0,
    copied_at timestamptz,
    last_used_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create index passkeys_account_idx on passkeys (account_id)`,
  // Only hashes: whoever reads the database can answer no challenge that is under way.
  `create table passkey_challenges (
    challenge_hash bytea primary key,
    purpose text not null,
    holder_hash bytea not null,
    expires_at timestamptz not null
  )`,
  `create index passkey_challenges_expiry_idx on passkey_challenges (expires_at)`,
]
