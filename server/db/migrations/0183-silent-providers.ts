import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  // One row while a service gives no answer; the next answer removes it.
  await sql`create table silent_providers (
    part text primary key,
    failures integer not null,
    failed_at timestamptz not null
  )`.execute(db)
}
