import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Where the engine was not sure: what it found instead. Its file may be the picture's own.
  `create table other_cut_outs (
    generation_id text primary key references generations (id) on delete cascade,
    storage_key text not null,
    mime_type text not null,
    width integer not null,
    height integer not null,
    byte_size integer not null
  )`,
  `create trigger other_cut_outs_orphan after delete on other_cut_outs
    for each row execute function orphan_picture()`,
]
