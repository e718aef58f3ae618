import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table payment_orders add column code_id text references codes (id) on delete set null`,
  `update payment_orders o set code_id = u.code_id from code_uses u where u.tx_ref = o.tx_ref`,
  `create index payment_orders_code_idx on payment_orders (code_id, account_id) where code_id is not null`,
]
