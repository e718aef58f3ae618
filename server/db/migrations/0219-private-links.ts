import { type Kysely, sql } from "kysely"

/** Links by which somebody without an account sees one picture for a time. Only a hash of what stands in the link is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table private_links (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    token_hash bytea not null unique,
    generation_id text references generations_with_trash (id) on delete cascade,
    photoshoot_id text references photoshoots_with_trash (id) on delete cascade,
    expires_at timestamptz not null,
    visits integer not null default 0,
    created_at timestamptz not null default now(),
    check (num_nonnulls(generation_id, photoshoot_id) = 1)
  )`,
  `create index private_links_account_idx on private_links (account_id, created_at)`,
  `create index private_links_generation_idx on private_links (generation_id) where generation_id is not null`,
  `create index private_links_photoshoot_idx on private_links (photoshoot_id) where photoshoot_id is not null`,
  `create index private_links_end_idx on private_links (expires_at)`,
]
