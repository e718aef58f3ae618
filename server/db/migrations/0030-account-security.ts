import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * A secret that signs in belongs to an address, and to no account before somebody uses it: so a reply cannot tell
 * whether the address is known. Links and codes under way live for ten minutes at most and are asked for again.
 */
const statements = [
  `delete from account_tokens where kind in ('magic-url', 'email', 'phone')`,
  `alter table account_tokens
    alter column account_id drop not null,
    add column claim_id text,
    add column address text,
    add constraint account_tokens_owner check (num_nonnulls(account_id, address) = 1)`,
  `update account_tokens set claim_id = account_id`,
  `alter table account_tokens alter column claim_id set not null`,
  `create index account_tokens_claim_idx on account_tokens (claim_id, kind)`,
  `create index account_tokens_address_idx on account_tokens (address, kind) where address is not null`,

  // A number that nobody confirmed is a note, not a way in: several may write it down, one may confirm it.
  `drop index accounts_phone_key`,
  `create unique index accounts_phone_key on accounts (phone) where phone is not null and is_phone_verified`,
  `create index accounts_unconfirmed_phone_idx on accounts (phone) where phone is not null and not is_phone_verified`,

  // Which addresses had their welcome credits: a keyed hash, which outlives the account on purpose.
  `create table welcomed_addresses (
    address_hash bytea primary key,
    created_at timestamptz not null default now()
  )`,
]
