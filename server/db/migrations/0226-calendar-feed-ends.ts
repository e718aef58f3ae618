import { type Kysely, sql } from "kysely"

/** Whether somebody ended the address of their calendar. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar_feeds add column is_ended boolean not null default false`.execute(db)
}
