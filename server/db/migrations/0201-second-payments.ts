import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** An order that was paid short is asked about the payment that follows, which its reference alone does not find. */
const statements = [`alter table payment_orders add column pending_transaction text`]
