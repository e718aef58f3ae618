import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // An object in storage that nothing refers to: it is being written, or it is to be removed.
  `create table media_orphans (
    storage_key text primary key,
    due_at timestamptz not null default now()
  )`,
  `create index media_orphans_due_idx on media_orphans (due_at)`,

  `drop trigger file_objects_leftover on file_objects`,
  `drop function remember_file_leftover()`,
  `insert into media_orphans (storage_key) select storage_key from file_leftovers`,
  `insert into media_orphans (storage_key, due_at)
    select storage_key, now() + interval '24 hours' from file_objects where file_sequence is null
    on conflict do nothing`,
  `delete from file_objects where file_sequence is null`,
  `drop table file_leftovers`,
  `drop index file_objects_draft_idx`,
  `alter table file_objects alter column file_sequence set not null, alter column slot set not null,
    alter column byte_size set not null`,

  `create function orphan_object() returns trigger language plpgsql as $$
  begin
    insert into media_orphans (storage_key) values (old.storage_key)
    on conflict (storage_key) do update set due_at = excluded.due_at;
    return null;
  end $$`,
  `create trigger file_objects_orphan after delete on file_objects
    for each row execute function orphan_object()`,

  // A picture's previews lie beside it, under the names of their sides.
  `create function orphan_picture() returns trigger language plpgsql as $$
  begin
    insert into media_orphans (storage_key)
    select unnest(array[old.storage_key, regexp_replace(old.storage_key, '[^/]+$', '640.webp'),
      regexp_replace(old.storage_key, '[^/]+$', '320.webp')])
    on conflict (storage_key) do update set due_at = excluded.due_at;
    return null;
  end $$`,
  `create trigger generations_orphan after delete on generations
    for each row execute function orphan_picture()`,
]
