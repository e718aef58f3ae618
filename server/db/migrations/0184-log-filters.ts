import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index operator_log_part_idx on operator_log (split_part(action, '.', 1), id)`.execute(db)
  await sql`create index operator_log_name_idx on operator_log (lower(operator_name) text_pattern_ops)`.execute(db)
}
