import { type Kysely, sql } from "kysely"

/** Pictures that their owners marked for themselves: in a table of its own, so that no view of a picture can show it to others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table picture_stars (
    generation_id text primary key references generations (id) on delete cascade,
    account_id text not null references accounts (id) on delete cascade,
    created_at timestamptz not null default now()
  )`.execute(db)
  await sql`create index picture_stars_owner_idx on picture_stars (account_id, generation_id)`.execute(db)
}
