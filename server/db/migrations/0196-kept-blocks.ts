import { type Kysely, sql } from "kysely"

/** What was made of a text is kept: reading it anew for everybody who opens it would cost each of them the work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["lessons", "announcements"]) {
    await sql`alter table ${sql.table(table)} add column blocks jsonb`.execute(db)
  }
}
