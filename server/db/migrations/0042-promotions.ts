import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table codes
    add column amount_minor bigint check (amount_minor > 0),
    add column currency text check (currency in ('NGN', 'USD')),
    add column max_uses integer check (max_uses > 0),
    add column starts_at timestamptz,
    add column is_stopped boolean not null default false`,
  `alter table codes drop constraint codes_promotion`,
  `alter table codes add constraint codes_promotion check (
    (kind = 'promotion') = (percent is not null or amount_minor is not null)
    and (percent is null or amount_minor is null)
    and ((amount_minor is null) = (currency is null)))`,
  `create table code_uses (
    id bigint generated always as identity primary key,
    code_id text not null references codes (id) on delete cascade,
    account_id text references accounts (id) on delete set null,
    tx_ref text references payment_orders (tx_ref),
    used_at timestamptz,
    created_at timestamptz not null default now(),
    constraint code_uses_once unique (code_id, account_id)
  )`,
  `create index code_uses_order_idx on code_uses (tx_ref)`,
  `create index code_uses_account_idx on code_uses (account_id)`,
]
