import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Previews count for whose file it is, and go when nobody asks for them any more.
  `alter table file_objects add column asked_at timestamptz not null default now(), add column preview_of text`,
  `update file_objects set preview_of = files.account_id from files
    where files.sequence = file_sequence and slot like 'preview-%'`,
  `create index file_objects_preview_of_idx on file_objects (preview_of, byte_size) where preview_of is not null`,
  `create index file_objects_unasked_idx on file_objects (asked_at) where slot like 'preview-%'`,
]
