import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index payment_orders_status_idx on payment_orders (status, tx_ref desc)`.execute(db)
}
