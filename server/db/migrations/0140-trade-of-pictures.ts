import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Null until the words are read: pictures from before, and those that a former release makes meanwhile.
  `alter table generations add column trade text`,
  `create index generations_trade_idx on generations (trade, created_at desc, sequence)
    where is_public and not is_taken_down and waits_until is null`,
  `create index generations_unread_idx on generations (sequence) where trade is null`,
]
