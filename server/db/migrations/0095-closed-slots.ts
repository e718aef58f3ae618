import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  // A time that somebody once booked stays for their record; this takes it back from everybody else.
  await sql`alter table interview_slots add column closed_at timestamptz`.execute(db)
}
