import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  // What nobody answered yet is looked for by those who teach, among many threads that were answered.
  await sql`create index discussion_threads_open_idx on discussion_threads (cohort_id)
    where answers = 0 and not is_closed`.execute(db)
}
