import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index runs_status_idx on runs (status, id desc)`.execute(db)
}
