import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Part of the picture's address, so that no copy of a former file is shown.
  `alter table generations add column version integer not null default 0`,
  // What a refined picture was at first. Its file may be the picture's own again.
  `create table first_pictures (
    generation_id text primary key references generations (id) on delete cascade,
    storage_key text not null,
    mime_type text not null,
    width integer not null,
    height integer not null,
    byte_size integer not null
  )`,
  `create trigger first_pictures_orphan after delete on first_pictures
    for each row execute function orphan_picture()`,
]
