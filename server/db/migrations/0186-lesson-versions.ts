import { type Kysely, sql } from "kysely"

/** Grows with every change, so that of two teachers who change one lesson the later one is told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lessons add column version integer not null default 1`.execute(db)
}
