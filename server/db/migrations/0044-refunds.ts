import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table payment_refunds (
    id bigint generated always as identity primary key,
    tx_ref text not null unique references payment_orders (tx_ref),
    operator_id text references accounts (id) on delete set null,
    reason text not null check (reason <> ''),
    effect text not null,
    amount_minor bigint not null check (amount_minor >= 0),
    created_at timestamptz not null default now()
  )`,
  `create index payment_refunds_operator_idx on payment_refunds (operator_id)`,
]
