import { type Kysely, sql } from "kysely"

/**
 * Pictures in the trash. What reads or writes `generations` and `photoshoots` goes on to, and knows nothing of those: the
 * names are views from now on, so no page, list, feed or preview can forget to leave them out. What a picture has (stars,
 * products, reports) refers to its row, which comes back with all of it. The former release goes on with a view of the
 * table's name, which takes its inserts, updates and deletions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = ["generations", "photoshoots"].flatMap((table) => [
  `alter table ${table} add column trashed_at timestamptz`,
  `alter table ${table} rename to ${table}_with_trash`,
  `create view ${table} as select * from ${table}_with_trash where trashed_at is null`,
  `create index ${table}_trash_idx on ${table}_with_trash (account_id, trashed_at desc) where trashed_at is not null`,
  `create index ${table}_trash_due_idx on ${table}_with_trash (trashed_at) where trashed_at is not null`,
])
