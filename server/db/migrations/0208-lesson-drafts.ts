import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  // A draft is seen by those who teach and by no learner.
  await sql`alter table lessons add column is_draft boolean not null default false`.execute(db)
  // Written lessons that staff removed, which the next start must not bring back.
  await sql`create table removed_lessons (id text primary key)`.execute(db)
}
