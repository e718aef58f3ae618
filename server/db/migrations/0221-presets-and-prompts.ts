import { type Kysely, sql } from "kysely"

/** Settings of the generator under a name, and which words a person took off their last prompts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table presets (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    name text not null,
    mode text not null,
    aspect_ratio text not null,
    num_outputs integer not null check (num_outputs between 1 and 4),
    is_public boolean not null,
    is_pinned boolean not null default false,
    created_at timestamptz not null default now()
  )`,
  `create unique index presets_name_idx on presets (account_id, lower(name))`,
  // An empty digest stands for all words that were drawn with until then.
  `create table forgotten_prompts (
    account_id text not null references accounts (id) on delete cascade,
    digest text not null,
    forgotten_at timestamptz not null default now(),
    primary key (account_id, digest)
  )`,
]
