import { type Kysely, sql } from "kysely"

/** When somebody said that they may use the photos of a training; unknown for those that are there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table trainings add column rights_confirmed_at timestamptz`.execute(db)
}
