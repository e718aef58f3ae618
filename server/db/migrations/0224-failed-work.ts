import { type Kysely, sql } from "kysely"

/** Failed work that its person has not put away, found by one step of the index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table runs add column is_put_away boolean not null default false`.execute(db)
  await sql`create index runs_failed_own_idx on runs (account_id, finished_at desc)
    where status = 'failed' and parent_run_id is null and not is_put_away`.execute(db)
}
