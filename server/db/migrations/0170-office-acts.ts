import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  // What an operator takes is a bonus below zero.
  await sql`alter table bonuses drop constraint bonuses_credits_check`.execute(db)
  await sql`alter table bonuses add constraint bonuses_credits_check check (credits <> 0)`.execute(db)
  await sql`alter table operator_invites add column expires_at timestamptz`.execute(db)
  // What a logged reason opened is asked for at each picture.
  await sql`create index operator_log_opened_idx on operator_log (subject_id, operator_id, action, created_at desc)
    where action in ('people.pictures', 'people.copy')`.execute(db)
}
