import { type Kysely, sql } from "kysely"

/** Orders nobody paid are looked for by when their time was over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index payment_orders_unpaid_idx on payment_orders (expires_at)
    where status in ('created', 'failed', 'abandoned', 'expired')`.execute(db)
}
