import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table trainings
    add column title text not null default '',
    add column run_id text references runs (id) on delete set null,
    add column engine text,
    add column model text,
    add column colours text[] not null default '{}',
    add column findings jsonb,
    add column failure text,
    add column allowance integer not null default 0 check (allowance >= 0)`,

  // The best views of the product, cut out. Bytes lie in storage and go with the row.
  `create table training_views (
    training_id text not null references trainings (id) on delete cascade,
    position integer not null,
    photo integer not null,
    storage_key text not null,
    primary key (training_id, position)
  )`,
  `create trigger training_views_orphan after delete on training_views
    for each row execute function orphan_picture()`,

  // Pictures of shoots are the server's own and lie outside of anybody's uploads. Until now nothing made any.
  `delete from photoshoots`,
  `alter table photoshoots
    drop column file_sequence,
    add column run_id text references runs (id) on delete set null,
    add column template text not null,
    add column storage_key text not null,
    add column mime_type text not null,
    add column width integer not null,
    add column height integer not null,
    add column byte_size integer not null,
    add column placeholder text not null`,
  `create trigger photoshoots_orphan after delete on photoshoots
    for each row execute function orphan_picture()`,
]
