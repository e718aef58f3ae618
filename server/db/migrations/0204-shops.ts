import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table shops (
    account_id text primary key references accounts (id) on delete cascade,
    handle text not null unique,
    handle_changed_at timestamptz not null,
    name text not null,
    brand_colour text not null,
    accent_colour text not null,
    logo_generation_id text references generations (id) on delete set null,
    logo_photoshoot_id text references photoshoots (id) on delete set null,
    logo_file_sequence bigint references files (sequence) on delete set null,
    whats_app text not null,
    instagram text not null,
    opening text not null,
    delivery text not null,
    currency text not null,
    is_published boolean not null,
    was_published boolean not null,
    is_taken_down boolean not null default false,
    taken_down_for text,
    feed_number integer not null default 1,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index shops_logo_generation_idx on shops (logo_generation_id) where logo_generation_id is not null`,
  `create index shops_logo_photoshoot_idx on shops (logo_photoshoot_id) where logo_photoshoot_id is not null`,
  `create index shops_logo_file_idx on shops (logo_file_sequence) where logo_file_sequence is not null`,

  // Every handle that leads to a shop: the one it has, and those that it had. No two shops ever have one together.
  `create table shop_handles (
    handle text primary key,
    account_id text not null references accounts (id) on delete cascade,
    created_at timestamptz not null default now()
  )`,
  `create index shop_handles_account_idx on shop_handles (account_id)`,

  // How often a page was looked at; '' stands for the shop's own page. Nothing of a visitor is kept.
  `create table shop_visits (
    account_id text not null references accounts (id) on delete cascade,
    day date not null,
    product_id text not null,
    visits integer not null,
    primary key (account_id, day, product_id)
  )`,

  `drop index products_shown_idx`,
  `create index products_shown_idx on products (account_id, sequence desc)
    where is_on_shelf and not is_taken_down and not is_sold_out`,
]
