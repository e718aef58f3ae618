import { type Kysely, sql } from "kysely"

/** What learners write for themselves beside a lesson. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table lesson_notes (
    account_id text not null references accounts (id) on delete cascade,
    lesson_id text not null references lessons (id) on delete cascade,
    text text not null,
    updated_at timestamptz not null,
    primary key (account_id, lesson_id)
  )`.execute(db)
}
