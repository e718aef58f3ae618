import { type Kysely, sql } from "kysely"

/** When a request was let through that rests before the next one of its kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table request_rests (
    key text primary key,
    began_at timestamptz not null
  )`.execute(db)
}
