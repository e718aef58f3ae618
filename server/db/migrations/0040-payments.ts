import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table payment_orders (
    tx_ref text primary key,
    account_id text references accounts (id) on delete set null,
    item text not null,
    title text not null,
    options jsonb not null,
    details jsonb not null,
    currency text not null check (currency in ('NGN', 'USD')),
    amount_minor bigint not null check (amount_minor >= 0),
    list_minor bigint not null check (list_minor >= amount_minor),
    status text not null default 'created' check (status in ('created', 'pending', 'paid', 'short', 'over', 'failed',
      'abandoned', 'expired', 'refunded')),
    problem text,
    provider text not null,
    idempotency_key text,
    body_hash text not null,
    checks integer not null default 0,
    next_check_at timestamptz,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    paid_at timestamptz,
    constraint payment_orders_paid check (status not in ('paid', 'over') or paid_at is not null)
  )`,
  `create unique index payment_orders_key on payment_orders (account_id, idempotency_key)
    where idempotency_key is not null`,
  `create index payment_orders_account_idx on payment_orders (account_id, tx_ref desc)`,
  `create index payment_orders_paid_idx on payment_orders (account_id) where status in ('paid', 'over')`,
  `create index payment_orders_check_idx on payment_orders (next_check_at) where next_check_at is not null`,

  `create table payments (
    id bigint generated always as identity primary key,
    provider text not null,
    transaction_id text not null,
    tx_ref text not null references payment_orders (tx_ref),
    currency text not null,
    amount_minor bigint not null check (amount_minor >= 0),
    kept_minor bigint not null check (kept_minor >= 0),
    refund_minor bigint not null check (refund_minor >= 0),
    outcome text not null check (outcome in ('exact', 'short', 'over', 'second', 'wrong_currency', 'not_given', 'refunded')),
    method text not null,
    refunded_at timestamptz,
    created_at timestamptz not null default now(),
    constraint payments_transaction_key unique (provider, transaction_id),
    constraint payments_clear check (kept_minor + refund_minor = amount_minor)
  )`,
  `create index payments_order_idx on payments (tx_ref)`,
  `create unique index payments_kept_key on payments (tx_ref) where outcome in ('exact', 'over')`,
  `create index payments_refund_idx on payments (id) where refund_minor > 0 and refunded_at is null`,

  `create table payment_notices (
    provider text not null,
    body_hash bytea not null,
    tx_ref text not null,
    transaction_id text,
    copies integer not null default 1,
    created_at timestamptz not null default now(),
    handled_at timestamptz not null default now(),
    primary key (provider, body_hash)
  )`,
  `create index payment_notices_created_idx on payment_notices (created_at)`,

  `create table receipts (
    number integer primary key check (number > 0),
    tx_ref text not null unique references payment_orders (tx_ref),
    buyer_name text not null,
    buyer_email text not null,
    seller jsonb not null,
    method text not null,
    created_at timestamptz not null default now()
  )`,
  `create table receipt_counter (
    id integer primary key default 1 check (id = 1),
    last integer not null
  )`,
  `insert into receipt_counter (last) values (0)`,

  `create table sandbox_transactions (
    id bigint generated always as identity primary key,
    tx_ref text not null,
    amount_minor bigint not null,
    currency text not null,
    status text not null check (status in ('successful', 'pending', 'failed', 'abandoned')),
    ends_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create index sandbox_transactions_reference_idx on sandbox_transactions (tx_ref, id)`,
]
