import { type Kysely, sql } from "kysely"

/** Which engines made a person's pictures, each found by one step of the index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index generations_own_engines_idx on generations_with_trash (account_id, engine)`.execute(db)
}
