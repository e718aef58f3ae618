import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table products (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    slug text,
    name text not null,
    sku text not null,
    category text,
    price_ngn bigint check (price_ngn > 0),
    price_usd bigint check (price_usd > 0),
    options jsonb not null,
    variants jsonb not null,
    stock integer check (stock >= 0),
    is_sold_out boolean not null,
    condition text not null,
    text text not null,
    notes text not null,
    is_on_shelf boolean not null,
    is_taken_down boolean not null default false,
    taken_down_for text,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    sequence bigint generated always as identity
  )`,
  `create unique index products_slug_idx on products (account_id, slug)`,
  `create unique index products_sku_idx on products (account_id, lower(sku)) where sku <> ''`,
  `create index products_owner_idx on products (account_id, sequence desc)`,
  // A page of a shop, and how many products it has.
  `create index products_shown_idx on products (account_id, sequence desc) where is_on_shelf and not is_taken_down`,

  // A picture that is deleted leaves the shelf with its row; one of the three is named.
  `create table product_pictures (
    product_id text not null references products (id) on delete cascade,
    position integer not null,
    id text not null unique,
    generation_id text references generations (id) on delete cascade,
    photoshoot_id text references photoshoots (id) on delete cascade,
    file_sequence bigint references files (sequence) on delete cascade,
    primary key (product_id, position),
    check (num_nonnulls(generation_id, photoshoot_id, file_sequence) = 1)
  )`,
  `create index product_pictures_generation_idx on product_pictures (generation_id) where generation_id is not null`,
  `create index product_pictures_photoshoot_idx on product_pictures (photoshoot_id) where photoshoot_id is not null`,
  `create index product_pictures_file_idx on product_pictures (file_sequence) where file_sequence is not null`,
]
