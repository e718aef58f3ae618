import { type Kysely, sql } from "kysely"

/** A task may have a last day to hand it in; tasks that are there keep having none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lessons add column due_after_days integer
    check (due_after_days is null or (kind = 'task' and due_after_days between 1 and 365))`.execute(db)
}
