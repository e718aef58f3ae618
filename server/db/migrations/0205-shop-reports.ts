import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // What somebody said of a shop, or of one product in it.
  `create table shop_reports (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    product_id text references products (id) on delete cascade,
    reason text not null,
    note text not null,
    reporter_key bytea not null,
    state text not null default 'open' check (state in ('open', 'upheld', 'dismissed')),
    decided_at timestamptz,
    created_at timestamptz not null default now(),
    sequence bigint generated always as identity unique
  )`,
  // One open report of a thing by one network.
  `create unique index shop_reports_key on shop_reports (account_id, coalesce(product_id, ''), reporter_key) where state = 'open'`,
  `create index shop_reports_product_idx on shop_reports (product_id) where product_id is not null`,
  `create index shop_reports_open_idx on shop_reports (sequence desc) where state = 'open'`,

  // The strike that a takedown counts, until it is restored.
  `alter table products add column takedown_id text references takedowns (id) on delete set null`,
  `alter table shops add column takedown_id text references takedowns (id) on delete set null`,
  `create index products_takedown_idx on products (takedown_id) where takedown_id is not null`,
  `create index shops_takedown_idx on shops (takedown_id) where takedown_id is not null`,
]
