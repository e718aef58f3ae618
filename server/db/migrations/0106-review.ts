import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const picture = `
    generation_id text references generations (id) on delete cascade,
    photoshoot_id text references photoshoots (id) on delete cascade,`

const statements = [
  `create table picture_reports (
    id text primary key,
    ${picture}
    reason text not null,
    note text not null,
    reporter_key bytea not null,
    reporter_id text references accounts (id) on delete set null,
    state text not null default 'open' check (state in ('open', 'upheld', 'dismissed')),
    decided_at timestamptz,
    created_at timestamptz not null default now(),
    sequence bigint generated always as identity unique,
    constraint picture_reports_picture check (num_nonnulls(generation_id, photoshoot_id) = 1)
  )`,
  // One open report of a picture by one person or network.
  `create unique index picture_reports_generation_key on picture_reports (generation_id, reporter_key)
    where state = 'open' and generation_id is not null`,
  `create unique index picture_reports_photoshoot_key on picture_reports (photoshoot_id, reporter_key)
    where state = 'open' and photoshoot_id is not null`,
  `create index picture_reports_generation_idx on picture_reports (generation_id)`,
  `create index picture_reports_photoshoot_idx on picture_reports (photoshoot_id)`,
  `create index picture_reports_reporter_idx on picture_reports (reporter_id)`,
  `create index picture_reports_open_idx on picture_reports (sequence desc) where state = 'open'`,

  // A strike stays when its picture goes.
  `create table takedowns (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    generation_id text references generations (id) on delete set null,
    photoshoot_id text references photoshoots (id) on delete set null,
    reason text not null,
    created_at timestamptz not null default now(),
    restored_at timestamptz,
    sequence bigint generated always as identity unique
  )`,
  `create index takedowns_account_idx on takedowns (account_id) where restored_at is null`,
  `create index takedowns_open_idx on takedowns (sequence desc) where restored_at is null`,
  `create index takedowns_generation_idx on takedowns (generation_id)`,
  `create index takedowns_photoshoot_idx on takedowns (photoshoot_id)`,

  ...["generations", "photoshoots"].map(
    (table) => `create index ${table}_down_idx on ${table} (created_at desc) where is_taken_down`,
  ),

  `create table showcase_picks (
    id text primary key,
    ${picture}
    created_at timestamptz not null default now(),
    sequence bigint generated always as identity unique,
    constraint showcase_picks_picture check (num_nonnulls(generation_id, photoshoot_id) = 1),
    constraint showcase_picks_generation_key unique (generation_id),
    constraint showcase_picks_photoshoot_key unique (photoshoot_id)
  )`,
]
