import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // What is to go back may grow after some of it went: an order paid over is refunded as a whole.
  `alter table payments add column paid_back_minor bigint not null default 0`,
  `update payments set paid_back_minor = refund_minor where refunded_at is not null`,
  `alter table payments add constraint payments_paid_back check (paid_back_minor between 0 and refund_minor)`,
  `drop index payments_refund_idx`,
  `create index payments_refund_idx on payments (id) where refund_minor > paid_back_minor`,
]
