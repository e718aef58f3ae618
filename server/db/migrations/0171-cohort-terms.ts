import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null is what the catalogue says; an application keeps the tuition under which it was made.
  await sql`alter table cohorts
    add column application_fee_naira integer check (application_fee_naira > 0),
    add column tuition jsonb,
    add column texts jsonb`.execute(db)
  await sql`alter table applications add column tuition jsonb`.execute(db)
}
