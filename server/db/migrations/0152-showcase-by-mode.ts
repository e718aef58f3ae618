import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** The showcase narrowed to a mode, alone and within a trade: each was read by going through all pictures or a whole trade. */
const statements = [
  `create index generations_mode_idx on generations (mode, created_at desc, sequence)
    where is_public and not is_taken_down and waits_until is null`,
  `create index generations_trade_mode_idx on generations (trade, mode, created_at desc, sequence)
    where is_public and not is_taken_down and waits_until is null`,
]
